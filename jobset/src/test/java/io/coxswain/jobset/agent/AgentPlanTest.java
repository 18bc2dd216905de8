package io.coxswain.jobset.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.jobset.FailurePolicy;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.jobset.agent.AgentPlan.Step;
import io.coxswain.jobset.label.Keys;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentPlanTest {

  @Test
  void theFirstAttemptIsZero() {
    assertThat(AgentPlan.next(inPlace(null, null), null, true)).isEqualTo(new Step.Announce(0));
    assertThat(AgentPlan.next(new Given().jobSet(), null, true)).isEqualTo(new Step.Announce(0));
  }

  @Test
  void aRestartedPodIsOneAttemptAhead() {
    assertThat(AgentPlan.next(inPlace(4, 3), null, true)).isEqualTo(new Step.Announce(5));
  }

  @Test
  void blocksTheWorkerUntilAllPodsAreAtTheAttempt() {
    assertThat(AgentPlan.next(inPlace(null, null), 0, true)).isEqualTo(new Step.Rest());
    assertThat(AgentPlan.next(inPlace(4, 4), 5, true)).isEqualTo(new Step.Rest());
    assertThat(AgentPlan.next(inPlace(5, 4), 5, true)).isEqualTo(new Step.Lift());
    assertThat(AgentPlan.next(inPlace(5, 4), 5, false)).isEqualTo(new Step.Rest());
  }

  @Test
  void restartsIfTheAttemptIsOver() {
    for (boolean up : new boolean[] {true, false}) {
      assertThat(AgentPlan.next(inPlace(0, 0), 0, up)).isEqualTo(new Step.Restart());
      assertThat(AgentPlan.next(inPlace(0, 3), 2, up)).isEqualTo(new Step.Restart());
    }
  }

  @Test
  void blocksNothingWithoutInPlaceRestart() {
    var disabled = new Given();
    disabled.jobSet.getMetadata().setAnnotations(Map.of(Keys.DISABLE_IN_PLACE_RESTART, ""));
    var recreated = new Given();
    recreated.policy.setRestartStrategy("Recreate");
    var without = new Given();
    without.jobSet.getSpec().setFailurePolicy(null);

    for (Given given : new Given[] {disabled, recreated, without}) {
      given.attempts(7, 7);
      assertThat(AgentPlan.next(given.jobSet, null, true)).isEqualTo(new Step.Lift());
      assertThat(AgentPlan.next(given.jobSet, 3, true)).isEqualTo(new Step.Lift());
      assertThat(AgentPlan.next(given.jobSet, 3, false)).isEqualTo(new Step.Rest());
    }
  }

  private static JobSet inPlace(@Nullable Integer current, @Nullable Integer previous) {
    var given = new Given();
    given.attempts(current, previous);
    return given.jobSet;
  }

  /** A JobSet that restarts in place. */
  private static final class Given {
    final JobSet jobSet = new JobSet();
    final FailurePolicy policy = new FailurePolicy();

    Given() {
      policy.setRestartStrategy("InPlaceRestart");
      jobSet.getSpec().setFailurePolicy(policy);
    }

    JobSet jobSet() {
      return jobSet;
    }

    void attempts(@Nullable Integer current, @Nullable Integer previous) {
      var status = new JobSetStatus();
      status.setCurrentInPlaceRestartAttempt(current);
      status.setPreviousInPlaceRestartAttempt(previous);
      jobSet.setStatus(status);
    }
  }
}
