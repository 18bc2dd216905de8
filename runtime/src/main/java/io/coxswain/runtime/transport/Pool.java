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
 * The connections to one server: a bounded number for requests, which take turns on them in the
 * order they came, and one for each stream.
 *
 * <p>Few are opened at the same time. A handshake costs both sides as much as a hundred requests,
 * so a burst of requests waits for the connections there are while the pool grows beside them; and
 * sessions of earlier connections can be resumed by later ones.
 *
 * <p>Invariants, under the lock: {@code open} counts those in use, idle and being opened, {@code
 * opening} the last of these; nobody waits while a connection is idle or another may be opened.
 */
final class Pool {
  /** How long a server may leave an idle connection open is its own choice; most take longer. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(55);

  /** One that was used just now needs no look at whether it is still there. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int MAX_OPENING = 4;

  /** With those of streams. */
  private static final int MAX_HANDSHAKES = 8;

  private final Dialer dialer;
  private final int most;
  private final long timeoutNanos;
  private final long lookNanos;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Wire> idle = new ArrayDeque<>();
  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private int open;
  private int opening;
  private boolean retired;

  /** All that someone may wait at, streams included until their answer begins. */
  private final Set<Wire> watched = ConcurrentHashMap.newKeySet();

  private final Semaphore handshakes = new Semaphore(MAX_HANDSHAKES, true);
  private boolean looking;

  /** One that waits in line; under the lock it is given a connection or the right to open one. */
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
   * @param most connections for requests at any time
   * @param timeout for opening one, waiting for one, and the beginning of an answer
   */
  Pool(ServerAddress endpoint, int most, Duration timeout) {
    this.dialer = new Dialer(endpoint);
    this.most = most;
    this.timeoutNanos = timeout.toNanos();
    this.lookNanos = Math.min(TimeUnit.SECONDS.toNanos(1), timeoutNanos / 4);
  }

  /** A connection for one request: an idle one, a new one, or the next that is given back. */
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

  /** Null for the right to open one. */
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
        long left = limit - System.nanoTime();
        if (left <= 0) {
          throw new IOException(
              "no connection became free in time: all %d are in use".formatted(most));
        }
        self.turn.awaitNanos(left);
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
    return open < most && opening < MAX_OPENING;
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
          // Who waited would only find out the same, one after the other.
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

  /** A connection for a stream; whoever has it closes it. */
  Wire openOwn() throws IOException, InterruptedException {
    return dial(System.nanoTime() + timeoutNanos);
  }

  private Wire dial(long limit) throws IOException, InterruptedException {
    if (!handshakes.tryAcquire(limit - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      throw new IOException(
          "no connection could be opened in time: %d others are still being opened"
              .formatted(MAX_HANDSHAKES));
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

  /** The stream on this connection may last as long as it likes. */
  void unwatch(Wire wire) {
    wire.withoutEnd();
    watched.remove(wire);
  }

  /** Gives a connection back, ready for the next request. */
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

  /** Closes a connection that was acquired. */
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

  /** Closes a connection that is not, or no more, of those for requests. */
  void forget(Wire wire) {
    watched.remove(wire);
    wire.close();
  }

  /** How many stand in line. */
  int waiting() {
    lock.lock();
    try {
      return waiters.size();
    } finally {
      lock.unlock();
    }
  }

  /** Closes what is idle now. */
  void closeIdle() {
    closeIdle(false);
  }

  /** Closes what is idle now, and the rest when it is given back. */
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

  // ---- who waits too long, and what is idle too long ------------------------------------------

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

  /** Ends with the last connection that is watched: a pool that is forgotten leaves no thread. */
  private void lookAfter() {
    while (true) {
      try {
        Thread.sleep(Duration.ofNanos(lookNanos));
      } catch (InterruptedException e) {
        return; // nobody does that
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
