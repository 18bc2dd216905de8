package io.coxswain.real.fuzz;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A client for one server that writes requests unchanged, which no HTTP library does. Keeps the
 * connection open between requests. Used by one thread at a time.
 */
final class WireClient implements AutoCloseable {
  private static final int CONNECT_MILLIS = 10_000;
  private static final int READ_MILLIS = 5_000;
  private static final int MAX_BODY = 16 * 1024 * 1024;

  private final SSLContext tls;
  private final URI address;
  private final String token;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  WireClient(SSLContext tls, String address, String token) {
    this.tls = tls;
    this.address = URI.create(address);
    this.token = token;
  }

  /** Sends a request; once more on a new connection if the server has closed the present one. */
  WireResponse send(WireRequest request) throws IOException {
    boolean reused = socket != null;
    try {
      return exchange(request);
    } catch (IOException e) {
      close();
      if (!reused) {
        throw e;
      }
      return exchange(request);
    }
  }

  private WireResponse exchange(WireRequest request) throws IOException {
    if (socket == null) {
      var plain = new Socket();
      plain.connect(new InetSocketAddress(address.getHost(), address.getPort()), CONNECT_MILLIS);
      plain.setTcpNoDelay(true);
      plain.setSoTimeout(READ_MILLIS);
      socket =
          tls.getSocketFactory().createSocket(plain, address.getHost(), address.getPort(), true);
      in = new BufferedInputStream(socket.getInputStream());
    }
    Socket open = socket;
    InputStream stream = in;
    if (open == null || stream == null) {
      throw new IllegalStateException("not connected");
    }
    open.getOutputStream().write(request.bytes(address.getAuthority(), token));
    open.getOutputStream().flush();
    WireResponse response = read(request, stream);
    boolean ends = !response.complete() || response.header("connection").equalsIgnoreCase("close");
    if (ends || response.status() == 101) {
      close();
    }
    return response;
  }

  private static WireResponse read(WireRequest request, InputStream stream) throws IOException {
    String[] first = line(stream).split(" ", 3);
    if (first.length < 2 || !first[1].matches("[0-9]{3}")) {
      throw new IOException("no status line");
    }
    int status = Integer.parseInt(first[1]);
    SortedMap<String, List<String>> headers = new TreeMap<>();
    for (String line = line(stream); !line.isEmpty(); line = line(stream)) {
      String[] pair = line.split(":", 2);
      headers
          .computeIfAbsent(pair[0].toLowerCase(Locale.ROOT), n -> new ArrayList<>())
          .add(pair.length == 2 ? pair[1].strip() : "");
    }
    if (status == 100) {
      return read(request, stream);
    }
    var body = new ByteArrayOutputStream();
    boolean complete = true;
    try {
      if (request.method().equals("HEAD")) {
        // The server closes the connection, so a body that must not be sent is seen.
        body.writeBytes(stream.readNBytes(MAX_BODY));
      } else if (status != 204 && status != 304 && status != 101) {
        body(headers, stream, body);
      }
    } catch (SocketTimeoutException e) {
      complete = false;
    }
    return new WireResponse(status, headers, body.toByteArray(), complete);
  }

  private static void body(
      SortedMap<String, List<String>> headers, InputStream stream, ByteArrayOutputStream body)
      throws IOException {
    if (headers.getOrDefault("transfer-encoding", List.of()).contains("chunked")) {
      for (int size = chunk(stream); size > 0; size = chunk(stream)) {
        body.writeBytes(exactly(stream, size));
        line(stream);
      }
      line(stream);
    } else if (headers.containsKey("content-length")) {
      body.writeBytes(
          exactly(
              stream,
              Integer.parseInt(headers.getOrDefault("content-length", List.of()).getFirst())));
    } else {
      body.writeBytes(stream.readNBytes(MAX_BODY));
    }
  }

  private static int chunk(InputStream stream) throws IOException {
    String size = line(stream).split(";")[0].strip();
    if (!size.matches("[0-9a-fA-F]{1,7}")) {
      throw new IOException("no chunk size");
    }
    return Integer.parseInt(size, 16);
  }

  private static byte[] exactly(InputStream stream, int size) throws IOException {
    if (size > MAX_BODY) {
      throw new IOException("body of " + size + " bytes");
    }
    byte[] bytes = stream.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("connection closed in a body");
    }
    return bytes;
  }

  private static String line(InputStream stream) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = stream.read(); c != '\n'; c = stream.read()) {
      if (c < 0) {
        throw new EOFException("connection closed");
      }
      if (c != '\r') {
        line.write(c);
      }
      if (line.size() > MAX_BODY) {
        throw new IOException("line too long");
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try (Socket open = socket) {
      socket = null;
      in = null;
    } catch (IOException e) {
      // The connection is not used again.
    }
  }
}
