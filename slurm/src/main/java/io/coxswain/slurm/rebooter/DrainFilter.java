package io.coxswain.slurm.rebooter;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Optional;

/**
 * Which pods our taint drives off a machine; those that stay do not keep it from being rebooted.
 *
 * <p>Upstream takes any toleration of anything for one of this taint. But the API server gives
 * every pod tolerations (of a machine that is not ready, for five minutes), so that none would ever
 * be waited for. Here a toleration counts if it is one of this taint, and for ever.
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
