package io.coxswain.slurm.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.Flags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExporterSettingsTest {

  private static ExporterSettings settings(Map<String, String> environment, String... words)
      throws Exception {
    Flags flags = ExporterSettings.flags();
    flags.parse(List.of(words));
    return ExporterSettings.of(flags, new TreeMap<>(environment));
  }

  @Test
  void hasUpstreamsDefaults() throws Exception {
    ExporterSettings settings = settings(Map.of(), "--cluster-name=c");

    assertThat(settings.metricsAddress()).isEqualTo(":8080");
    assertThat(settings.monitoringAddress()).isEqualTo(":8081");
    assertThat(settings.server()).isEqualTo("http://localhost:6820");
    assertThat(settings.namespace()).isEqualTo("soperator");
    assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.inflight()).isEqualTo(1);
    assertThat(settings.jobs()).isEqualTo(new JobSource.Controller());
    assertThat(settings.scontrol()).isEqualTo("scontrol");
    assertThat(settings.rotation()).isEqualTo(Duration.ofMinutes(30));
    assertThat(settings.standalone()).isFalse();
    assertThat(settings.staticToken()).isEmpty();
  }

  @Test
  @Scenario("soperator-10")
  void readsIntervalsAsPrometheusAndAsGoWriteThem() throws Exception {
    assertThat(settings(Map.of(), "--cluster-name=c", "--collection-interval=1d").interval())
        .isEqualTo(Duration.ofHours(24));
    assertThat(settings(Map.of(), "--cluster-name=c", "--collection-interval=0.5s").interval())
        .isEqualTo(Duration.ofMillis(500));
  }

  @ParameterizedTest
  @CsvSource({"1h30m,5400", "2w,1209600", "1y,31536000", "1d12h,129600", "2h45m30.5s,9930"})
  void readsDurations(String text, long seconds) throws Exception {
    assertThat(PrometheusDuration.parse(text).toSeconds()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "--collection-interval=soon,not a valid duration string",
    "--collection-interval=0s,must be > 0",
    "--max-collector-inflight=0,must be a number > 0",
    "--max-collector-inflight=many,must be a number > 0",
    "--job-source=guess,unsupported job source",
  })
  void rejectsInvalidValues(String flag, String why) {
    assertThatThrownBy(() -> settings(Map.of(), "--cluster-name=c", flag))
        .hasMessageContaining(flag.substring(0, flag.indexOf('=')))
        .hasMessageContaining(why);
  }

  @Test
  void looksAtTheLookbackForAccountingAlone() throws Exception {
    assertThat(settings(Map.of(), "--cluster-name=c", "--accounting-jobs-lookback=x").jobs())
        .isEqualTo(new JobSource.Controller());
    assertThat(
            settings(
                    Map.of("SLURM_EXPORTER_JOB_SOURCE", " Accounting "),
                    "--cluster-name=c",
                    "--accounting-jobs-lookback=2h")
                .jobs())
        .isEqualTo(new JobSource.Accounting("c", Duration.ofHours(2)));
    assertThatThrownBy(
            () ->
                settings(
                    Map.of(),
                    "--cluster-name=c",
                    "--job-source=accounting",
                    "--accounting-jobs-lookback=0s"))
        .hasMessageContaining("--accounting-jobs-lookback");
  }

  @Test
  void usesTheDefaultForAnInvalidRotation() throws Exception {
    assertThat(settings(Map.of(), "--cluster-name=c", "--key-rotation-interval=1d").rotation())
        .isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void takesTheTokenFromTheEnvironmentUnlessTheFlagHasIt() throws Exception {
    var environment = Map.of("SLURM_EXPORTER_TOKEN", "theirs");

    assertThat(settings(environment, "--cluster-name=c").staticToken()).isEqualTo("theirs");
    ExporterSettings both = settings(environment, "--cluster-name=c", "--static-token=mine");
    assertThat(both.staticToken()).isEqualTo("mine");
    assertThat(both.toString()).doesNotContain("mine");
  }
}
