package io.coxswain.kube.common;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.logging.Verbosity;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The logger of a controller, for events that upstream logs too: the same fixed message, keys and
 * verbosity. Keys and values alternate; an object is shown as its namespace and name.
 */
public final class Klog {
  private static final String UNHANDLED = "UnhandledError";

  private final String name;
  private final Logger log;

  private Klog(String name) {
    this.name = name;
    this.log = LoggerFactory.getLogger("controller." + name);
  }

  /**
   * @param controller the canonical name of the controller, such as {@code job-controller}
   */
  public static Klog of(String controller) {
    return new Klog(controller);
  }

  /** The canonical name of the controller. */
  public String name() {
    return name;
  }

  /** A line that is always written. */
  public void info(String message, @Nullable Object... pairs) {
    info(0, message, pairs);
  }

  /**
   * A line that is written with {@code -v} of at least this number. The pairs are evaluated in any
   * case, so they should be cheap.
   */
  public void info(int verbosity, String message, @Nullable Object... pairs) {
    if (isOn(verbosity)) {
      write(Verbosity.at(log, verbosity), pairs).log(message);
    }
  }

  public boolean isOn(int verbosity) {
    return Verbosity.isOn(log, verbosity);
  }

  /** A failure that the controller handles itself. */
  public void error(@Nullable Exception failure, String message, @Nullable Object... pairs) {
    write(withError(log.atError(), failure), pairs).log(message);
  }

  /**
   * A failed reconcile.
   *
   * @param expected whether the failure belongs to normal operation
   */
  public void handle(
      boolean expected, Exception failure, String message, @Nullable Object... pairs) {
    LoggingEventBuilder line = withError(failed(expected), failure);
    write(line.addKeyValue("logger", UNHANDLED), pairs).log(message);
  }

  /** A failed reconcile whose error text names what failed. */
  public void unhandled(boolean expected, String error) {
    failed(expected)
        .addKeyValue("err", error)
        .addKeyValue("logger", UNHANDLED)
        .log("Unhandled Error");
  }

  private LoggingEventBuilder failed(boolean expected) {
    return log.atLevel(expected ? Level.INFO : Level.ERROR);
  }

  private static LoggingEventBuilder withError(
      LoggingEventBuilder line, @Nullable Exception failure) {
    return failure == null ? line : line.addKeyValue("err", failure.getMessage());
  }

  private static LoggingEventBuilder write(LoggingEventBuilder line, @Nullable Object... pairs) {
    LoggingEventBuilder more = line;
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      Object value = pairs[i + 1];
      more =
          more.addKeyValue(
              (String) pairs[i],
              value instanceof HasMetadata object ? ObjectKey.of(object) : value);
    }
    return more;
  }
}
