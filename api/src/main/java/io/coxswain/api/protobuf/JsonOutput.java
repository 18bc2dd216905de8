package io.coxswain.api.protobuf;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;

/** A growing array of bytes to which JSON is written. Not thread-safe. */
final class JsonOutput {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int SECONDS_PER_HOUR = 3_600;
  private static final int MAX_YEAR = 9_999;
  private static final int LONGEST_ESCAPE = 6;
  private static final int MAX_SIZE = Integer.MAX_VALUE - 64;

  private byte[] bytes;
  private int size;

  JsonOutput(int capacity) {
    bytes = new byte[Math.max(capacity, 64)];
  }

  int size() {
    return size;
  }

  /** Discards what was written after the size was this. */
  void truncate(int to) {
    size = to;
  }

  void put(char ascii) {
    reserve(1);
    bytes[size++] = (byte) ascii;
  }

  void put(byte[] value) {
    put(value, 0, value.length);
  }

  void put(byte[] value, int from, int to) {
    reserve(to - from);
    System.arraycopy(value, from, bytes, size, to - from);
    size += to - from;
  }

  void put(String ascii) {
    put(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  /** Separates a member or element from the one before it. */
  void separate() {
    byte last = bytes[size - 1];
    if (last != '{' && last != '[') {
      put(',');
    }
  }

  /** Writes UTF-8 as a string; malformed bytes are replaced, as by Go. */
  void text(byte[] utf8, int from, int to) {
    reserve(to - from + 2);
    bytes[size++] = '"';
    int at = from;
    while (at < to && isPlain(utf8[at])) {
      at++;
    }
    System.arraycopy(utf8, from, bytes, size, at - from);
    size += at - from;
    if (at < to) {
      escape(utf8, at, to);
    }
    put('"');
  }

  /** Bytes beyond ASCII are negative. */
  private static boolean isPlain(byte b) {
    return b >= ' ' && b != '"' && b != '\\';
  }

  private void escape(byte[] utf8, int from, int to) {
    byte[] valid =
        new String(utf8, from, to - from, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    for (byte b : valid) {
      reserve(LONGEST_ESCAPE);
      switch (b) {
        case '"', '\\' -> {
          bytes[size++] = '\\';
          bytes[size++] = b;
        }
        case '\n' -> {
          bytes[size++] = '\\';
          bytes[size++] = 'n';
        }
        default -> {
          if (b >= 0 && b < ' ') {
            put("\\u00");
            bytes[size++] = HEX[b >> 4];
            bytes[size++] = HEX[b & 0xf];
          } else {
            bytes[size++] = b;
          }
        }
      }
    }
  }

  void number(long value) {
    if (value >= 0 && value < 10) {
      put((char) ('0' + value));
    } else {
      put(Long.toString(value));
    }
  }

  /**
   * Writes a time as RFC 3339 does.
   *
   * @param nanos with microseconds if not negative
   */
  void time(long seconds, int nanos) throws ProtobufException {
    long days = Math.floorDiv(seconds, SECONDS_PER_DAY);
    int second = Math.floorMod(seconds, SECONDS_PER_DAY);
    if (Math.abs(days) > (MAX_YEAR + 1) * 366L) {
      throw ProtobufException.of("time out of range");
    }
    LocalDate date = LocalDate.ofEpochDay(days);
    if (date.getYear() < 0 || date.getYear() > MAX_YEAR) {
      throw ProtobufException.of("time out of range");
    }
    put('"');
    digits(date.getYear(), 4);
    put('-');
    digits(date.getMonthValue(), 2);
    put('-');
    digits(date.getDayOfMonth(), 2);
    put('T');
    digits(second / SECONDS_PER_HOUR, 2);
    put(':');
    digits(second / 60 % 60, 2);
    put(':');
    digits(second % 60, 2);
    if (nanos >= 0) {
      put('.');
      digits(nanos / 1_000, 6);
    }
    put('Z');
    put('"');
  }

  private void digits(int value, int count) {
    reserve(count);
    int rest = value;
    for (int i = count - 1; i >= 0; i--) {
      bytes[size + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += count;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void reserve(int count) {
    if (count > bytes.length - size) {
      long wanted = Math.max(2L * bytes.length, (long) size + count);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, MAX_SIZE));
    }
  }
}
