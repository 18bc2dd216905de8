package io.coxswain.apiserver.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The server's side of a WebSocket (RFC 6455). */
final class WebSocket {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int MAX_SIZE = 16 << 20;

  private static final int CONTINUATION = 0;
  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;

  private final UpgradedConnection link;

  WebSocket(UpgradedConnection link) {
    this.link = link;
  }

  /** The value that proves to a client that its handshake was accepted. */
  static String accept(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  /** Waits for the next message; null if the client has ended the connection. */
  byte @Nullable [] next() throws IOException {
    var message = new ByteArrayOutputStream();
    while (true) {
      byte[] head = link.read(2);
      if (head == null) {
        return null;
      }
      boolean last = (head[0] & 0x80) != 0;
      int opcode = head[0] & 0x0f;
      byte[] payload = payload(head[1]);
      switch (opcode) {
        case CONTINUATION, TEXT, BINARY -> {
          message.writeBytes(payload);
          if (message.size() > MAX_SIZE) {
            throw new IOException("a message of more than " + MAX_SIZE + " bytes");
          }
          if (last) {
            return message.toByteArray();
          }
        }
        case PING -> send(PONG, payload);
        case CLOSE -> {
          send(CLOSE, payload);
          return null;
        }
        case PONG -> {}
        default -> throw new IOException("a frame of unknown kind " + opcode);
      }
    }
  }

  private byte[] payload(byte lengths) throws IOException {
    boolean masked = (lengths & 0x80) != 0;
    long length = lengths & 0x7f;
    if (length == 126) {
      length = Short.toUnsignedInt(ByteBuffer.wrap(need(2)).getShort());
    } else if (length == 127) {
      length = ByteBuffer.wrap(need(8)).getLong();
    }
    if (length < 0 || length > MAX_SIZE) {
      throw new IOException("a frame of " + length + " bytes");
    }
    byte[] mask = masked ? need(4) : new byte[4];
    byte[] payload = length == 0 ? new byte[0] : need((int) length);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i & 3];
    }
    return payload;
  }

  private byte[] need(int length) throws IOException {
    byte[] bytes = link.read(length);
    if (bytes == null) {
      throw new IOException("the connection ended within a frame");
    }
    return bytes;
  }

  void sendBinary(byte[] message) throws IOException {
    send(BINARY, message);
  }

  void sendText(byte[] message) throws IOException {
    send(TEXT, message);
  }

  /** Sends a close frame; the client's response ends {@link #next}. */
  void end() throws IOException {
    send(CLOSE, new byte[] {0x03, (byte) 0xe8}); // 1000: normal closure
  }

  void close() {
    link.close();
  }

  private void send(int opcode, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(10 + payload.length);
    frame.put((byte) (0x80 | opcode));
    if (payload.length < 126) {
      frame.put((byte) payload.length);
    } else if (payload.length < 1 << 16) {
      frame.put((byte) 126).putShort((short) payload.length);
    } else {
      frame.put((byte) 127).putLong(payload.length);
    }
    frame.put(payload);
    var bytes = new byte[frame.position()];
    frame.flip().get(bytes);
    link.write(bytes);
  }
}
