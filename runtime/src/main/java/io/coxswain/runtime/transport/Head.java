package io.coxswain.runtime.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The first part of an answer.
 *
 * @param headers by lower-case name
 * @param kept whether the connection stays open after the body, as far as the server says
 */
record Head(int status, SortedMap<String, List<String>> headers, boolean kept) {

  /** The body goes on until the connection ends. */
  static final long UNTIL_CLOSE = -1;

  /** The body says of each piece how long it is. */
  static final long CHUNKED = -2;

  /** Reads status line and headers; the blank line that ends them is not among the bytes. */
  static Head parse(byte[] bytes, int from, int to) throws IOException {
    int end = lineEnd(bytes, from, to);
    String status = text(bytes, from, end);
    var headers = new TreeMap<String, List<String>>();
    for (int start = end + 1; start < to; start = end + 1) {
      end = lineEnd(bytes, start, to);
      String line = text(bytes, start, end);
      int colon = line.indexOf(':');
      if (colon <= 0 || line.charAt(0) == ' ' || line.charAt(0) == '\t') {
        throw new IOException("the server's answer has a line that is no header");
      }
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
          .add(line.substring(colon + 1).strip());
    }
    boolean old = status.startsWith("HTTP/1.0 ");
    return new Head(code(status), headers, kept(headers, old));
  }

  private static int lineEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private static String text(byte[] bytes, int from, int to) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
  }

  private static int code(String line) throws IOException {
    if (line.length() >= 12 && line.startsWith("HTTP/1.") && line.charAt(8) == ' ') {
      int code = 0;
      for (int i = 9; i < 12; i++) {
        char digit = line.charAt(i);
        code = digit < '0' || digit > '9' ? -1_000 : code * 10 + (digit - '0');
      }
      if (code >= 100) {
        return code;
      }
    }
    throw new IOException(
        "the server does not speak HTTP/1.1: its answer begins with \""
            + line.substring(0, Math.min(line.length(), 40)).replaceAll("[^ -~]", "?")
            + "\"");
  }

  private static boolean kept(SortedMap<String, List<String>> headers, boolean old) {
    for (String value : headers.getOrDefault("connection", List.of())) {
      String lower = value.toLowerCase(Locale.ROOT);
      if (lower.contains("close")) {
        return false;
      }
      if (lower.contains("keep-alive")) {
        return true;
      }
    }
    return !old;
  }

  /** Something before the answer proper, such as 100 or 103. */
  boolean isInterim() {
    return status < 200 && status != 101;
  }

  /** How long the body is: a number of bytes, {@link #CHUNKED} or {@link #UNTIL_CLOSE}. */
  long bodyLength(String method) throws IOException {
    if (method.equals("HEAD") || status < 200 || status == 204 || status == 304) {
      return 0;
    }
    String coding = single("transfer-encoding");
    if (coding != null) {
      if (!coding.equalsIgnoreCase("chunked")) {
        throw new IOException("the server sends a transfer-encoding that is not known: " + coding);
      }
      return CHUNKED;
    }
    String length = single("content-length");
    if (length == null) {
      return UNTIL_CLOSE;
    }
    try {
      long bytes = Long.parseLong(length);
      if (bytes >= 0 && length.charAt(0) != '+') {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IOException("the server's content-length is no length: " + length);
  }

  /** The one value of a header; two that differ would leave open where the answer ends. */
  private @Nullable String single(String name) throws IOException {
    List<String> values = headers.getOrDefault(name, List.of());
    for (String value : values) {
      if (!value.equals(values.getFirst())) {
        throw new IOException("the server's answer has more than one " + name);
      }
    }
    return values.isEmpty() ? null : values.getFirst();
  }
}
