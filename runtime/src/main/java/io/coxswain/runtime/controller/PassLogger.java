package io.coxswain.runtime.controller;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventBuilder;

/** The controller's logger, adding the key and the id of a pass to each line. */
final class PassLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;

  private final transient Logger target;
  private final String controller;
  private final String key;
  private final transient Supplier<String> id;

  PassLogger(String controller, String key, Supplier<String> id) {
    this.target = LoggerFactory.getLogger("controller." + controller);
    this.name = target.getName();
    this.controller = controller;
    this.key = key;
    this.id = id;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String message,
      Object @Nullable [] values,
      @Nullable Throwable cause) {
    LoggingEventBuilder line =
        target
            .makeLoggingEventBuilder(level)
            .addKeyValue("controller", controller)
            .addKeyValue("key", key)
            .addKeyValue("reconcileID", id.get())
            .setMessage(message);
    if (values != null) {
      for (Object value : values) {
        line = line.addArgument(value);
      }
    }
    (cause == null ? line : line.setCause(cause)).log();
  }

  @Override
  public boolean isTraceEnabled() {
    return target.isTraceEnabled();
  }

  @Override
  public boolean isDebugEnabled() {
    return target.isDebugEnabled();
  }

  @Override
  public boolean isInfoEnabled() {
    return target.isInfoEnabled();
  }

  @Override
  public boolean isWarnEnabled() {
    return target.isWarnEnabled();
  }

  @Override
  public boolean isErrorEnabled() {
    return target.isErrorEnabled();
  }
}
