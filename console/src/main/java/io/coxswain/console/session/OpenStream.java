package io.coxswain.console.session;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import java.time.Duration;

/** A response of events to a browser. Thread-safe. */
public final class OpenStream {
  private final String id;
  private final Bell bell;
  private volatile boolean closed;

  /**
   * @param id that the browser gave it; empty for none
   */
  public OpenStream(Env env, String id) {
    this.id = id;
    this.bell = env.tasks().newBell();
  }

  String id() {
    return id;
  }

  /** Whether the browser has reported that it no longer reads it. */
  public boolean isClosed() {
    return closed;
  }

  /** Waits for a time, or until it is closed. */
  public void pause(Duration time) throws CancelledException {
    long seen = bell.rings();
    if (!closed) {
      bell.await(seen, time);
    }
  }

  void close() {
    closed = true;
    bell.ring();
  }
}
