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
 * The status line and headers of a response.
 *
 * @param headers by lower-case name
 * @param kept whether the server keeps the connection open after the body
 */
record Head(int status, SortedMap<String, List<String>> headers, boolean kept) {

  /** The body ends when the connection is closed. */
  static final long UNTIL_CLOSE = -1;

  /** The body uses the chunked transfer coding. */
  static final long CHUNKED = -2;

  /** Parses status line and headers, without the blank line that ends them. */
  static Head parse(byte[] bytes, int from, int to) throws IOException {
    int end = lineEnd(bytes, from, to);
    String status = text(bytes, from, end);
    var headers = new TreeMap<String, List<String>>();
    for (int start = end + 1; start < to; start = end + 1) {
      end = lineEnd(bytes, start, to);
      String line = text(bytes, start, end);
      int colon = line.indexOf(':');
      if (colon <= 0 || line.charAt(0) == ' ' || line.charAt(0) == '\t') {
        throw new IOException("invalid header line in the response");
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
        "the server does not support HTTP/1.1: the response begins with \""
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

  /** Whether it is an interim response, such as 100 or 103. */
  boolean isInterim() {
    return status < 200 && status != 101;
  }

  /** The length of the body: a number of bytes, {@link #CHUNKED} or {@link #UNTIL_CLOSE}. */
  long bodyLength(String method) throws IOException {
    if (method.equals("HEAD") || status < 200 || status == 204 || status == 304) {
      return 0;
    }
    String coding = single("transfer-encoding");
    if (coding != null) {
      if (!coding.equalsIgnoreCase("chunked")) {
        throw new IOException("unsupported transfer-encoding in the response: " + coding);
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
      // reported below
    }
    throw new IOException("invalid content-length in the response: " + length);
  }

  /** The only value of a header; different values would make the end of the response ambiguous. */
  private @Nullable String single(String name) throws IOException {
    List<String> values = headers.getOrDefault(name, List.of());
    for (String value : values) {
      if (!value.equals(values.getFirst())) {
        throw new IOException("conflicting values in the response for header " + name);
      }
    }
    return values.isEmpty() ? null : values.getFirst();
  }
}
