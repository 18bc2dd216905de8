package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.coxswain.kube.host.shared.Logging;
import io.coxswain.runtime.logging.Verbosity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Logs in the formats of Kubernetes programs, on standard error. */
final class KlogLogging implements Logging {
  private volatile int verbosity;

  @Override
  public void apply(String format, int level, String modules) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(
        StandardError.appender(
            context, format.equals("json") ? new KlogJsonLayout() : new KlogTextLayout()));
    context.resetTurboFilterList();
    if (!modules.isEmpty()) {
      var filter = new ModuleFilter(modules);
      filter.setContext(context);
      filter.start();
      context.addTurboFilter(filter);
    }
    verbosity(level);
  }

  @Override
  public void verbosity(int level) {
    verbosity = level;
    Verbosity.set(level);
    var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(levelOf(level));
  }

  @Override
  public int verbosity() {
    return verbosity;
  }

  static Level levelOf(int verbosity) {
    return verbosity >= Verbosity.TRACE
        ? Level.TRACE
        : verbosity >= Verbosity.DEBUG ? Level.DEBUG : Level.INFO;
  }

  /** The verbosity of a line: the one that it states, or the one of its level. */
  static int verbosityOf(ILoggingEvent event) {
    if (event.getMarkerList() != null) {
      for (Marker marker : event.getMarkerList()) {
        int verbosity = Verbosity.of(marker);
        if (verbosity >= 0) {
          return verbosity;
        }
      }
    }
    return verbosityOf(event.getLevel());
  }

  /** The klog verbosity that corresponds to a log level. */
  static int verbosityOf(Level level) {
    return level.isGreaterOrEqual(Level.INFO)
        ? 0
        : level.isGreaterOrEqual(Level.DEBUG) ? Verbosity.DEBUG : Verbosity.TRACE;
  }

  /** Sets a higher verbosity for some loggers; the first matching pattern applies. */
  private static final class ModuleFilter extends TurboFilter {
    private final List<Rule> rules = new ArrayList<>();

    private record Rule(Pattern pattern, Level level) {}

    ModuleFilter(String modules) {
      for (String part : modules.split(",")) {
        String[] pair = part.split("=", 2);
        String glob = Pattern.quote(pair[0]).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
        rules.add(
            new Rule(
                Pattern.compile(glob, Pattern.CASE_INSENSITIVE),
                levelOf(Integer.parseInt(pair[1]))));
      }
    }

    @Override
    public FilterReply decide(
        @Nullable Marker marker,
        Logger logger,
        Level level,
        @Nullable String format,
        Object @Nullable [] params,
        @Nullable Throwable failure) {
      String name = logger.getName().toLowerCase(Locale.ROOT);
      String last = name.substring(name.lastIndexOf('.') + 1);
      for (Rule rule : rules) {
        if (rule.pattern.matcher(last).matches()) {
          return level.isGreaterOrEqual(rule.level) ? FilterReply.ACCEPT : FilterReply.DENY;
        }
      }
      return FilterReply.NEUTRAL;
    }
  }
}
