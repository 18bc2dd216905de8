package io.coxswain.runtime.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one server: a bounded number for requests, assigned in FIFO order, and one for
 * each stream.
 *
 * <p>Only a few are opened concurrently. A handshake costs both sides as much as a hundred
 * requests, so a burst of requests waits for existing connections while the pool grows; and later
 * connections can resume the TLS sessions of earlier ones.
 *
 * <p>Invariants, under the lock: {@code open} counts the connections in use, idle and being opened,
 * {@code opening} the last of these; no request waits while a connection is idle or another may be
 * opened.
 */
final class Pool {
  /** Idle timeout. Servers choose their own; most keep idle connections longer than this. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(55);

  /** A connection that was used this recently is not checked before reuse. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int MAX_OPENING = 4;

  /** Including those of streams. */
  private static final int MAX_HANDSHAKES = 8;

  private final Dialer dialer;
  private final int maxConnections;
  private final long timeoutNanos;
  private final long lookNanos;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Wire> idle = new ArrayDeque<>();
  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private int open;
  private int opening;
  private boolean retired;

  /** All connections with a pending wait; streams until their response begins. */
  private final Set<Wire> watched = ConcurrentHashMap.newKeySet();

  private final Semaphore handshakes = new Semaphore(MAX_HANDSHAKES, true);
  private boolean looking;

  /** A waiting request; under the lock it is given a connection or the permission to open one. */
  private static final class Waiter {
    private final Condition turn;
    private boolean served;
    private @Nullable Wire wire;
    private @Nullable IOException failure;

    Waiter(ReentrantLock lock) {
      this.turn = lock.newCondition();
    }

    void serve(@Nullable Wire given) {
      wire = given;
      served = true;
      turn.signal();
    }
  }

  /**
   * @param maxConnections maximum number of connections for requests
   * @param timeout for opening a connection, waiting for one, and the beginning of a response
   */
  Pool(ServerAddress endpoint, int maxConnections, Duration timeout) {
    this.dialer = new Dialer(endpoint);
    this.maxConnections = maxConnections;
    this.timeoutNanos = timeout.toNanos();
    this.lookNanos = Math.min(TimeUnit.SECONDS.toNanos(1), timeoutNanos / 4);
  }

  /** A connection for one request: an idle one, a new one, or the next one that is released. */
  Wire acquire() throws IOException, InterruptedException {
    long limit = System.nanoTime() + timeoutNanos;
    while (true) {
      @Nullable Wire wire = take(limit);
      if (wire == null) {
        Wire opened = openPooled(limit);
        opened.until(System.nanoTime() + timeoutNanos);
        return opened;
      }
      if (wire.isOpen() && (!wire.idleFor(FRESH_NANOS, System.nanoTime()) || !wire.isStale())) {
        wire.until(System.nanoTime() + timeoutNanos);
        return wire;
      }
      discard(wire);
    }
  }

  /** Null for the permission to open one. */
  private @Nullable Wire take(long limit) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      if (waiters.isEmpty()) {
        Wire wire = idle.pollLast();
        if (wire != null || mayOpen()) {
          opening += wire == null ? 1 : 0;
          open += wire == null ? 1 : 0;
          return wire;
        }
      }
      return await(new Waiter(lock), limit);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Wire await(Waiter self, long limit) throws IOException, InterruptedException {
    waiters.addLast(self);
    try {
      while (!self.served) {
        long remaining = limit - System.nanoTime();
        if (remaining <= 0) {
          throw new IOException(
              "timed out waiting for a connection: all %d are in use".formatted(maxConnections));
        }
        self.turn.awaitNanos(remaining);
      }
    } catch (IOException | InterruptedException e) {
      waiters.remove(self);
      if (self.served && self.failure == null) {
        passOn(self.wire);
      }
      throw e;
    }
    if (self.failure != null) {
      throw self.failure instanceof UntrustedException
          ? new UntrustedException(String.valueOf(self.failure.getMessage()), self.failure)
          : new IOException(self.failure.getMessage(), self.failure);
    }
    return self.wire;
  }

  private void passOn(@Nullable Wire wire) {
    if (wire == null) {
      opening--;
      open--;
      serveNext();
    } else {
      put(wire);
    }
  }

  private boolean mayOpen() {
    return open < maxConnections && opening < MAX_OPENING;
  }

  private void serveNext() {
    while (!waiters.isEmpty() && mayOpen()) {
      opening++;
      open++;
      waiters.removeFirst().serve(null);
    }
  }

  private Wire openPooled(long limit) throws IOException, InterruptedException {
    @Nullable Wire wire = null;
    @Nullable IOException failure = null;
    try {
      wire = dial(limit);
      return wire;
    } catch (IOException e) {
      failure = e;
      throw e;
    } finally {
      lock.lock();
      try {
        opening--;
        if (wire == null) {
          open--;
        }
        if (failure != null && open == opening && !Thread.currentThread().isInterrupted()) {
          // The other waiters would fail for the same reason, one after the other.
          for (Waiter waiter : waiters) {
            waiter.failure = failure;
            waiter.serve(null);
          }
          waiters.clear();
        }
        serveNext();
      } finally {
        lock.unlock();
      }
    }
  }

  /** A connection for a stream; the caller closes it. */
  Wire openOwn() throws IOException, InterruptedException {
    return dial(System.nanoTime() + timeoutNanos);
  }

  private Wire dial(long limit) throws IOException, InterruptedException {
    if (!handshakes.tryAcquire(limit - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      throw new IOException(
          "timed out opening a connection: %d others are being opened".formatted(MAX_HANDSHAKES));
    }
    var begun = new ArrayList<Wire>(2);
    long end = System.nanoTime() + timeoutNanos;
    try {
      Wire wire =
          dialer.open(
              some -> {
                some.until(end);
                begun.add(some);
                watch(some);
              });
      begun.remove(wire);
      return wire;
    } finally {
      handshakes.release();
      begun.forEach(watched::remove);
    }
  }

  /** Removes the time limit of the stream on this connection. */
  void unwatch(Wire wire) {
    wire.withoutEnd();
    watched.remove(wire);
  }

  /** Releases a connection for the next request. */
  void release(Wire wire) {
    lock.lock();
    try {
      put(wire);
    } finally {
      lock.unlock();
    }
  }

  private void put(Wire wire) {
    wire.idle(System.nanoTime());
    if (retired) {
      open--;
      forget(wire);
    } else if (waiters.isEmpty()) {
      idle.addLast(wire);
    } else {
      waiters.removeFirst().serve(wire);
    }
  }

  /** Closes an acquired connection. */
  void discard(Wire wire) {
    forget(wire);
    lock.lock();
    try {
      open--;
      serveNext();
    } finally {
      lock.unlock();
    }
  }

  /** Closes a connection that does not, or no longer, count as one for requests. */
  void forget(Wire wire) {
    watched.remove(wire);
    wire.close();
  }

  /** The number of waiting requests. */
  int waiting() {
    lock.lock();
    try {
      return waiters.size();
    } finally {
      lock.unlock();
    }
  }

  /** Closes the idle connections. */
  void closeIdle() {
    closeIdle(false);
  }

  /** Closes the idle connections, and the others when they are released. */
  void retire() {
    closeIdle(true);
  }

  private void closeIdle(boolean forGood) {
    List<Wire> rest;
    lock.lock();
    try {
      retired |= forGood;
      rest = List.copyOf(idle);
      open -= idle.size();
      idle.clear();
    } finally {
      lock.unlock();
    }
    rest.forEach(this::forget);
  }

  // ---- timeouts -------------------------------------------------------------------------------

  private void watch(Wire wire) {
    watched.add(wire);
    lock.lock();
    try {
      if (looking) {
        return;
      }
      looking = true;
    } finally {
      lock.unlock();
    }
    Thread.ofVirtual().name("connections").start(this::lookAfter);
  }

  /** Ends with the last supervised connection, so that an unused pool has no thread. */
  private void lookAfter() {
    while (true) {
      try {
        Thread.sleep(Duration.ofNanos(lookNanos));
      } catch (InterruptedException e) {
        return; // never interrupted
      }
      long now = System.nanoTime();
      watched.forEach(wire -> wire.expireIfLate(now));
      List<Wire> old = idleTooLong(now);
      old.forEach(this::forget);
      lock.lock();
      try {
        if (watched.isEmpty()) {
          looking = false;
          return;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private List<Wire> idleTooLong(long now) {
    lock.lock();
    try {
      var old = new ArrayList<Wire>();
      while (!idle.isEmpty() && idle.getFirst().idleFor(IDLE_NANOS, now)) {
        old.add(idle.removeFirst());
        open--;
      }
      return old;
    } finally {
      lock.unlock();
    }
  }
}
