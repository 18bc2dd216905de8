package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.runtime.logging.Verbosity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** Lines as Kubernetes programs log them. */
final class KlogLoggingTest {
  private final LoggerContext context = new LoggerContext();

  private LoggingEvent event(Level level, String message) {
    var event =
        new LoggingEvent(
            "test", context.getLogger("io.coxswain.kube.host.Program"), level, message, null, null);
    event.setInstant(Instant.parse("2026-11-15T11:41:47.931735Z"));
    event.addKeyValuePair(new KeyValuePair("controller", "job \"x\"\n"));
    return event;
  }

  @Test
  void writesLevelTimeLoggerMessageAndValues() {
    String line = new KlogTextLayout().doLayout(event(Level.INFO, "Started controller"));
    assertThat(line)
        .matches("I1115 \\d\\d:41:47\\.931735 +\\d+ Program] \"Started controller\" .*\n")
        .endsWith("controller=\"job \\\"x\\\"\\n\"\n");
    assertThat(new KlogTextLayout().doLayout(event(Level.ERROR, "no"))).startsWith("E1115 ");
    assertThat(new KlogTextLayout().doLayout(event(Level.WARN, "no"))).startsWith("W1115 ");
  }

  @Test
  void writesOneJsonObjectALine() {
    String line = new KlogJsonLayout().doLayout(event(Level.INFO, "two\nlines"));
    assertThat(line.strip()).doesNotContain("\n");
    JsonNode info = Json.tree(line.getBytes(StandardCharsets.UTF_8));
    assertThat(info.path("ts").decimalValue()).hasToString("1794742907931.735");
    assertThat(info.path("v").asInt()).isZero();
    assertThat(info.path("msg").asText()).isEqualTo("two\nlines");
    assertThat(info.path("controller").asText()).startsWith("job");

    JsonNode error =
        Json.tree(
            new KlogJsonLayout()
                .doLayout(event(Level.ERROR, "no"))
                .getBytes(StandardCharsets.UTF_8));
    assertThat(error.has("err")).isTrue();
    assertThat(error.has("v")).isFalse();
  }

  @Test
  void mapsVerbosityToLevels() {
    assertThat(KlogLogging.levelOf(0)).isEqualTo(Level.INFO);
    assertThat(KlogLogging.levelOf(3)).isEqualTo(Level.INFO);
    assertThat(KlogLogging.levelOf(4)).isEqualTo(Level.DEBUG);
    assertThat(KlogLogging.levelOf(10)).isEqualTo(Level.TRACE);
  }

  @Test
  void quotesTextButNotNumbers() {
    LoggingEvent event = event(Level.INFO, "Too few replicas");
    event.addKeyValuePair(new KeyValuePair("need", 3));
    event.addKeyValuePair(new KeyValuePair("virtual", false));
    event.addKeyValuePair(new KeyValuePair("podCIDRs", List.of("10.0.0.0/24", "fd00::/64")));

    assertThat(new KlogTextLayout().doLayout(event))
        .endsWith(" need=3 virtual=false podCIDRs=[\"10.0.0.0/24\",\"fd00::/64\"]\n");
    JsonNode line =
        Json.tree(new KlogJsonLayout().doLayout(event).getBytes(StandardCharsets.UTF_8));
    assertThat(line.path("need").isInt()).isTrue();
    assertThat(line.path("virtual").isBoolean()).isTrue();
  }

  @Test
  void writesTheVerbosityOfALine() {
    var appender = new ListAppender<ILoggingEvent>();
    appender.start();
    var logger = context.getLogger("job-controller");
    logger.setLevel(Level.DEBUG);
    logger.addAppender(appender);
    Verbosity.at(logger, 2).log("two");
    Verbosity.at(logger, 0).log("none");

    assertThat(appender.list).extracting(KlogLogging::verbosityOf).containsExactly(2, 0);
  }
}
