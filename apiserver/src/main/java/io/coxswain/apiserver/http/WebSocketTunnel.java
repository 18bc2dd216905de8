package io.coxswain.apiserver.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A byte stream in the messages of a WebSocket. */
final class WebSocketTunnel implements UpgradedConnection {
  private final WebSocket socket;
  private byte[] rest = {};
  private int at;

  WebSocketTunnel(WebSocket socket) {
    this.socket = socket;
  }

  @Override
  public byte @Nullable [] read(int length) throws IOException {
    var bytes = new byte[length];
    int done = 0;
    while (done < length) {
      if (at == rest.length) {
        byte[] next = socket.next();
        if (next == null) {
          return null;
        }
        rest = next;
        at = 0;
      }
      int some = Math.min(rest.length - at, length - done);
      System.arraycopy(rest, at, bytes, done, some);
      at += some;
      done += some;
    }
    return bytes;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    socket.sendBinary(bytes);
  }

  @Override
  public void close() {
    socket.close();
  }
}
