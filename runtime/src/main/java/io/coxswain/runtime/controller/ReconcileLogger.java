package io.coxswain.runtime.controller;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventBuilder;

/** The controller's logger with the key and the ID of the reconcile as key-values. */
final class ReconcileLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;

  private final transient Logger target;
  private final String controller;
  private final transient @Nullable ResourceType kind;
  private final transient Object key;
  private final transient Supplier<String> id;

  ReconcileLogger(String controller, @Nullable ResourceType kind, Object key, Supplier<String> id) {
    this.target = LoggerFactory.getLogger("controller." + controller);
    this.name = target.getName();
    this.controller = controller;
    this.kind = kind;
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
    LoggingEventBuilder line = makeLoggingEventBuilder(level).setMessage(message);
    if (values != null) {
      for (Object value : values) {
        line = line.addArgument(value);
      }
    }
    (cause == null ? line : line.setCause(cause)).log();
  }

  /** A line of the fluent API, which has the same key-values as the others. */
  @Override
  public LoggingEventBuilder makeLoggingEventBuilder(Level level) {
    return about(target.makeLoggingEventBuilder(level).addKeyValue("controller", controller))
        .addKeyValue("reconcileID", id.get());
  }

  /** The key-values of programs based on controller-runtime. */
  private LoggingEventBuilder about(LoggingEventBuilder line) {
    LoggingEventBuilder more = line;
    if (kind != null) {
      more =
          more.addKeyValue("controllerGroup", kind.group())
              .addKeyValue("controllerKind", kind.kind());
    }
    if (!(key instanceof ObjectKey object)) {
      return more.addKeyValue("key", key);
    }
    if (kind != null) {
      var named = new LinkedHashMap<String, String>();
      named.put("name", object.name());
      named.put("namespace", object.namespace());
      more = more.addKeyValue(kind.kind(), named);
    }
    return more.addKeyValue("namespace", object.namespace()).addKeyValue("name", object.name());
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
