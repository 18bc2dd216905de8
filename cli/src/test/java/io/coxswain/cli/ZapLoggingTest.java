package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.runtime.logging.ZapOptions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

final class ZapLoggingTest {

  @Test
  void anEventBecomesALineWithItsValuesAndItsError() throws Exception {
    var event =
        new LoggingEvent(
            "",
            new LoggerContext().getLogger("controller.trainjob"),
            Level.ERROR,
            "Reconciler {}",
            new IllegalStateException("broken"),
            new Object[] {"error"});
    event.setInstant(Instant.parse("2026-03-04T05:06:07Z"));
    event.setKeyValuePairs(List.of(new KeyValuePair("reconcileID", "u")));

    JsonNode line =
        Json.MAPPER.readTree(new ZapLogging.Layout(ZapOptions.production()).doLayout(event));

    assertThat(line.path("level").asText()).isEqualTo("error");
    assertThat(line.path("logger").asText()).isEqualTo("controller.trainjob");
    assertThat(line.path("msg").asText()).isEqualTo("Reconciler error");
    assertThat(line.path("reconcileID").asText()).isEqualTo("u");
    assertThat(line.path("error").asText()).isEqualTo("broken");
    assertThat(line.path("stacktrace").asText()).contains("IllegalStateException: broken");
  }

  @Test
  void mapsVerbosityToLevels() {
    assertThat(ZapLogging.level(0)).isEqualTo(Level.INFO);
    assertThat(ZapLogging.level(1)).isEqualTo(Level.DEBUG);
    assertThat(ZapLogging.level(7)).isEqualTo(Level.TRACE);
    assertThat(ZapLogging.level(-2)).isEqualTo(Level.ERROR);
    assertThat(ZapLogging.level(-4)).isEqualTo(Level.OFF);
  }
}
