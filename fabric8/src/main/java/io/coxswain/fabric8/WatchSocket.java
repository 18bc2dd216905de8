package io.coxswain.fabric8;

import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** A watch that behaves like a WebSocket, which fabric8 prefers for watches. */
final class WatchSocket implements WebSocket {
  private static final int NORMAL = 1000;

  private final ApiWatch watch;
  private final WebSocket.Listener listener;
  private final Bell bell;
  private final AtomicLong asked = new AtomicLong(1);
  private volatile boolean closed;

  WatchSocket(ApiWatch watch, WebSocket.Listener listener, Bell bell) {
    this.watch = watch;
    this.listener = listener;
    this.bell = bell;
  }

  /** Passes each event to the listener until either side ends; runs in its own task. */
  void run() throws CancelledException {
    try (var events = Pieces.of(watch)) {
      listener.onOpen(this);
      while (!closed) {
        long seen = bell.rings();
        if (asked.get() == 0) {
          bell.await(seen);
          continue;
        }
        byte[] event = events.next();
        if (event == null) {
          break;
        }
        asked.decrementAndGet();
        listener.onMessage(this, new String(event, StandardCharsets.UTF_8));
      }
      listener.onClose(this, NORMAL, "the watch has ended");
    } catch (IOException e) {
      listener.onError(this, e);
    }
  }

  @Override
  public boolean send(ByteBuffer message) {
    return false; // a watch receives no messages
  }

  @Override
  public boolean sendClose(int code, String reason) {
    if (closed) {
      return false;
    }
    closed = true;
    watch.close();
    bell.ring();
    return true;
  }

  @Override
  public long queueSize() {
    return 0;
  }

  @Override
  public void request() {
    asked.incrementAndGet();
    bell.ring();
  }
}
