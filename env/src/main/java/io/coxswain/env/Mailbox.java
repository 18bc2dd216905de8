package io.coxswain.env;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue between tasks. After it is closed, takers drain the remaining items and then get
 * null.
 */
public final class Mailbox<T> implements AutoCloseable {
  private final Bell bell;
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<T> items = new ArrayDeque<>();
  private boolean closed;

  public Mailbox(Tasks tasks, int capacity) {
    this.bell = tasks.newBell();
    this.capacity = capacity;
  }

  /** Adds the item if there is capacity; false if full or closed. Never waits. */
  public boolean offer(T item) {
    lock.lock();
    try {
      if (closed || items.size() >= capacity) {
        return false;
      }
      items.add(item);
    } finally {
      lock.unlock();
    }
    bell.ring();
    return true;
  }

  /** Waits for capacity; false if closed. */
  public boolean put(T item) throws CancelledException {
    while (true) {
      long seen = bell.rings();
      if (offer(item)) {
        return true;
      }
      if (isClosed()) {
        return false;
      }
      bell.await(seen);
    }
  }

  /** Waits for an item; null if closed and empty. */
  public @Nullable T take() throws CancelledException {
    while (true) {
      long seen = bell.rings();
      T item = poll();
      if (item != null || isClosed()) {
        return item != null ? item : poll();
      }
      bell.await(seen);
    }
  }

  /** As {@link #take} with a timeout; null also if it expires. */
  public @Nullable T take(Duration atMost) throws CancelledException {
    long seen = bell.rings();
    T item = poll();
    if (item != null || isClosed()) {
      return item != null ? item : poll();
    }
    bell.await(seen, atMost);
    return poll();
  }

  /** The next item, or null if there is none. */
  public @Nullable T poll() {
    T item;
    lock.lock();
    try {
      item = items.poll();
    } finally {
      lock.unlock();
    }
    if (item != null) {
      bell.ring();
    }
    return item;
  }

  public int size() {
    lock.lock();
    try {
      return items.size();
    } finally {
      lock.unlock();
    }
  }

  public boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    bell.ring();
  }
}
