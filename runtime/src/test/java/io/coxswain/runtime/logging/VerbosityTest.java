package io.coxswain.runtime.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.MarkerFactory;

/** Which lines are written at which verbosity. */
@Isolated
final class VerbosityTest {
  private final LoggerContext context = new LoggerContext();

  private ch.qos.logback.classic.Logger logger(Level level) {
    ch.qos.logback.classic.Logger logger = context.getLogger("some-controller");
    logger.setLevel(level);
    return logger;
  }

  @AfterEach
  void reset() {
    Verbosity.set(0);
  }

  @Test
  void writesLinesUpToTheVerbosityOfTheProcess() {
    Verbosity.set(2);

    assertThat(Verbosity.isOn(logger(Level.INFO), 0)).isTrue();
    assertThat(Verbosity.isOn(logger(Level.INFO), 2)).isTrue();
    assertThat(Verbosity.isOn(logger(Level.INFO), 3)).isFalse();
    assertThat(Verbosity.isOn(logger(Level.INFO), 4)).isFalse();
  }

  @Test
  void writesNoLineThatTheLoggerDrops() {
    Verbosity.set(9);

    assertThat(Verbosity.isOn(logger(Level.WARN), 0)).isFalse();
    assertThat(Verbosity.isOn(logger(Level.INFO), 4)).isFalse();
  }

  @Test
  void writesLinesUpToFourOnALoggerThatWritesDebug() {
    assertThat(Verbosity.isOn(logger(Level.DEBUG), 3)).isTrue();
    assertThat(Verbosity.isOn(logger(Level.DEBUG), 4)).isTrue();
    assertThat(Verbosity.isOn(logger(Level.DEBUG), 5)).isFalse();
    assertThat(Verbosity.isOn(logger(Level.TRACE), 5)).isTrue();
    assertThat(Verbosity.isOn(logger(Level.TRACE), 10)).isTrue();
  }

  @Test
  void marksLinesWithTheirVerbosity() {
    var appender = new ListAppender<ILoggingEvent>();
    appender.start();
    var logger = logger(Level.TRACE);
    logger.addAppender(appender);

    Verbosity.at(logger, 2).log("two");
    Verbosity.at(logger, 5).log("five");
    Verbosity.at(logger, 0).log("always");

    assertThat(appender.list)
        .extracting(ILoggingEvent::getLevel)
        .containsExactly(Level.INFO, Level.DEBUG, Level.INFO);
    assertThat(Verbosity.of(appender.list.get(0).getMarkerList().getFirst())).isEqualTo(2);
    assertThat(Verbosity.of(appender.list.get(1).getMarkerList().getFirst())).isEqualTo(5);
    assertThat(appender.list.get(2).getMarkerList()).isNull();
    assertThat(Verbosity.of(MarkerFactory.getMarker("other"))).isEqualTo(-1);
  }
}
