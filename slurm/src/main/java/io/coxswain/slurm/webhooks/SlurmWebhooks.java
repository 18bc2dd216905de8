package io.coxswain.slurm.webhooks;

import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.webhook.Review;
import io.coxswain.runtime.webhook.ValidationResult;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;

/** The handlers by path, and the webhook configurations. */
public final class SlurmWebhooks {
  public static final String CONFIGURATION = "soperator-validating-webhook-configuration";

  /** The Service in front of the operator, as the chart names it. */
  public static final String SERVICE = "soperator-webhook-service";

  /** The label of the Secrets that are protected. */
  public static final String PROTECTED = "slurm.nebius.ai/webhook";

  private SlurmWebhooks() {}

  /** Those of the controller {@code cluster}. */
  public static void cluster(Webhooks webhooks, Reader client) {
    webhooks.on(SlurmCluster.class).validator(SlurmWebhooks::check);
    webhooks.on(Secret.class).validator(new SecretRule(client)::check);
  }

  /** That of the controller {@code nodeset}; it has no objection to anything. */
  public static void nodeSet(Webhooks webhooks) {
    webhooks.on(NodeSet.class).validator(_ -> ValidationResult.allow());
  }

  private static ValidationResult check(Review<SlurmCluster> review) {
    return switch (review) {
      case Review.Create<SlurmCluster>(SlurmCluster cluster) -> check(cluster);
      case Review.Update<SlurmCluster>(SlurmCluster _, SlurmCluster cluster) -> check(cluster);
      case Review.Delete<SlurmCluster> _ -> ValidationResult.allow();
    };
  }

  private static ValidationResult check(SlurmCluster cluster) {
    return UserIsolationRule.check(cluster.getSpec().getSlurmNodes().getLogin())
        .map(ValidationResult::deny)
        .orElseGet(ValidationResult::allow);
  }

  /** The configuration by which a server asks, under the names of the chart. */
  public static ValidatingWebhookConfiguration configuration(String namespace, String service) {
    ValidatingWebhook secrets =
        webhook(
            "vsecret-v1.kb.io",
            "/validate--v1-secret",
            namespace,
            service,
            "",
            "v1",
            "secrets",
            "CREATE",
            "UPDATE",
            "DELETE");
    secrets.setObjectSelector(
        new LabelSelectorBuilder().addToMatchLabels(PROTECTED, "true").build());
    return new ValidatingWebhookConfigurationBuilder()
        .withNewMetadata()
        .withName(CONFIGURATION)
        .endMetadata()
        .withWebhooks(
            webhook(
                "vnodeset-v1alpha1.kb.io",
                "/validate-slurm-nebius-ai-v1alpha1-nodeset",
                namespace,
                service,
                "slurm.nebius.ai",
                "v1alpha1",
                "nodesets",
                "CREATE",
                "UPDATE"),
            secrets,
            webhook(
                "vslurmcluster-v1.kb.io",
                "/validate-slurm-nebius-ai-v1-slurmcluster",
                namespace,
                service,
                "slurm.nebius.ai",
                "v1",
                "slurmclusters",
                "CREATE",
                "UPDATE"))
        .build();
  }

  private static ValidatingWebhook webhook(
      String name,
      String path,
      String namespace,
      String service,
      String group,
      String version,
      String plural,
      String... operations) {
    return new ValidatingWebhookBuilder()
        .withName(name)
        .withAdmissionReviewVersions("v1")
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withNewClientConfig()
        .withNewService()
        .withNamespace(namespace)
        .withName(service)
        .withPath(path)
        .endService()
        .endClientConfig()
        .addNewRule()
        .withApiGroups(group)
        .withApiVersions(version)
        .withResources(plural)
        .withOperations(operations)
        .endRule()
        .build();
  }
}
