package io.coxswain.trainer.webhooks;

import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.trainer.framework.Framework;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The admission handlers for TrainJobs and runtimes, and the webhook configurations. */
public final class TrainerWebhooks {
  public static final String MUTATING = "defaulter.trainer.kubeflow.org";
  public static final String VALIDATING = "validator.trainer.kubeflow.org";

  /** Where the program lives unless installed elsewhere. */
  public static final String NAMESPACE = "kubeflow-system";

  /** The Service in front of it, unless configured otherwise. */
  public static final String SERVICE = "kubeflow-trainer-controller-manager";

  /** The served paths, in the order in which they are configured. */
  public static final List<String> PATHS =
      List.of(
          validate("clustertrainingruntime"),
          validate("trainingruntime"),
          mutate("trainjob"),
          validate("trainjob"));

  private TrainerWebhooks() {}

  private static String mutate(String kind) {
    return "/mutate-trainer-kubeflow-org-v1alpha1-" + kind;
  }

  private static String validate(String kind) {
    return "/validate-trainer-kubeflow-org-v1alpha1-" + kind;
  }

  public static void register(Manager manager, Framework framework) {
    var jobs = new TrainJobAdmission(manager.client(), manager.env().clock(), framework);
    manager.webhooks().on(ClusterTrainingRuntime.class).validator(RuntimeAdmission::validate);
    manager.webhooks().on(TrainingRuntime.class).validator(RuntimeAdmission::validate);
    manager.webhooks().on(TrainJob.class).defaulter(jobs::fill).validator(jobs::validate);
  }

  /** The configurations by which a server asks, under upstream's names. */
  public static List<HasMetadata> configurations(String namespace, String service) {
    LabelSelector notOptedOut =
        new LabelSelectorBuilder()
            .addNewMatchExpression()
            .withKey(WellKnown.WEBHOOK_VALIDATION_LABEL)
            .withOperator("NotIn")
            .withValues("disabled")
            .endMatchExpression()
            .build();
    return List.of(
        new MutatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName(MUTATING)
            .endMetadata()
            .addToWebhooks(
                new MutatingWebhookBuilder()
                    .withName("defaulter.trainjob.trainer.kubeflow.org")
                    .withAdmissionReviewVersions("v1")
                    .withFailurePolicy("Fail")
                    .withSideEffects("None")
                    .withNewClientConfig()
                    .withNewService()
                    .withNamespace(namespace)
                    .withName(service)
                    .withPath(mutate("trainjob"))
                    .endService()
                    .endClientConfig()
                    .withRules(rule("trainjob"))
                    .build())
            .build(),
        new ValidatingWebhookConfigurationBuilder()
            .withNewMetadata()
            .withName(VALIDATING)
            .endMetadata()
            .withWebhooks(
                validating("clustertrainingruntime", namespace, service, notOptedOut),
                validating("trainingruntime", namespace, service, notOptedOut),
                validating("trainjob", namespace, service, null))
            .build());
  }

  private static ValidatingWebhook validating(
      String kind, String namespace, String service, @Nullable LabelSelector selector) {
    return new ValidatingWebhookBuilder()
        .withName("validator." + kind + ".trainer.kubeflow.org")
        .withAdmissionReviewVersions("v1")
        .withFailurePolicy("Fail")
        .withSideEffects("None")
        .withObjectSelector(selector)
        .withNewClientConfig()
        .withNewService()
        .withNamespace(namespace)
        .withName(service)
        .withPath(validate(kind))
        .endService()
        .endClientConfig()
        .withRules(rule(kind))
        .build();
  }

  private static RuleWithOperations rule(String kind) {
    return new RuleWithOperationsBuilder()
        .withApiGroups("trainer.kubeflow.org")
        .withApiVersions("v1alpha1")
        .withResources(kind + "s")
        .withOperations("CREATE", "UPDATE")
        .build();
  }
}
