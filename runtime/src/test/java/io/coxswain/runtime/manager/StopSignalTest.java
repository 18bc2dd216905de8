package io.coxswain.runtime.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A real signal to a real process. {@code StopScenarioTest} of module {@code sim} measures the
 * time.
 */
@Timeout(120)
class StopSignalTest {

  @Test
  @Scenario("runtime-1")
  void aSignalStopsAProgramWhoseCacheNeverSyncs() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                NeverSynced.class.getName())
            .redirectErrorStream(true)
            .start();
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = out.readLine();
      while (line != null && !line.equals("ready")) {
        line = out.readLine();
      }
      assertThat(line).isEqualTo("ready");
      // Let it get to where it waits, then see that waiting costs nothing.
      Duration before = settled(process);
      Duration after = settled(process);

      process.toHandle().destroy(); // SIGTERM

      assertThat(out.lines()).contains("stopped");
      assertThat(process.waitFor()).isEqualTo(NeverSynced.STOPPED);
      assertThat(after.minus(before)).isLessThan(Duration.ofMillis(500));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Processor time once it uses less than a tenth of a core. */
  private static Duration settled(Process process) throws InterruptedException {
    Duration last = Duration.ZERO;
    while (true) {
      Duration now = process.info().totalCpuDuration().orElse(Duration.ZERO);
      if (now.minus(last).compareTo(Duration.ofMillis(100)) < 0) {
        return now;
      }
      last = now;
      assertThat(process.waitFor(1, java.util.concurrent.TimeUnit.SECONDS)).isFalse();
    }
  }
}
