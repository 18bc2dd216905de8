package io.coxswain.kube.shop;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.coxswain.runtime.logging.Verbosity;
import java.util.List;
import java.util.Objects;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** The lines that controllers log while this is open, up to a verbosity of 5. */
public final class ControllerLines implements AutoCloseable {
  private static final String PREFIX = "controller.";

  private final Logger logger = (Logger) LoggerFactory.getLogger("controller");
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  /**
   * One line.
   *
   * @param verbosity a number, or {@code error}
   */
  public record Line(String controller, String message, List<String> keys, String verbosity) {}

  public ControllerLines() {
    appender.start();
    logger.setLevel(Level.TRACE);
    logger.setAdditive(false);
    logger.addAppender(appender);
  }

  public List<Line> lines() {
    return List.copyOf(appender.list).stream().map(ControllerLines::line).toList();
  }

  private static Line line(ILoggingEvent event) {
    List<KeyValuePair> pairs =
        Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of());
    return new Line(
        event.getLoggerName().substring(PREFIX.length()),
        event.getFormattedMessage(),
        pairs.stream().map(pair -> pair.key).filter(key -> !key.equals("logger")).toList(),
        verbosity(event));
  }

  private static String verbosity(ILoggingEvent event) {
    if (event.getLevel().equals(Level.ERROR)) {
      return "error";
    }
    return event.getMarkerList() == null
        ? "0"
        : String.valueOf(Verbosity.of(event.getMarkerList().getFirst()));
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setAdditive(true);
    logger.setLevel(null);
    appender.stop();
  }
}
