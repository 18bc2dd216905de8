package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What {@code up --slurm} runs, and what it says about it. */
final class EmbeddedSlurmTest {
  @Test
  void addsSimulatedNodesUnlessTheUserChoosesTheKind() {
    assertThat(options("--slurm").kind()).isEqualTo(ClusterOptions.NodeKind.both);
    assertThat(options("--slurm").simulatedNodes()).isEqualTo(3);
    assertThat(options("--slurm", "--node-kind=process").simulatedNodes()).isZero();
    assertThat(options().kind()).isEqualTo(ClusterOptions.NodeKind.process);
  }

  @Test
  void saysWhatIsRealAndWhatIsSimulated() {
    assertThat(EmbeddedSlurm.describe(options("--slurm")))
        .anyMatch(line -> line.contains("real: Soperator's controllers"))
        .anyMatch(line -> line.contains("simulated: Slurm itself"))
        .anyMatch(line -> line.contains("examples/slurm-here.yaml"));
    assertThat(EmbeddedSlurm.describe(options("--slurm", "--node-kind=process")))
        .noneMatch(line -> line.contains("simulated"));
    assertThat(EmbeddedSlurm.describe(options("--slurm", "--node-kind=simulated")))
        .noneMatch(line -> line.contains("slurm-here"));
  }

  private static ClusterOptions options(String... words) {
    return CommandLine.populateCommand(new ClusterOptions(), words);
  }
}
