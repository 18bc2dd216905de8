package io.coxswain.bench;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** One connection, one request at a time: HTTP/1.1 with minimal overhead. */
final class Wire implements Closeable {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int READ_MILLIS = 60_000;

  private final Target target;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private long bodyLeft;
  private boolean chunked;

  Wire(Target target) throws IOException {
    this.target = target;
    var plain = new Socket();
    plain.setTcpNoDelay(true);
    plain.setSoTimeout(READ_MILLIS);
    plain.connect(new InetSocketAddress(target.host(), target.port()), CONNECT_MILLIS);
    if (target.tls() == null) {
      socket = plain;
    } else {
      var secure =
          (SSLSocket)
              target
                  .tls()
                  .getSocketFactory()
                  .createSocket(plain, target.host(), target.port(), true);
      secure.startHandshake();
      socket = secure;
    }
    in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
    out = socket.getOutputStream();
  }

  /**
   * A response.
   *
   * @param body empty if it was discarded
   */
  record Answer(int status, byte[] body) {
    boolean ok() {
      return status >= 200 && status < 300;
    }
  }

  /** Sends a request and reads the response; keeps its body only if requested. */
  Answer call(String method, String path, String type, byte[] body, boolean keep)
      throws IOException {
    int status = open(method, path, type, body);
    byte[] answer = keep ? stream().readAllBytes() : new byte[0];
    if (!keep) {
      stream().transferTo(OutputStream.nullOutputStream());
    }
    return new Answer(status, answer);
  }

  /** Sends a request and reads the headers of the response; {@link #stream} is the body. */
  int open(String method, String path, String type, byte[] body) throws IOException {
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: "
            + target.host()
            + "\r\nAccept: application/json\r\nUser-Agent: bench\r\n"
            + (target.token().isEmpty() ? "" : "Authorization: Bearer " + target.token() + "\r\n")
            + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
            + (body.length == 0 && type.isEmpty() ? "" : "Content-Length: " + body.length + "\r\n")
            + "\r\n";
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] request = new byte[start.length + body.length];
    System.arraycopy(start, 0, request, 0, start.length);
    System.arraycopy(body, 0, request, start.length, body.length);
    out.write(request);
    out.flush();
    String line = line();
    int status = Integer.parseInt(line.substring(9, 12));
    bodyLeft = 0;
    chunked = false;
    for (line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      if (name.equals("content-length")) {
        bodyLeft = Long.parseLong(line.substring(colon + 1).strip());
      } else if (name.equals("transfer-encoding")) {
        chunked = true;
      }
    }
    return status;
  }

  private String line() throws IOException {
    var text = new StringBuilder(64);
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (b != '\r') {
        text.append((char) b);
      }
    }
    return text.toString();
  }

  /** The body of the current response. */
  InputStream stream() {
    return new Body();
  }

  private final class Body extends InputStream {
    private boolean ended = !chunked && bodyLeft == 0;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (ended) {
        return -1;
      }
      if (chunked && bodyLeft == 0) {
        bodyLeft = Long.parseLong(line().strip(), 16);
        if (bodyLeft == 0) {
          line();
          ended = true;
          return -1;
        }
      }
      int read = in.read(into, offset, (int) Math.min(length, bodyLeft));
      if (read < 0) {
        throw new EOFException("the answer was cut off");
      }
      bodyLeft -= read;
      if (bodyLeft == 0) {
        if (chunked) {
          line();
        } else {
          ended = true;
        }
      }
      return read;
    }
  }

  /** For a connection that another thread may be blocked in. */
  void abort() {
    try {
      socket.close();
    } catch (IOException e) {
      return; // already closed
    }
  }

  @Override
  public void close() {
    abort();
  }

  static @Nullable IOException problem(Answer answer, String what) {
    return answer.ok()
        ? null
        : new IOException(
            what
                + " was answered "
                + answer.status()
                + " "
                + new String(answer.body(), StandardCharsets.UTF_8));
  }
}
