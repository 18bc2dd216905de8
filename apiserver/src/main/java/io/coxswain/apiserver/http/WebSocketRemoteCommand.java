package io.coxswain.apiserver.http;

import io.coxswain.apiserver.rest.PodSession;
import io.coxswain.env.Tasks;
import java.io.IOException;

/** An exec or attach over the channels of a WebSocket. */
final class WebSocketRemoteCommand implements Channels {
  private static final String WITH_CLOSE = "v5.channel.k8s.io";

  private final ChannelSocket socket;
  private final boolean statusObjects;

  private WebSocketRemoteCommand(ChannelSocket socket, String protocol) {
    this.socket = socket;
    this.statusObjects = protocol.startsWith("v");
  }

  /**
   * @param protocol the negotiated subprotocol; empty for none
   */
  static void run(WebSocket connection, String protocol, PodSession.Talk wanted, Tasks tasks)
      throws IOException {
    var socket = new ChannelSocket(connection, protocol);
    var channels = new WebSocketRemoteCommand(socket, protocol);
    var talk = new RemoteCommandSession(wanted, channels, tasks);
    // Signals to the client that the connection is established.
    channels.send(wanted.stdout() ? STDOUT : wanted.stderr() ? STDERR : ERROR, new byte[0], 0);
    talk.start();
    try {
      for (var message = socket.next(); message != null; message = socket.next()) {
        if (message.channel() == RESIZE && !message.close()) {
          talk.resize(message.data());
        }
        if (message.channel() != STDIN) {
          continue;
        }
        if (!message.close()) {
          talk.input(message.data(), 0);
        } else if (protocol.equals(WITH_CLOSE)) {
          talk.endInput();
        }
      }
    } finally {
      talk.close();
    }
  }

  @Override
  public boolean sendsStatusObjects() {
    return statusObjects;
  }

  @Override
  public void send(int channel, byte[] data, int length) throws IOException {
    socket.send(channel, data, length);
  }

  @Override
  public void end() throws IOException {
    socket.end();
  }
}
