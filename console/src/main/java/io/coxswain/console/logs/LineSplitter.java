package io.coxswain.console.logs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** Splits a stream of bytes into lines. The rest of a long line is dropped. Not thread-safe. */
final class LineSplitter {
  static final int MAX_LENGTH = 16 * 1024;

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean cut;

  /**
   * Adds bytes.
   *
   * @param lines is given each complete line, and whether it was cut
   */
  void add(byte[] bytes, BiConsumer<String, Boolean> lines) {
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        keep(bytes, from, i);
        flush(lines);
        from = i + 1;
      }
    }
    keep(bytes, from, bytes.length);
  }

  private void keep(byte[] bytes, int from, int to) {
    int room = MAX_LENGTH - line.size();
    int length = Math.min(room, to - from);
    cut |= length < to - from;
    line.write(bytes, from, length);
  }

  /** Ends the last line, if it has no line break. */
  void end(BiConsumer<String, Boolean> lines) {
    if (line.size() > 0) {
      flush(lines);
    }
  }

  private void flush(BiConsumer<String, Boolean> lines) {
    String text = line.toString(StandardCharsets.UTF_8);
    lines.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text, cut);
    line.reset();
    cut = false;
  }
}
