package io.coxswain.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SoakLogTest {
  private static final String REFUSED =
      "W1115 18:57:29.9 1 Reflector] \"watch: Connection refused\"";

  @Test
  void separatesExplainedWarningsFromOthers(@TempDir Path folder) throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("log"),
            """
            12:00:00.000 WARN  job: Operation cannot be fulfilled: the object has been modified
            I1115 18:57:29.9 1 Reflector] "only telling"
            12:00:01.000 ERROR job: something never seen
            """);
    var soak = new SoakLog();

    soak.read(log, false);

    assertThat(soak.explained().values()).containsExactly(1);
    assertThat(soak.unexplained()).singleElement().asString().contains("something never seen");
  }

  @Test
  void anUnavailableServerIsAnExplanationOnlyDuringARestart(@TempDir Path folder)
      throws IOException {
    Path log = Files.writeString(folder.resolve("log"), REFUSED + "\n");
    var steady = new SoakLog();
    var restarted = new SoakLog();

    steady.read(log, false);
    restarted.read(log, true);

    assertThat(steady.unexplained()).containsExactly(REFUSED);
    assertThat(restarted.unexplained()).isEmpty();
  }
}
