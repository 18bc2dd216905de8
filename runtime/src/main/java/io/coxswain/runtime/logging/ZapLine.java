package io.coxswain.runtime.logging;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A log line.
 *
 * @param logger empty for none
 * @param values further key-values, in order
 * @param error null for none
 */
public record ZapLine(
    ZapOptions.Severity severity,
    Instant time,
    String logger,
    String message,
    SequencedMap<String, Object> values,
    @Nullable Throwable error) {
  private static final DateTimeFormatter ISO8601 =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** The line, including the line terminator. */
  public String format(ZapOptions options) {
    boolean stack = error != null && severity.compareTo(options.stacks()) >= 0;
    return options.json() ? json(options.time(), stack) : console(options.time(), stack);
  }

  private String json(ZapOptions.TimeEncoding encoding, boolean stack) {
    ObjectNode line = Json.MAPPER.createObjectNode();
    line.put("level", severity.word());
    switch (encoding) {
      case EPOCH -> line.put("ts", seconds());
      case MILLIS -> line.put("ts", seconds().movePointRight(3).stripTrailingZeros());
      case NANOS -> line.put("ts", seconds().movePointRight(9).longValue());
      default -> line.put("ts", text(encoding));
    }
    if (!logger.isEmpty()) {
      line.put("logger", logger);
    }
    line.put("msg", message);
    fill(line);
    if (stack && error != null) {
      line.put("stacktrace", stack(error));
    }
    return line + "\n";
  }

  private String console(ZapOptions.TimeEncoding encoding, boolean stack) {
    var line = new StringBuilder(text(encoding));
    line.append('\t').append(severity.name());
    if (!logger.isEmpty()) {
      line.append('\t').append(logger);
    }
    line.append('\t').append(message);
    ObjectNode rest = Json.MAPPER.createObjectNode();
    fill(rest);
    if (!rest.isEmpty()) {
      line.append('\t').append(rest);
    }
    if (stack && error != null) {
      line.append('\n').append(stack(error));
    }
    return line.append('\n').toString();
  }

  private void fill(ObjectNode line) {
    values.forEach((name, value) -> line.set(name, Json.MAPPER.valueToTree(value)));
    if (error != null) {
      line.put("error", String.valueOf(error.getMessage()));
    }
  }

  private BigDecimal seconds() {
    return BigDecimal.valueOf(time.getEpochSecond()).add(BigDecimal.valueOf(time.getNano(), 9));
  }

  private String text(ZapOptions.TimeEncoding encoding) {
    return switch (encoding) {
      case EPOCH -> seconds().toPlainString();
      case MILLIS -> seconds().movePointRight(3).stripTrailingZeros().toPlainString();
      case NANOS -> seconds().movePointRight(9).toBigInteger().toString();
      case ISO8601 -> ISO8601.format(time);
      case RFC3339 -> time.truncatedTo(ChronoUnit.SECONDS).toString();
      case RFC3339NANO -> time.toString();
    };
  }

  private static String stack(Throwable error) {
    var text = new StringBuilder();
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      text.append(text.isEmpty() ? "" : "\ncaused by ").append(cause);
      for (StackTraceElement frame : cause.getStackTrace()) {
        text.append("\n\t").append(frame);
      }
    }
    return text.toString();
  }
}
