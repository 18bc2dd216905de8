package io.coxswain.apiserver.http;

import io.coxswain.env.Sockets;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One HTTP/1.1 request to a pod or node and its response, on a connection of its own. Heads are
 * bounded; bodies are streamed. The request body may be sent by another task than the one that
 * reads the response.
 */
final class BackendExchange implements Closeable {
  private static final int MAX_HEAD_BYTES = 128 * 1024;
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final String SEPARATORS = "\"(),/:;<=>?@[\\]{}";

  private final Sockets.Connection connection;
  private final InputStream in;
  private final OutputStream out;
  private int headBytes;

  /** A header field as it was sent. */
  record Field(String name, String value) {
    boolean is(String other) {
      return name.equalsIgnoreCase(other);
    }
  }

  /** The status line and header of a response. */
  record Head(int status, String reason, List<Field> fields) {

    /** The values of a field, joined as a list; empty for none. */
    String value(String name) {
      return String.join(",", fields.stream().filter(f -> f.is(name)).map(Field::value).toList());
    }
  }

  BackendExchange(Sockets.Connection connection) throws IOException {
    this.connection = connection;
    this.in = new BufferedInputStream(connection.input(), BUFFER_BYTES);
    this.out = connection.output();
  }

  /**
   * Sends the request line and the header.
   *
   * @param target path and query, encoded
   */
  void send(String method, String target, List<Field> fields) throws IOException {
    var head = new StringBuilder(256);
    head.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    for (Field field : fields) {
      head.append(field.name).append(": ").append(field.value).append("\r\n");
    }
    out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Sends a piece of a body whose length the header gives. */
  void sendBody(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    out.flush();
  }

  /** Sends a piece of a chunked body; one without bytes ends it. */
  void sendChunk(byte[] bytes, int length) throws IOException {
    out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(bytes, 0, length);
    out.write('\r');
    out.write('\n');
    out.flush();
  }

  /** Waits for the head of the response; interim responses but 101 are skipped. */
  Head readHead() throws IOException {
    while (true) {
      Head head = readOneHead();
      if (head.status >= 200 || head.status == 101) {
        return head;
      }
    }
  }

  private Head readOneHead() throws IOException {
    headBytes = 0;
    String line = readLine();
    String[] parts = line.split(" ", 3);
    if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("[1-5]\\d\\d")) {
      throw new IOException("malformed HTTP response");
    }
    var fields = new ArrayList<Field>();
    for (line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      if (colon < 1 || !isToken(line.substring(0, colon))) {
        throw new IOException("malformed MIME header line");
      }
      fields.add(new Field(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    return new Head(
        Integer.parseInt(parts[1]), parts.length == 3 ? parts[2] : "", List.copyOf(fields));
  }

  private static boolean isToken(String name) {
    return name.chars().allMatch(c -> c > 0x20 && c < 0x7f && SEPARATORS.indexOf(c) < 0);
  }

  private String readLine() throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException(headBytes == 0 ? "EOF" : "unexpected EOF");
      }
      headBytes++;
      if (headBytes > MAX_HEAD_BYTES) {
        throw new IOException("server response headers exceeded " + MAX_HEAD_BYTES + " bytes");
      }
      line.append((char) b);
    }
    if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
      line.setLength(line.length() - 1);
    }
    if (line.chars().anyMatch(c -> (c < 0x20 && c != '\t') || c == 0x7f)) {
      throw new IOException("malformed MIME header line");
    }
    return line.toString();
  }

  /**
   * The length of the body as the head gives it; -1 when it ends with a chunk or the connection.
   */
  static long length(String method, Head head) throws IOException {
    if (method.equals("HEAD") || head.status == 204 || head.status == 304) {
      return 0;
    }
    if (isChunked(head)) {
      return -1;
    }
    String length = head.value("content-length");
    if (length.isEmpty()) {
      return -1;
    }
    if (!length.matches("\\d{1,18}")) {
      throw new IOException("bad Content-Length \"" + length + "\"");
    }
    return Long.parseLong(length);
  }

  private static boolean isChunked(Head head) {
    return head.value("transfer-encoding").toLowerCase(Locale.ROOT).contains("chunked");
  }

  /** The body of the response without its framing. Reading fails if the backend ends early. */
  InputStream body(String method, Head head) throws IOException {
    long length = length(method, head);
    if (length >= 0) {
      return new Framed(length, false);
    }
    return isChunked(head) ? new Framed(0, true) : in;
  }

  /** What follows the head when the backend has switched protocols. */
  InputStream upgraded() {
    return in;
  }

  void endOutput() throws IOException {
    connection.endOutput();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  /** A body of a known length, or of chunks of known lengths. */
  private final class Framed extends InputStream {
    private final boolean chunked;
    private long left;
    private boolean ended;
    private boolean first = true;

    Framed(long length, boolean chunked) {
      this.left = length;
      this.chunked = chunked;
      this.ended = !chunked && length == 0;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int most) throws IOException {
      if (chunked && left == 0 && !ended) {
        nextChunk();
      }
      if (ended) {
        return -1;
      }
      int read = in.read(buffer, from, (int) Math.min(most, left));
      if (read < 0) {
        throw new EOFException("unexpected EOF");
      }
      left -= read;
      ended = !chunked && left == 0;
      return read;
    }

    private void nextChunk() throws IOException {
      headBytes = 0;
      if (!first && !readLine().isEmpty()) {
        throw new IOException("malformed chunked encoding");
      }
      first = false;
      String size = readLine().split(";", 2)[0].strip();
      if (!size.matches("[0-9a-fA-F]{1,15}")) {
        throw new IOException("malformed chunked encoding");
      }
      left = Long.parseLong(size, 16);
      if (left == 0) {
        ended = true;
        while (!readLine().isEmpty()) {
          // trailers are not passed on
        }
      }
    }
  }
}
