package io.coxswain.runtime.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, read from a connection exactly to its end. A truncated body is an error.
 */
final class Body extends InputStream {
  private static final int MAX_LINE = 8 * 1024;
  private static final int MAX_TRAILERS = 128;

  private final Wire wire;
  private final boolean chunked;
  private final boolean untilClose;

  /** The remaining bytes of the body or of the current chunk. */
  private long remaining;

  private boolean begun;
  private boolean over;

  Body(Wire wire, long length) {
    this.wire = wire;
    this.chunked = length == Head.CHUNKED;
    this.untilClose = length == Head.UNTIL_CLOSE;
    this.remaining = Math.max(length, 0);
    this.over = length == 0;
  }

  /** Whether the body has been read completely, so that the connection can be reused. */
  boolean isOver() {
    return over && !untilClose;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (remaining == 0 && chunked && !over) {
      nextChunk();
    }
    if (over) {
      return -1;
    }
    int count = wire.read(to, offset, untilClose ? length : (int) Math.min(length, remaining));
    if (count < 0) {
      over = true;
      if (untilClose) {
        return -1;
      }
      throw new EOFException("the server closed the connection in the middle of the response");
    }
    remaining -= count;
    over = remaining == 0 && !chunked && !untilClose;
    return count;
  }

  private void nextChunk() throws IOException {
    if (begun && !line().isEmpty()) {
      throw new IOException("a chunk of the response is longer than declared");
    }
    begun = true;
    String line = line();
    int semicolon = line.indexOf(';');
    String digits = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
    remaining = length(digits);
    if (remaining == 0) {
      for (int trailers = 0; !line().isEmpty(); trailers++) {
        if (trailers == MAX_TRAILERS) {
          throw new IOException("the response has more than " + trailers + " trailers");
        }
      }
      over = true;
    }
  }

  private static long length(String digits) throws IOException {
    if (digits.isEmpty() || digits.length() > 15) {
      throw new IOException("the response has a chunk without a length");
    }
    long length = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = Character.digit(digits.charAt(i), 16);
      if (digit < 0) {
        throw new IOException("the response has a chunk without a length");
      }
      length = length * 16 + digit;
    }
    return length;
  }

  private String line() throws IOException {
    @Nullable String line = wire.line(MAX_LINE);
    if (line == null) {
      throw new EOFException("the server closed the connection in the middle of the response");
    }
    return line;
  }

  /** The complete body, without a copy if the length is known or there is only one chunk. */
  @Override
  public byte[] readAllBytes() throws IOException {
    if (chunked && remaining == 0 && !over) {
      nextChunk();
    }
    if (remaining > Integer.MAX_VALUE - 64) {
      throw new IOException("the response exceeds the maximum array size: " + remaining + " bytes");
    }
    byte[] bytes = new byte[untilClose ? 8 * 1024 : (int) remaining];
    int count = 0;
    while (!over) {
      if (chunked && remaining == 0) {
        nextChunk();
        if (remaining > Integer.MAX_VALUE - 64 - count) {
          throw new IOException("the response exceeds the maximum array size");
        }
      } else if (count == bytes.length) {
        long wanted = Math.max(bytes.length * 2L, count + remaining);
        bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 64));
      }
      if (count < bytes.length && (remaining > 0 || untilClose)) {
        int read = read(bytes, count, bytes.length - count);
        count += Math.max(read, 0);
      }
    }
    return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
  }
}
