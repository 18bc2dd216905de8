package io.coxswain.slurm.rebooter;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Optional;

/**
 * The pods that our taint evicts from a node; the others do not block its reboot.
 *
 * <p>Upstream treats any toleration as one of this taint. But the API server adds tolerations to
 * every pod (of a node that is not ready, for five minutes), so that none would ever be waited for.
 * Here a toleration counts if it tolerates this taint indefinitely.
 */
final class DrainFilter {
  static final Taint TAINT =
      new TaintBuilder()
          .withKey("node.kubernetes.io/NoExecute")
          .withValue("true")
          .withEffect("NoExecute")
          .build();

  private DrainFilter() {}

  /** A pod that has to go and is still there. */
  static Optional<Pod> firstRemaining(List<Pod> pods) {
    return pods.stream().filter(pod -> !isExempt(pod)).findFirst();
  }

  static boolean isExempt(Pod pod) {
    String phase = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
    return "Succeeded".equals(phase)
        || "Failed".equals(phase)
        || pod.getMetadata().getOwnerReferences().stream()
            .anyMatch(owner -> owner.getKind().equals("DaemonSet"))
        || pod.getSpec().getTolerations().stream().anyMatch(DrainFilter::isOfOurs);
  }

  private static boolean isOfOurs(Toleration toleration) {
    String key = toleration.getKey() == null ? "" : toleration.getKey();
    String effect = toleration.getEffect() == null ? "" : toleration.getEffect();
    boolean exists = "Exists".equals(toleration.getOperator());
    return toleration.getTolerationSeconds() == null
        && (effect.isEmpty() || effect.equals(TAINT.getEffect()))
        && (key.isEmpty() ? exists : key.equals(TAINT.getKey()))
        && (exists || TAINT.getValue().equals(toleration.getValue()));
  }
}
