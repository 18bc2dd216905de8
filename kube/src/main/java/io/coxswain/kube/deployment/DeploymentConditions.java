package io.coxswain.kube.deployment;

import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The conditions in a Deployment's status. */
final class DeploymentConditions {
  static final String AVAILABLE = "Available";
  static final String PROGRESSING = "Progressing";
  static final String FAILURE = "ReplicaFailure";

  static final String COMPLETE = "NewReplicaSetAvailable";
  static final String TIMED_OUT = "ProgressDeadlineExceeded";
  static final String PAUSED = "DeploymentPaused";
  static final String RESUMED = "DeploymentResumed";

  private static final Conditions<DeploymentCondition> CONDITIONS =
      new Conditions<>(
          DeploymentCondition::getType,
          DeploymentCondition::getStatus,
          DeploymentCondition::getLastTransitionTime,
          DeploymentCondition::setLastTransitionTime);

  private DeploymentConditions() {}

  static DeploymentCondition of(
      String type, String status, String reason, String message, Instant now) {
    return new DeploymentConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withLastUpdateTime(Timestamps.format(now))
        .withLastTransitionTime(Timestamps.format(now))
        .withReason(reason)
        .withMessage(message)
        .build();
  }

  static Optional<DeploymentCondition> find(DeploymentStatus status, String type) {
    return CONDITIONS.find(status.getConditions(), type);
  }

  static boolean has(DeploymentStatus status, String type, String reason) {
    return find(status, type).filter(c -> reason.equals(c.getReason())).isPresent();
  }

  private static List<DeploymentCondition> all(DeploymentStatus status) {
    return status.getConditions() == null ? List.of() : status.getConditions();
  }

  /**
   * Appends the condition, unless status and reason are unchanged. A new reason alone is no
   * transition.
   */
  static void set(DeploymentStatus status, DeploymentCondition condition) {
    Optional<DeploymentCondition> present = find(status, condition.getType());
    if (present.isPresent() && present.get().getStatus().equals(condition.getStatus())) {
      if (condition.getReason().equals(present.get().getReason())) {
        return;
      }
      condition.setLastTransitionTime(present.get().getLastTransitionTime());
    }
    remove(status, condition.getType());
    status.getConditions().add(condition);
  }

  static void remove(DeploymentStatus status, String type) {
    var left = new ArrayList<>(all(status));
    left.removeIf(c -> type.equals(c.getType()));
    status.setConditions(left);
  }
}
