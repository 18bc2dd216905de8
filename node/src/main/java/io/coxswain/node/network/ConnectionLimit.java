package io.coxswain.node.network;

import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the number of open connections without ever blocking. Thread-safe. */
final class ConnectionLimit {
  private final AtomicInteger free;

  ConnectionLimit(int connections) {
    free = new AtomicInteger(connections);
  }

  /** Takes one connection, if one is free. */
  boolean tryAcquire() {
    return free.getAndUpdate(left -> left == 0 ? 0 : left - 1) > 0;
  }

  void release() {
    free.incrementAndGet();
  }
}
