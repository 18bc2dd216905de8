package io.coxswain.slurm.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.runtime.flags.FlagException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControllerSelectionTest {
  private static final List<String> ALL = List.of("cluster", "nodeset", "topology");

  @Test
  void selectsAllControllersByDefault() throws FlagException {
    assertThat(enabled("")).containsExactlyElementsOf(ALL);
  }

  @Test
  void aMinusAloneSelectsNothing() throws FlagException {
    assertThat(enabled("-topology")).isEmpty();
  }

  @Test
  void aStarTurnsAllOnBeforeAnythingIsTurnedOff() throws FlagException {
    assertThat(enabled("*,-topology")).containsExactly("cluster", "nodeset");
    assertThat(enabled("-topology, *")).containsExactly("cluster", "nodeset");
  }

  @Test
  void laterEntriesWinAndCaseDoesNotMatter() throws FlagException {
    assertThat(enabled("Cluster,,-cluster, CLUSTER ")).containsExactly("cluster");
    assertThat(enabled("cluster,-Cluster")).isEmpty();
  }

  @Test
  void anUnknownNameIsRejected() {
    assertThatThrownBy(() -> enabled("cluster,-foo"))
        .isInstanceOf(FlagException.class)
        .hasMessage(
            "unknown controller \"-foo\" in SLURM_OPERATOR_CONTROLLERS; available controllers:"
                + " cluster, nodeset, topology");
  }

  private static Iterable<String> enabled(String spec) throws FlagException {
    return ControllerSelection.of(spec, ALL).enabled();
  }
}
