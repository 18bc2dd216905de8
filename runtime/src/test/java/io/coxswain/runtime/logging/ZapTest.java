package io.coxswain.runtime.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZapTest {
  private static final Instant TIME = Instant.parse("2026-03-04T05:06:07.080900Z");

  @Test
  void defaultsDependOnTheMode() throws FlagException {
    assertThat(options()).isEqualTo(ZapOptions.production());
    assertThat(options("--zap-devel")).isEqualTo(ZapOptions.development());
    assertThat(options("--zap-devel", "--zap-encoder=json", "--zap-log-level=info").json())
        .isTrue();
  }

  @Test
  void acceptsUpstreamValues() throws FlagException {
    assertThat(options("--zap-log-level=error").verbosity()).isNegative();
    assertThat(options("--zap-log-level=5").verbosity()).isEqualTo(5);
    assertThat(options("--zap-stacktrace-level=panic").stacks())
        .isEqualTo(ZapOptions.Severity.PANIC);
    assertThat(options("--zap-time-encoding=nanos").time())
        .isEqualTo(ZapOptions.TimeEncoding.NANOS);
  }

  @Test
  void reportsErrorsWithUpstreamMessages() {
    assertThatThrownBy(() -> options("--zap-log-level=loud"))
        .hasMessage("invalid value \"loud\" for flag -zap-log-level: invalid log level \"loud\"");
    assertThatThrownBy(() -> options("--zap-log-level=-1")).isInstanceOf(FlagException.class);
    assertThatThrownBy(() -> options("--zap-time-encoding=nano"))
        .hasMessageContaining("invalid time-encoding value \"nano\"");
    assertThatThrownBy(() -> options("--zap-encoder=xml"))
        .hasMessageContaining("invalid encoder value \"xml\"");
    assertThatThrownBy(() -> options("--zap-stacktrace-level=debug"))
        .hasMessageContaining("invalid stacktrace level \"debug\"");
  }

  @Test
  void formatsJsonWithTheFieldsOfZapInOrder() {
    assertThat(line(null).format(ZapOptions.production()))
        .isEqualTo(
            "{\"level\":\"info\",\"ts\":\"2026-03-04T05:06:07Z\",\"logger\":\"controller.trainjob\",\"msg\":\"Reconciled\",\"TrainJob\":{\"name\":\"a\",\"namespace\":\"ns\"},\"reconcileID\":\"u\"}\n");
  }

  @Test
  void includesTheStackTraceOfErrorsIfConfigured() {
    var error =
        new ZapLine(
            ZapOptions.Severity.ERROR,
            TIME,
            "",
            "Reconciler error",
            new LinkedHashMap<>(),
            new IllegalStateException("broken"));

    assertThat(error.format(ZapOptions.production()))
        .startsWith(
            "{\"level\":\"error\",\"ts\":\"2026-03-04T05:06:07Z\",\"msg\":\"Reconciler"
                + " error\",\"error\":\"broken\",\"stacktrace\":\"java.lang.IllegalStateException:"
                + " broken\\n")
        .endsWith("}\n");
    assertThat(line(new IllegalStateException("broken")).format(ZapOptions.production()))
        .contains("\"error\":\"broken\"}");
  }

  @Test
  void formatsConsoleLinesInColumns() {
    assertThat(line(null).format(ZapOptions.development()))
        .isEqualTo(
            "2026-03-04T05:06:07Z\tINFO\tcontroller.trainjob\tReconciled\t"
                + "{\"TrainJob\":{\"name\":\"a\",\"namespace\":\"ns\"},\"reconcileID\":\"u\"}\n");
  }

  @Test
  void formatsTimeInSixEncodings() {
    assertThat(time(ZapOptions.TimeEncoding.EPOCH)).isEqualTo("1772600767.080900000");
    assertThat(time(ZapOptions.TimeEncoding.MILLIS)).isEqualTo("1772600767080.9");
    assertThat(time(ZapOptions.TimeEncoding.NANOS)).isEqualTo("1772600767080900000");
    assertThat(time(ZapOptions.TimeEncoding.ISO8601)).isEqualTo("2026-03-04T05:06:07.080Z");
    assertThat(time(ZapOptions.TimeEncoding.RFC3339)).isEqualTo("2026-03-04T05:06:07Z");
    assertThat(time(ZapOptions.TimeEncoding.RFC3339NANO)).isEqualTo("2026-03-04T05:06:07.080900Z");
  }

  private static String time(ZapOptions.TimeEncoding encoding) {
    var options = new ZapOptions(false, 0, ZapOptions.Severity.ERROR, encoding);
    return line(null).format(options).split("\t")[0];
  }

  private static ZapLine line(@org.jspecify.annotations.Nullable Throwable error) {
    var values = new LinkedHashMap<String, Object>();
    var key = new LinkedHashMap<>(Map.of("name", "a"));
    key.put("namespace", "ns");
    values.put("TrainJob", key);
    values.put("reconcileID", "u");
    return new ZapLine(
        ZapOptions.Severity.INFO, TIME, "controller.trainjob", "Reconciled", values, error);
  }

  private static ZapOptions options(String... line) throws FlagException {
    var flags = new Flags(Flags.Style.GO);
    ZapOptions.declare(flags, false);
    flags.parse(List.of(line));
    return ZapOptions.of(flags);
  }
}
