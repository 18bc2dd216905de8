package io.coxswain.jobset;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.jobset.label.Keys;
import io.coxswain.jobset.placement.PodAdmission;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.util.List;

/** Admission of JobSets and of their pods: the handlers and the webhook configurations. */
public final class JobSetWebhooks {
  public static final String MUTATING = "jobset-mutating-webhook-configuration";
  public static final String VALIDATING = "jobset-validating-webhook-configuration";

  /** Where the program lives unless installed elsewhere. */
  public static final String NAMESPACE = "jobset-system";

  /** The Service in front of it, unless configured otherwise. */
  public static final String SERVICE = "jobset-webhook-service";

  private JobSetWebhooks() {}

  /** Serves upstream's paths. */
  public static void register(Manager manager, Features features) {
    var admission = new JobSetAdmission(manager.client(), features);
    manager
        .webhooks()
        .on(JobSet.class)
        .defaulter(JobSetDefaults::fill)
        .validator(admission::validate);
    PodAdmission.register(manager);
  }

  /** The configurations by which a server asks, under upstream's names. */
  public static List<HasMetadata> configurations(String namespace, String service) {
    return List.of(
        new MutatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName(MUTATING)
            .endMetadata()
            .withWebhooks(
                mutating("mjobset.kb.io", namespace, service, jobSets("CREATE")),
                new MutatingWebhookBuilder(mutating("mpod.kb.io", namespace, service, pods()))
                    .withNewObjectSelector()
                    .addNewMatchExpression()
                    .withKey(Keys.JOBSET_NAME)
                    .withOperator("Exists")
                    .endMatchExpression()
                    .endObjectSelector()
                    .build())
            .build(),
        new ValidatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName(VALIDATING)
            .endMetadata()
            .withWebhooks(
                validating("vjobset.kb.io", namespace, service, jobSets("CREATE", "UPDATE")),
                new ValidatingWebhookBuilder(validating("vpod.kb.io", namespace, service, pods()))
                    .withNewObjectSelector()
                    .addNewMatchExpression()
                    .withKey(Keys.JOBSET_NAME)
                    .withOperator("Exists")
                    .endMatchExpression()
                    .endObjectSelector()
                    .build())
            .build());
  }

  private static MutatingWebhook mutating(
      String name, String namespace, String service, RuleWithOperations rule) {
    return new MutatingWebhookBuilder()
        .withName(name)
        .withAdmissionReviewVersions("v1")
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withNewClientConfig()
        .withNewService()
        .withNamespace(namespace)
        .withName(service)
        .withPath("/mutate-" + path(rule))
        .endService()
        .endClientConfig()
        .withRules(rule)
        .build();
  }

  private static ValidatingWebhook validating(
      String name, String namespace, String service, RuleWithOperations rule) {
    return new ValidatingWebhookBuilder()
        .withName(name)
        .withAdmissionReviewVersions("v1")
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withNewClientConfig()
        .withNewService()
        .withNamespace(namespace)
        .withName(service)
        .withPath("/validate-" + path(rule))
        .endService()
        .endClientConfig()
        .withRules(rule)
        .build();
  }

  private static String path(RuleWithOperations rule) {
    return rule.getResources().contains("pods") ? "-v1-pod" : "jobset-x-k8s-io-v1alpha2-jobset";
  }

  private static RuleWithOperations jobSets(String... operations) {
    return new RuleWithOperationsBuilder()
        .withApiGroups("jobset.x-k8s.io")
        .withApiVersions("v1alpha2")
        .withResources("jobsets")
        .withOperations(operations)
        .build();
  }

  private static RuleWithOperations pods() {
    return new RuleWithOperationsBuilder()
        .withApiGroups("")
        .withApiVersions("v1")
        .withResources("pods")
        .withOperations("CREATE")
        .build();
  }
}
