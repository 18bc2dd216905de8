package io.coxswain.slurm.render;

import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;

/** What the pods of active checks may do with the API. */
public final class ActiveCheckAccess {
  private static final String ROLE = "activecheck-role";

  private ActiveCheckAccess() {}

  static String account(Names names) {
    return names.of("activecheck-sa");
  }

  public static ServiceAccount serviceAccount(Names names) {
    return new ServiceAccountBuilder().withMetadata(metadata(names, account(names))).build();
  }

  public static Role role(Names names) {
    return new RoleBuilder()
        .withMetadata(metadata(names, names.of(ROLE)))
        .withRules(
            rule("", "pods", "get"),
            rule("batch", "jobs", "create", "get", "patch"),
            rule("batch", "cronjobs", "get"),
            rule("slurm.nebius.ai", "activechecks", "get", "list"))
        .build();
  }

  private static PolicyRule rule(String group, String resource, String... verbs) {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(resource)
        .withVerbs(verbs)
        .build();
  }

  public static RoleBinding roleBinding(Names names) {
    return new RoleBindingBuilder()
        .withMetadata(metadata(names, names.of("activecheck-role-binding")))
        .addNewSubject()
        .withKind("ServiceAccount")
        .withName(account(names))
        .withNamespace(names.namespace())
        .endSubject()
        .withNewRoleRef("rbac.authorization.k8s.io", "Role", names.of(ROLE))
        .build();
  }

  private static ObjectMeta metadata(Names names, String name) {
    return Pods.metadata(
        name, names.namespace(), Labels.of(Component.SOPERATORCHECKS, names.cluster()));
  }
}
