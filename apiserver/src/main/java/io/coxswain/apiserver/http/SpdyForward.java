package io.coxswain.apiserver.http;

import io.coxswain.apiserver.rest.PodSession;
import io.coxswain.env.Sockets;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Port forwarding over SPDY: for each connection the client opens two streams with the same request
 * id, first one for errors, then one for data.
 */
final class SpdyForward implements Spdy.Listener {
  private static final Logger log = LoggerFactory.getLogger(SpdyForward.class);

  private final Spdy spdy;
  private final PodSession.Forward wanted;
  private final Tasks tasks;
  private final Map<String, Integer> errors = new ConcurrentHashMap<>(); // by request id
  private final Map<Integer, Sockets.Connection> connections = new ConcurrentHashMap<>();

  private SpdyForward(Spdy spdy, PodSession.Forward wanted, Tasks tasks) {
    this.spdy = spdy;
    this.wanted = wanted;
    this.tasks = tasks;
  }

  static void run(Spdy spdy, PodSession.Forward wanted, Tasks tasks) throws IOException {
    var forward = new SpdyForward(spdy, wanted, tasks);
    try {
      spdy.run(forward);
    } finally {
      forward.connections.values().forEach(SpdyForward::close);
    }
  }

  @Override
  public void opened(int stream, Map<String, String> headers) throws IOException {
    String request = headers.getOrDefault("requestid", "");
    spdy.reply(stream);
    if (headers.getOrDefault("streamtype", "").equals("error")) {
      errors.put(request, stream);
      return;
    }
    String port = headers.getOrDefault("port", "");
    Sockets.Connection connection;
    try {
      connection = wanted.dialling().connect(Integer.parseInt(port));
    } catch (IOException | NumberFormatException e) {
      fail(request, stream, "error forwarding port " + port + " to pod: " + e.getMessage());
      return;
    }
    connections.put(stream, connection);
    tasks.spawn("forward", () -> forward(request, stream, connection));
  }

  private void fail(String request, int stream, String why) throws IOException {
    Integer error = errors.remove(request);
    if (error != null) {
      byte[] text = why.getBytes(StandardCharsets.UTF_8);
      spdy.send(error, text, text.length);
      spdy.end(error);
    }
    spdy.end(stream);
  }

  private void forward(String request, int stream, Sockets.Connection connection) {
    try {
      pump(request, stream, connection);
    } catch (IOException e) {
      log.debug("client of a forwarded connection disconnected: {}", e.getMessage());
    }
  }

  private void pump(String request, int stream, Sockets.Connection connection) throws IOException {
    var buffer = new byte[32 << 10];
    try (connection;
        InputStream from = connection.input()) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        spdy.send(stream, buffer, read);
      }
      spdy.end(stream);
      Integer error = errors.remove(request);
      if (error != null) {
        spdy.end(error);
      }
    } catch (IOException e) {
      log.debug("forwarded connection ended early: {}", e.getMessage());
      fail(request, stream, String.valueOf(e.getMessage()));
    } finally {
      connections.remove(stream);
    }
  }

  @Override
  public void received(int stream, byte[] data) {
    Sockets.Connection connection = connections.get(stream);
    if (connection == null) {
      return;
    }
    try {
      connection.output().write(data);
      connection.output().flush();
    } catch (IOException e) {
      close(connection);
    }
  }

  @Override
  public void ended(int stream) {
    Sockets.Connection connection = connections.get(stream);
    if (connection == null) {
      return;
    }
    try {
      connection.endOutput();
    } catch (IOException e) {
      close(connection);
    }
  }

  static void close(Sockets.Connection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      log.debug("failed to close a forwarded connection: {}", e.getMessage());
    }
  }
}
