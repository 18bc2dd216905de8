package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * Records every warning and error that is logged until it is closed. A healthy run logs none: an
 * expected condition such as a conflict or an object that does not exist yet is not a problem.
 */
final class LoggedProblems extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final int MAX_LINES = 1_000;

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger root;
  private final Level before;

  private LoggedProblems() {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    before = Objects.requireNonNull(root.getLevel());
    setContext(context);
  }

  static LoggedProblems record() {
    var problems = new LoggedProblems();
    problems.start();
    problems.root.addAppender(problems);
    problems.root.setLevel(Level.WARN);
    return problems;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN) && lines.size() < MAX_LINES) {
      lines.add(
          "%s %s: %s%s"
              .formatted(
                  event.getLevel(),
                  event.getLoggerName(),
                  event.getFormattedMessage(),
                  event.getKeyValuePairs() == null ? "" : " " + event.getKeyValuePairs()));
    }
  }

  /** {@code LEVEL logger: message [key="value", ...]} of each event, in order. */
  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    root.setLevel(before);
    root.detachAppender(this);
    stop();
  }
}
