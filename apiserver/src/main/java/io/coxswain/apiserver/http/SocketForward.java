package io.coxswain.apiserver.http;

import io.coxswain.apiserver.rest.PodSession;
import io.coxswain.env.Sockets;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Port forwarding over the channels of a WebSocket: two for each port, data and errors; the server
 * starts both with the port number.
 */
final class SocketForward {
  private static final Logger log = LoggerFactory.getLogger(SocketForward.class);

  private final ChannelSocket socket;

  private SocketForward(ChannelSocket socket) {
    this.socket = socket;
  }

  /**
   * @param protocol the negotiated subprotocol; empty for none
   */
  static void run(WebSocket socket, String protocol, PodSession.Forward wanted, Tasks tasks)
      throws IOException {
    new SocketForward(new ChannelSocket(socket, protocol)).run(wanted, tasks);
  }

  private void run(PodSession.Forward wanted, Tasks tasks) throws IOException {
    List<Sockets.@Nullable Connection> connections = new ArrayList<>();
    try {
      for (int port : wanted.ports()) {
        int channel = 2 * connections.size();
        byte[] number = {(byte) port, (byte) (port >>> 8)};
        send(channel, number, number.length);
        send(channel + 1, number, number.length);
        connections.add(connect(wanted, port, channel, tasks));
      }
      for (var message = socket.next(); message != null; message = socket.next()) {
        int channel = message.channel();
        if (channel >= 0 && channel % 2 == 0 && channel / 2 < connections.size()) {
          Sockets.Connection connection = connections.get(channel / 2);
          if (connection != null) {
            connection.output().write(message.data());
            connection.output().flush();
          }
        }
      }
    } finally {
      for (Sockets.Connection connection : connections) {
        if (connection != null) {
          SpdyForward.close(connection);
        }
      }
    }
  }

  private Sockets.@Nullable Connection connect(
      PodSession.Forward wanted, int port, int channel, Tasks tasks) throws IOException {
    try {
      Sockets.Connection connection = wanted.dialling().connect(port);
      tasks.spawn("forward", () -> pump(connection, channel));
      return connection;
    } catch (IOException e) {
      byte[] why =
          ("error forwarding port " + port + " to pod: " + e.getMessage())
              .getBytes(StandardCharsets.UTF_8);
      send(channel + 1, why, why.length);
      return null;
    }
  }

  private void pump(Sockets.Connection connection, int channel) {
    var buffer = new byte[32 << 10];
    try (InputStream from = connection.input()) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        send(channel, buffer, read);
      }
      socket.end();
    } catch (IOException e) {
      log.debug("forwarded connection ended early: {}", e.getMessage());
    }
  }

  private void send(int channel, byte[] data, int length) throws IOException {
    socket.send(channel, data, length);
  }
}
