package io.coxswain.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.util.Objects;
import org.slf4j.LoggerFactory;

/** Logs as tests have them, after a program that ran in the test's own process set its own. */
final class TestLogs {
  private TestLogs() {}

  static void restore() throws JoranException {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Objects.requireNonNull(TestLogs.class.getResource("/logback-test.xml")));
  }
}
