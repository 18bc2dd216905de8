package io.coxswain.cli;

import io.coxswain.api.ObjectKey;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.trainer.webhooks.TrainerWebhooks;

/**
 * A controller manager that an embedded cluster runs. Constants are named as users write them; the
 * lease is the one that the upstream program uses in its default installation.
 */
enum ControllerProgram {
  KUBE_CONTROLLER_MANAGER("kube-controller-manager", "kube-system", "kube-controller-manager"),
  JOBSET("jobset", JobSetWebhooks.NAMESPACE, "6d4f6a47.jobset.x-k8s.io"),
  TRAINER("trainer", TrainerWebhooks.NAMESPACE, "trainer.kubeflow.org"),
  SOPERATOR("soperator", EmbeddedSlurm.NAMESPACE, "e21479ae.nebius.ai");

  private final String text;
  private final String namespace;
  private final String lease;

  ControllerProgram(String text, String namespace, String lease) {
    this.text = text;
    this.namespace = namespace;
    this.lease = lease;
  }

  ObjectKey lease() {
    return ObjectKey.of(namespace, lease);
  }

  @Override
  public String toString() {
    return text;
  }
}
