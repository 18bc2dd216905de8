package io.coxswain.apiserver.http;

import io.coxswain.apiserver.rest.PodSession;
import io.coxswain.env.Tasks;
import java.io.IOException;

/** A talk over a WebSocket: the first byte of a message says which channel it is for. */
final class SocketTalk implements Channels {
  /** Since version 5: the other end of the channel named by the next byte is closed. */
  private static final int CLOSED = 255;

  private final WebSocket socket;

  private SocketTalk(WebSocket socket) {
    this.socket = socket;
  }

  static void run(WebSocket socket, PodSession.Talk wanted, Tasks tasks) throws IOException {
    var channels = new SocketTalk(socket);
    var talk = new Talk(wanted, channels, tasks);
    channels.send(STDOUT, new byte[0], 0);
    talk.start();
    try {
      for (byte[] message = socket.next(); message != null; message = socket.next()) {
        int channel = message.length == 0 ? -1 : message[0] & 0xff;
        if (channel == STDIN) {
          talk.input(message, 1);
        } else if (channel == CLOSED && message.length > 1 && message[1] == STDIN) {
          talk.endInput();
        }
      }
    } finally {
      talk.close();
    }
  }

  @Override
  public void send(int channel, byte[] data, int length) throws IOException {
    var message = new byte[length + 1];
    message[0] = (byte) channel;
    System.arraycopy(data, 0, message, 1, length);
    socket.sendBinary(message);
  }

  @Override
  public void end() throws IOException {
    socket.end();
  }
}
