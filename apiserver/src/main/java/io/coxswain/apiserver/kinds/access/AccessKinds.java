package io.coxswain.apiserver.kinds.access;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import io.coxswain.apiserver.kinds.Defaults;
import io.coxswain.apiserver.kinds.Generation;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.MetadataChecks;
import io.coxswain.apiserver.kinds.NameRule;
import io.coxswain.apiserver.kinds.RuledStrategy;
import java.util.List;

/** The tables of these kinds. */
public final class AccessKinds {
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String AUTHORIZATION = "authorization.k8s.io";
  private static final String ADMISSION = "admissionregistration.k8s.io";

  private AccessKinds() {}

  /** Reviews, which are evaluated and not stored. */
  public static List<KindBuilder> questions() {
    return List.of(
        cluster(AUTHENTICATION, "v1", "SelfSubjectReview", "selfsubjectreviews").verbs("create"),
        cluster(AUTHENTICATION, "v1", "TokenReview", "tokenreviews").verbs("create"),
        namespaced(AUTHORIZATION, "v1", "LocalSubjectAccessReview", "localsubjectaccessreviews")
            .verbs("create"),
        cluster(AUTHORIZATION, "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews")
            .verbs("create"),
        cluster(AUTHORIZATION, "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews")
            .verbs("create"),
        cluster(AUTHORIZATION, "v1", "SubjectAccessReview", "subjectaccessreviews")
            .verbs("create"));
  }

  public static List<KindBuilder> roles() {
    String group = "rbac.authorization.k8s.io";
    return List.of(
        cluster(group, "v1", "ClusterRoleBinding", "clusterrolebindings")
            .names(NameRule.PATH_SEGMENT)
            .createdByPut()
            .strategy(new BindingStrategy(false)),
        cluster(group, "v1", "ClusterRole", "clusterroles")
            .names(NameRule.PATH_SEGMENT)
            .createdByPut()
            .strategy(new RoleStrategy(false)),
        namespaced(group, "v1", "RoleBinding", "rolebindings")
            .names(NameRule.PATH_SEGMENT)
            .createdByPut()
            .strategy(new BindingStrategy(true)),
        namespaced(group, "v1", "Role", "roles")
            .names(NameRule.PATH_SEGMENT)
            .createdByPut()
            .strategy(new RoleStrategy(true)));
  }

  public static List<KindBuilder> webhooks() {
    return List.of(
        webhooks("MutatingWebhookConfiguration", true),
        webhooks("ValidatingWebhookConfiguration", false));
  }

  private static KindBuilder webhooks(String kind, boolean mutating) {
    String plural = kind.toLowerCase(java.util.Locale.ROOT) + "s";
    return cluster(ADMISSION, "v1", kind, plural)
        .categories(List.of("api-extensions"))
        .generation(Generation.BODY)
        .metadataChecks(MetadataChecks.WHOLE)
        .updatedOnlyAtRevision()
        .strategy(
            RuledStrategy.of(Defaults.webhooks(mutating))
                .rules(configuration -> WebhookRules.check(configuration, mutating, false))
                .stepsOnly(
                    (configuration, before) ->
                        WebhookRules.check(
                            configuration, mutating, WebhookRules.hasSideEffects(before))));
  }
}
