package io.coxswain.slurm.drain;

import static io.coxswain.slurm.client.NodeState.ALLOCATED;
import static io.coxswain.slurm.client.NodeState.COMPLETING;
import static io.coxswain.slurm.client.NodeState.DOWN;
import static io.coxswain.slurm.client.NodeState.DRAIN;
import static io.coxswain.slurm.client.NodeState.IDLE;
import static io.coxswain.slurm.client.NodeState.MIXED;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.drain.LockedNode.Target;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a Slurm node is the one that was observed, and when it runs nothing any more. */
class DrainPreconditionsTest {
  private static final Instant TIME = Instant.ofEpochSecond(1_000);
  private static final SlurmNode DRAINED = node(IDLE, DRAIN).withReason("[node_problem] gpu", TIME);

  private static SlurmNode node(NodeState first, NodeState... others) {
    return SlurmNode.named("worker-0").withStates(first, others);
  }

  @Test
  void aDrainIsTheSameOnlyWithTheSameReasonAndTime() {
    assertThat(LockedNode.hasSameDrain(DRAINED, DRAINED)).isTrue();
    assertThat(LockedNode.hasSameDrain(DRAINED.withStates(ALLOCATED, DRAIN), DRAINED)).isTrue();
    assertThat(LockedNode.hasSameDrain(DRAINED.withStates(IDLE), DRAINED)).isFalse();
    assertThat(LockedNode.hasSameDrain(DRAINED.withReason("cables: ask Ann", TIME), DRAINED))
        .as("drained again in the same second")
        .isFalse();
    assertThat(
            LockedNode.hasSameDrain(
                DRAINED.withReason(DRAINED.reason(), TIME.plusSeconds(1)), DRAINED))
        .as("drained again for the same reason")
        .isFalse();
    assertThat(LockedNode.hasSameDrain(DRAINED.withoutReason(), DRAINED)).isFalse();
  }

  @Test
  void aNodeThatCompletesAJobHasReachedNoTarget() {
    for (NodeState base : new NodeState[] {IDLE, DOWN, ALLOCATED, MIXED}) {
      for (Target target : Target.values()) {
        assertThat(target.isReached(node(base, DRAIN, COMPLETING)))
            .as(base + " for " + target)
            .isFalse();
      }
    }
  }

  @Test
  void onlyAnIdleNodeIsDrainedAndADownOneIsEmpty() {
    assertThat(Target.DRAINED.isReached(node(IDLE, DRAIN))).isTrue();
    assertThat(Target.DRAINED.isReached(node(DOWN, DRAIN))).isFalse();
    for (Target target : new Target[] {Target.EMPTY, Target.EMPTY_IF_RUNNING}) {
      assertThat(target.isReached(node(IDLE, DRAIN))).isTrue();
      assertThat(target.isReached(node(DOWN, DRAIN))).isTrue();
      assertThat(target.isReached(node(DOWN))).isFalse();
      assertThat(target.isReached(node(ALLOCATED, DRAIN))).isFalse();
      assertThat(target.isReached(node(MIXED, DRAIN))).isFalse();
    }
  }
}
