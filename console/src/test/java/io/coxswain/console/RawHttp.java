package io.coxswain.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sends requests byte for byte, also those that no browser would send. */
final class RawHttp {
  private static final int TIMEOUT_MILLIS = 30_000;

  /** One comes every 15 seconds. */
  private static final int MAX_PINGS = 3;

  private final int port;

  RawHttp(int port) {
    this.port = port;
  }

  /** A response; header names are in lower case. */
  record Response(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  Response get(String target, String... headers) throws IOException {
    return send("GET", target, "", headers);
  }

  Response post(String target, String body, String... headers) throws IOException {
    var all = new ArrayList<>(List.of(headers));
    all.add("Content-Type: application/json");
    return send("POST", target, body, all.toArray(String[]::new));
  }

  Response send(String method, String target, String body, String... headers) throws IOException {
    try (Socket socket = connect()) {
      write(socket, method, target, body, headers);
      return read(socket.getInputStream());
    }
  }

  private Socket connect() throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }

  private void write(Socket socket, String method, String target, String body, String... headers)
      throws IOException {
    var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    boolean hasHost = false;
    for (String header : headers) {
      hasHost |= header.toLowerCase(Locale.ROOT).startsWith("host:");
      head.append(header).append("\r\n");
    }
    if (!hasHost) {
      head.append("Host: 127.0.0.1:").append(port).append("\r\n");
    }
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    if (!method.equals("GET")) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    head.append("Connection: close\r\n\r\n");
    socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().write(content);
    socket.getOutputStream().flush();
  }

  private static Response read(InputStream in) throws IOException {
    String status = line(in);
    Map<String, String> headers = headers(in);
    byte[] rest = in.readAllBytes();
    return new Response(
        Integer.parseInt(status.split(" ")[1]), headers, new String(rest, StandardCharsets.UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      line.append((char) next);
      next = in.read();
    }
    return line.toString().strip();
  }

  private static Map<String, String> headers(InputStream in) throws IOException {
    var headers = new TreeMap<String, String>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String[] pair = line.split(":", 2);
      headers.put(pair[0].toLowerCase(Locale.ROOT), pair[1].strip());
    }
    return headers;
  }

  /** An open stream of events. */
  static final class Events implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;

    private Events(Socket socket, BufferedReader lines) {
      this.socket = socket;
      this.lines = lines;
    }

    /** An event. */
    record Event(String id, String name, String data) {}

    /** Waits for the next event of the name; others are skipped. */
    Event next(String name) throws IOException {
      String id = "";
      String event = "";
      int pings = 0;
      while (true) {
        String line = lines.readLine();
        if (line == null) {
          throw new IOException("the stream has ended");
        }
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          event = line.substring(7);
          pings += event.equals("ping") ? 1 : 0;
          if (pings > MAX_PINGS) {
            throw new IOException("no event \"" + name + "\" for a long time");
          }
        } else if (line.startsWith("data: ") && event.equals(name)) {
          return new Event(id, event, line.substring(6));
        }
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** Opens a stream of events. */
  Events events(String target, String... headers) throws IOException {
    Socket socket = connect();
    write(socket, "GET", target, "", headers);
    String status = line(socket.getInputStream());
    headers(socket.getInputStream());
    if (!status.contains(" 200 ")) {
      socket.close();
      throw new IOException(status);
    }
    return new Events(
        socket,
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
  }
}
