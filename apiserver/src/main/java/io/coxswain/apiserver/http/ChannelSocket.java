package io.coxswain.apiserver.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Numbered channels over a WebSocket: the first byte of a message is the number of its channel. In
 * the base64 variants a message is text, the number is a digit and the rest is base64.
 */
final class ChannelSocket {
  private static final int CLOSE = 255;

  private final WebSocket socket;
  private final boolean base64;

  /** A message; {@code close} if the client closes the channel instead of sending. */
  record Message(int channel, byte[] data, boolean close) {}

  ChannelSocket(WebSocket socket, String protocol) {
    this.socket = socket;
    this.base64 = protocol.contains("base64.");
  }

  /** Waits for the next message for a channel; null if the client has closed the connection. */
  @Nullable Message next() throws IOException {
    for (byte[] message = socket.next(); message != null; message = socket.next()) {
      if (message.length == 0) {
        continue;
      }
      int channel = message[0] & 0xff;
      byte[] data = Arrays.copyOfRange(message, 1, message.length);
      if (!base64) {
        return channel == CLOSE && data.length == 1
            ? new Message(data[0] & 0xff, new byte[0], true)
            : new Message(channel, data, false);
      }
      byte[] decoded = decode(data);
      if (decoded != null) {
        return new Message(channel - '0', decoded, false);
      }
    }
    return null;
  }

  private static byte @Nullable [] decode(byte[] text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return null; // as upstream: such a message is dropped
    }
  }

  void send(int channel, byte[] data, int length) throws IOException {
    byte[] content = length == data.length ? data : Arrays.copyOf(data, length);
    if (base64) {
      String text = (char) ('0' + channel) + Base64.getEncoder().encodeToString(content);
      socket.sendText(text.getBytes(StandardCharsets.US_ASCII));
      return;
    }
    var message = new byte[length + 1];
    message[0] = (byte) channel;
    System.arraycopy(content, 0, message, 1, length);
    socket.sendBinary(message);
  }

  void end() throws IOException {
    socket.end();
  }
}
