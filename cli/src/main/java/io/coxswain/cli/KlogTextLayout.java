package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** {@code I1115 11:41:47.931735 3673 Logger] "message" key="value"}. */
final class KlogTextLayout extends LayoutBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMdd HH:mm:ss.SSSSSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final long PID = ManagementFactory.getRuntimeMXBean().getPid();

  @Override
  public String doLayout(ILoggingEvent event) {
    var line = new StringBuilder();
    line.append(letter(event.getLevel())).append(TIME.format(event.getInstant()));
    line.append(String.format(Locale.ROOT, " %7d ", PID));
    String name = event.getLoggerName();
    line.append(name.substring(name.lastIndexOf('.') + 1)).append("] ");
    line.append(quoted(event.getFormattedMessage()));
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        line.append(' ').append(pair.key).append('=').append(value(pair.value));
      }
    }
    line.append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.toString();
  }

  /** Numbers and truth values are not quoted; collections are shown as JSON. */
  private static String value(@Nullable Object value) {
    return switch (value) {
      case Number number -> number.toString();
      case Boolean bool -> bool.toString();
      case Collection<?> many ->
          many.stream()
              .map(each -> quoted(String.valueOf(each)))
              .collect(Collectors.joining(",", "[", "]"));
      case null, default -> quoted(String.valueOf(value));
    };
  }

  private static char letter(Level level) {
    return level.isGreaterOrEqual(Level.ERROR)
        ? 'E'
        : level.isGreaterOrEqual(Level.WARN) ? 'W' : 'I';
  }

  private static String quoted(String text) {
    return "\""
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t")
        + "\"";
  }
}
