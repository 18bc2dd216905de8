package io.coxswain.node.logs;

import io.coxswain.api.Timestamps;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * One stored line: {@code <time> stdout F <text>}, the time with nine digits after the point.
 *
 * @param full false for the first parts of a line that was too long to store in one
 */
record LogLine(String time, boolean full, byte[] text) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final int TIME_LENGTH = "2026-01-02T03:04:05.123456789Z".length();
  private static final int HEAD_LENGTH = TIME_LENGTH + " stdout F ".length();

  static LogLine of(Instant time, boolean full, byte[] text) {
    return new LogLine(TIME.format(time), full, text);
  }

  /** Reads a stored line, without its end. */
  static LogLine parse(byte[] stored) {
    var head = new String(stored, 0, HEAD_LENGTH, StandardCharsets.US_ASCII);
    var text = new byte[stored.length - HEAD_LENGTH];
    System.arraycopy(stored, HEAD_LENGTH, text, 0, text.length);
    return new LogLine(head.substring(0, TIME_LENGTH), head.charAt(HEAD_LENGTH - 2) == 'F', text);
  }

  boolean isBefore(Instant since) {
    return Timestamps.instant(time).isBefore(since);
  }

  byte[] stored() {
    var bytes = new ByteArrayOutputStream(HEAD_LENGTH + text.length + 1);
    bytes.writeBytes(
        (time + " stdout " + (full ? 'F' : 'P') + " ").getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(text);
    bytes.write('\n');
    return bytes.toByteArray();
  }

  /** As a reader sees it. */
  byte[] shown(boolean timestamps, boolean atLineStart) {
    var bytes = new ByteArrayOutputStream(HEAD_LENGTH + text.length + 1);
    if (timestamps && atLineStart) {
      bytes.writeBytes((time + " ").getBytes(StandardCharsets.UTF_8));
    }
    bytes.writeBytes(text);
    if (full) {
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }
}
