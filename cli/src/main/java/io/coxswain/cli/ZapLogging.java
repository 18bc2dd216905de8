package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.LayoutBase;
import io.coxswain.runtime.logging.ZapLine;
import io.coxswain.runtime.logging.ZapOptions;
import java.util.LinkedHashMap;
import org.slf4j.LoggerFactory;

/** Logs in the formats of controller-runtime programs, on standard error. */
final class ZapLogging {
  private ZapLogging() {}

  static void apply(ZapOptions options) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(StandardError.appender(context, new Layout(options)));
    root.setLevel(level(options.verbosity()));
  }

  static Level level(int verbosity) {
    return switch (verbosity) {
      case 0 -> Level.INFO;
      case 1 -> Level.DEBUG;
      case -1 -> Level.WARN;
      default -> verbosity > 0 ? Level.TRACE : verbosity < -2 ? Level.OFF : Level.ERROR;
    };
  }

  /** Formats a Logback event as a line. */
  static final class Layout extends LayoutBase<ILoggingEvent> {
    private final ZapOptions options;

    Layout(ZapOptions options) {
      this.options = options;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
      var values = new LinkedHashMap<String, Object>();
      if (event.getKeyValuePairs() != null) {
        event.getKeyValuePairs().forEach(pair -> values.put(pair.key, pair.value));
      }
      return new ZapLine(
              severity(event.getLevel()),
              event.getInstant(),
              event.getLoggerName(),
              event.getFormattedMessage(),
              values,
              event.getThrowableProxy() instanceof ThrowableProxy proxy
                  ? proxy.getThrowable()
                  : null)
          .format(options);
    }

    private static ZapOptions.Severity severity(Level level) {
      return switch (level.levelInt) {
        case Level.ERROR_INT -> ZapOptions.Severity.ERROR;
        case Level.WARN_INT -> ZapOptions.Severity.WARN;
        case Level.INFO_INT -> ZapOptions.Severity.INFO;
        default -> ZapOptions.Severity.DEBUG;
      };
    }
  }
}
