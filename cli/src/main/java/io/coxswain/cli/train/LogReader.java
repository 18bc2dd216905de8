package io.coxswain.cli.train;

import io.coxswain.api.Timestamps;
import io.coxswain.env.ApiStream;
import io.coxswain.env.CancelledException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Extracts the new lines from a log with timestamps. */
final class LogReader {
  /** Longer lines are split. */
  private static final int MAX_LENGTH = 64 * 1024;

  private final LogPosition position;
  private final Consumer<String> lines;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private @Nullable Instant time;
  private int nth;

  LogReader(LogPosition position, Consumer<String> lines) {
    this.position = position;
    this.lines = lines;
  }

  /** Reads to the end; an unterminated last line counts. */
  void read(ApiStream stream) throws IOException, CancelledException {
    for (byte[] chunk = stream.next(); chunk != null; chunk = stream.next()) {
      for (byte each : chunk) {
        if (each == '\n') {
          end();
        } else {
          begun.write(each);
          if (begun.size() >= MAX_LENGTH) {
            end();
          }
        }
      }
    }
    if (begun.size() > 0) {
      end();
    }
  }

  private void end() {
    String line = begun.toString(StandardCharsets.UTF_8);
    begun.reset();
    int space = line.indexOf(' ');
    Instant at = space < 0 ? null : parse(line.substring(0, space));
    if (at == null) {
      lines.accept(line); // the rest of a long line
      return;
    }
    nth = at.equals(time) ? nth + 1 : 1;
    time = at;
    if (position.take(at, nth)) {
      lines.accept(line.substring(space + 1));
    }
  }

  private static @Nullable Instant parse(String text) {
    try {
      return Timestamps.instant(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
