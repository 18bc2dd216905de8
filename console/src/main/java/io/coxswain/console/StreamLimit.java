package io.coxswain.console;

import io.coxswain.console.session.OpenStream;
import io.coxswain.console.session.Session;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the streams of the server and of each session. Thread-safe. */
final class StreamLimit {
  static final int MAX_STREAMS = 64;

  /** Streams that are closed by their browser need less than that to end. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  private final Env env;
  private final Bell ended;
  private final AtomicInteger open = new AtomicInteger();

  StreamLimit(Env env) {
    this.env = env;
    this.ended = env.tasks().newBell();
  }

  /** Whether a stream can begin; this may have changed when it does. */
  boolean hasRoom(Session session) {
    return open.get() < MAX_STREAMS && session.streams().hasRoom();
  }

  /** Waits until a stream can begin, if others are about to end; false if none of them does. */
  boolean awaitRoom(Session session) throws CancelledException {
    long start = env.clock().nanos();
    while (true) {
      long seen = ended.rings();
      if (hasRoom(session)) {
        return true;
      }
      Duration left = MAX_WAIT.minusNanos(env.clock().nanos() - start);
      if (!left.isPositive()) {
        return false;
      }
      ended.await(seen, left);
    }
  }

  /** Begins a stream; false if there are too many. */
  boolean begin(Session session, OpenStream stream) {
    if (open.incrementAndGet() > MAX_STREAMS) {
      open.decrementAndGet();
      return false;
    }
    if (!session.streams().begin(stream)) {
      open.decrementAndGet();
      return false;
    }
    return true;
  }

  void end(Session session, OpenStream stream) {
    session.streams().end(stream);
    open.decrementAndGet();
    ended.ring();
  }
}
