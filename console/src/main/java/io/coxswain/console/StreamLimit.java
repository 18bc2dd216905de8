package io.coxswain.console;

import io.coxswain.console.session.Session;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the streams of the server and of each session. Thread-safe. */
final class StreamLimit {
  static final int MAX_STREAMS = 64;

  private final AtomicInteger open = new AtomicInteger();

  /** Whether a stream can begin; this may have changed when it does. */
  boolean hasRoom(Session session) {
    return open.get() < MAX_STREAMS && session.hasRoomForStream();
  }

  /** Begins a stream; false if there are too many. */
  boolean begin(Session session) {
    if (open.incrementAndGet() > MAX_STREAMS) {
      open.decrementAndGet();
      return false;
    }
    if (!session.beginStream()) {
      open.decrementAndGet();
      return false;
    }
    return true;
  }

  void end(Session session) {
    open.decrementAndGet();
    session.endStream();
  }
}
