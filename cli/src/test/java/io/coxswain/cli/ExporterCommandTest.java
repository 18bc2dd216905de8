package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.exporter.ExporterSettings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ExporterCommandTest {

  @AfterEach
  void restoreLogs() throws Exception {
    TestLogs.restore();
  }

  private static final String VARIABLE = "SLURM_EXPORTER_CLUSTER_NAME";

  /** What the program prints on standard error before it ends with the code. */
  private static String errors(int code, String... words) {
    PrintStream real = System.err;
    var caught = new ByteArrayOutputStream();
    System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
    try {
      assertThat(ExporterCommand.run(List.of(words), new TreeMap<>())).isEqualTo(code);
    } finally {
      System.setErr(real);
    }
    return caught.toString(StandardCharsets.UTF_8);
  }

  private static String cluster(Map<String, String> environment, String... words) throws Exception {
    Flags flags = ExporterSettings.flags();
    flags.parse(List.of(words));
    return ExporterSettings.of(flags, new TreeMap<>(environment)).cluster();
  }

  @Test
  @Scenario("soperator-9")
  void needsTheNameOfTheClusterByFlagOrEnvironment() throws Exception {
    assertThat(errors(1))
        .contains("Error: --cluster-name (or SLURM_EXPORTER_CLUSTER_NAME) is required")
        .contains("Usage of exporter:")
        .contains("-collection-interval string");
    assertThat(cluster(Map.of(VARIABLE, "env"))).isEqualTo("env");
    assertThat(cluster(Map.of(VARIABLE, "env"), "--cluster-name=flag")).isEqualTo("flag");
  }

  @Test
  void exitsWithTwoForAnUnknownFlag() {
    assertThat(errors(2, "--nonsense")).contains("flag provided but not defined: -nonsense");
  }

  @Test
  void exitsWithOneForAnInvalidAddress() {
    assertThat(errors(1, "--cluster-name=c", "--standalone", "--slurm-api-server=nowhere"))
        .contains("must be http://host:port");
  }
}
