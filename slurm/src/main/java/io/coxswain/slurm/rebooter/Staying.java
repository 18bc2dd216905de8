package io.coxswain.slurm.rebooter;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/** Which pods the taint drives off a machine; those that stay do not keep it from being rebooted. */
final class Staying {
  private Staying() {}

  /** A pod that has to go and is still there. */
  static Optional<Pod> firstToGo(List<Pod> pods) {
    return pods.stream().filter(pod -> !stays(pod)).findFirst();
  }

  static boolean stays(Pod pod) {
    boolean ofDaemonSet =
        pod.getMetadata().getOwnerReferences().stream()
            .anyMatch(owner -> owner.getKind().equals("DaemonSet"));
    return ofDaemonSet
        || pod.getSpec().getTolerations().stream()
            .anyMatch(
                toleration ->
                    "NoExecute".equals(toleration.getEffect())
                        || "Exists".equals(toleration.getOperator()));
  }
}
