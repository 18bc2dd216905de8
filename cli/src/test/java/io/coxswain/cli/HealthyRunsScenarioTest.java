package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cli.sim.SimCommand;
import io.coxswain.sim.Simulation;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Runs without faults log no warning and no error. */
final class HealthyRunsScenarioTest {
  @ParameterizedTest
  @ValueSource(strings = {"training", "gangs"})
  void logsNoWarningsWithoutFaults(String name) {
    Simulation simulation = Objects.requireNonNull(SimCommand.scenarios().get(name));

    try (var problems = LoggedProblems.record()) {
      var _ = simulation.run(1);

      assertThat(problems.lines()).isEmpty();
    }
  }

  /** The recorder itself: it would be of no use if it saw nothing. */
  @Test
  void recordsWarningsAndErrors() {
    try (var problems = LoggedProblems.record()) {
      var log = LoggerFactory.getLogger("some");
      log.info("fine");
      log.warn("odd");
      log.error("bad");

      assertThat(problems.lines()).isEqualTo(List.of("WARN some: odd", "ERROR some: bad"));
    }
  }
}
