package io.coxswain.slurm.checks.activecheck;

import io.coxswain.api.Timestamps;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.ActiveCheckStatus;
import io.coxswain.api.slurm.TimedCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/** The condition {@code Ready} of a check: whether it is set up, and if not, why. */
final class ReadyCondition {
  private static final String TYPE = "Ready";

  private ReadyCondition() {}

  static boolean says(ActiveCheck check, Readiness readiness) {
    return find(check)
        .filter(
            condition ->
                condition.getStatus().equals(status(readiness))
                    && condition.getReason().equals(readiness.reason())
                    && readiness.message().equals(condition.getMessage()))
        .isPresent();
  }

  static void write(ActiveCheck check, Readiness readiness, Instant now) {
    String time = Timestamps.format(now);
    Optional<TimedCondition> before = find(check);
    var condition = new TimedCondition();
    condition.setType(TYPE);
    condition.setStatus(status(readiness));
    condition.setReason(readiness.reason());
    condition.setMessage(readiness.message());
    condition.setObservedGeneration(check.getMetadata().getGeneration());
    condition.setLastUpdateTime(time);
    condition.setLastTransitionTime(
        before
            .filter(old -> old.getStatus().equals(status(readiness)))
            .map(TimedCondition::getLastTransitionTime)
            .orElse(time));
    ActiveCheckStatus status =
        check.getStatus() == null ? new ActiveCheckStatus() : check.getStatus();
    var conditions = new ArrayList<>(status.getConditions());
    conditions.removeIf(old -> old.getType().equals(TYPE));
    conditions.add(condition);
    status.setConditions(conditions);
    check.setStatus(status);
  }

  private static String status(Readiness readiness) {
    return readiness.ready() ? "True" : "False";
  }

  private static Optional<TimedCondition> find(ActiveCheck check) {
    return check.getStatus() == null
        ? Optional.empty()
        : check.getStatus().getConditions().stream()
            .filter(condition -> condition.getType().equals(TYPE))
            .findFirst();
  }
}
