package io.coxswain.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.coxswain.api.ObjectKey;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReconcileLoggerTest {
  @Test
  void keepsKeyValuePairsOfTheCallerStructured() {
    var target = (Logger) LoggerFactory.getLogger("controller.test");
    var appender = new ListAppender<ILoggingEvent>();
    appender.start();
    target.setLevel(Level.WARN);
    target.addAppender(appender);
    var log = new ReconcileLogger("test", null, ObjectKey.of("ns", "a"), () -> "u");

    log.atWarn().addKeyValue("node", "n1").log("Failed to get node");
    log.atInfo().addKeyValue("node", "n1").log("Not enabled");
    log.warn("Failed {}", "again");
    target.detachAppender(appender);
    target.setLevel(null);

    assertThat(appender.list)
        .extracting(event -> event.getFormattedMessage() + " " + event.getKeyValuePairs())
        .containsExactly(
            "Failed to get node [controller=\"test\", namespace=\"ns\", name=\"a\","
                + " reconcileID=\"u\", node=\"n1\"]",
            "Failed again [controller=\"test\", namespace=\"ns\", name=\"a\","
                + " reconcileID=\"u\"]");
  }
}
