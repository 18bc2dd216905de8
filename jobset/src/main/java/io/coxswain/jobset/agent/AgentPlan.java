package io.coxswain.jobset.agent;

import io.coxswain.api.jobset.FailurePolicy;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.jobset.label.Keys;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an agent does next. Pure. */
final class AgentPlan {
  private static final String IN_PLACE = "InPlaceRestart";

  private AgentPlan() {}

  /** One step. */
  sealed interface Step {
    /** Nothing until the JobSet changes. */
    record Rest() implements Step {}

    /** Records the current attempt on the pod, then checks again. */
    record Announce(int attempt) implements Step {}

    /** This attempt is over: end, to be started again. */
    record Restart() implements Step {}

    /** Let the work begin. */
    record Lift() implements Step {}
  }

  /**
   * @param attempt what this agent has announced; null before it has
   * @param up whether work is still held back
   */
  static Step next(JobSet jobSet, @Nullable Integer attempt, boolean up) {
    if (!restartsInPlace(jobSet)) {
      return up ? new Step.Lift() : new Step.Rest();
    }
    Integer current = null;
    Integer over = null;
    if (jobSet.getStatus() != null) {
      current = jobSet.getStatus().getCurrentInPlaceRestartAttempt();
      over = jobSet.getStatus().getPreviousInPlaceRestartAttempt();
    }
    if (attempt == null) {
      return new Step.Announce(current == null ? 0 : current + 1);
    }
    if (over != null && attempt <= over) {
      return new Step.Restart();
    }
    return up && attempt.equals(current) ? new Step.Lift() : new Step.Rest();
  }

  private static boolean restartsInPlace(JobSet jobSet) {
    Map<String, String> annotations = jobSet.getMetadata().getAnnotations();
    FailurePolicy policy = jobSet.getSpec().getFailurePolicy();
    return (annotations == null || !annotations.containsKey(Keys.DISABLE_IN_PLACE_RESTART))
        && policy != null
        && IN_PLACE.equals(policy.getRestartStrategy());
  }
}
