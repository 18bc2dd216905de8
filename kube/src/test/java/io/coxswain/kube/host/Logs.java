package io.coxswain.kube.host;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the program logs while this is open. */
final class Logs implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.coxswain.kube.host");
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  Logs() {
    appender.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(appender);
  }

  /** Messages with their values. */
  List<String> lines() {
    return List.copyOf(appender.list).stream()
        .map(
            event ->
                event.getFormattedMessage()
                    + (event.getKeyValuePairs() == null
                        ? ""
                        : " " + event.getKeyValuePairs().toString()))
        .toList();
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setLevel(null);
    appender.stop();
  }
}
