package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cli.sim.ClusterChurn;
import io.coxswain.sim.Run;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The small sister of {@code coxswain sim cluster-churn}. */
class ClusterChurnTest {
  @Test
  void aClusterUnderChurnConverges() {
    Run run = ClusterChurn.of("cluster-churn, small", 10, 200, Duration.ofMinutes(12)).run(1);

    assertThat(run.elapsed()).isGreaterThan(Duration.ofMinutes(12));
    assertThat(run.writes().get("controllers")).isGreaterThan(500);
  }
}
