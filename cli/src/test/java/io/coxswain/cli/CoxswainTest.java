package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command line itself. */
final class CoxswainTest {
  private final StringWriter errors = new StringWriter();

  @Test
  void tellsItsVersion() {
    assertThat(run("version")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"soperator", "sim", "render"})
  void refusesWhatIsPlannedAndNotHere(String command) {
    assertThat(run(command, "--some-flag", "value")).isEqualTo(2);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThat(run("sail")).isEqualTo(2);
    assertThat(run("up", "--nodes", "many")).isEqualTo(2);
    assertThat(errors.toString()).contains("'sail'").contains("'many' is not an int");
  }

  @Test
  void saysThatACommandIsMissing() {
    assertThat(run()).isEqualTo(2);
    assertThat(errors.toString()).contains("Missing command").contains("train");
  }

  @Test
  void failsOnAFileThatIsNotThere() {
    assertThat(run("train", "no-such-file.yaml")).isEqualTo(1);
  }

  private int run(String... arguments) {
    CommandLine line = Coxswain.commandLine();
    line.setErr(new PrintWriter(errors, true));
    return line.execute(arguments);
  }
}
