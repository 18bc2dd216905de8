package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * How commands log that do not log like another program: standard output belongs to what they
 * print, so what goes wrong is told on standard error. Logback finds this class by its service
 * file; a {@code logback.xml} goes first. Reading one would take a twentieth of the time to start.
 */
@ConfiguratorRank(ConfiguratorRank.FALLBACK + 1)
public final class PlainLogging extends ContextAwareBase implements Configurator {
  private static final String LINE = "%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n%ex{short}";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(LINE);
    encoder.start();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    context.getLogger("io.helidon").setLevel(Level.ERROR);
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
