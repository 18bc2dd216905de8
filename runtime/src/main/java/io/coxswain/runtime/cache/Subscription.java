package io.coxswain.runtime.cache;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the changes of one kind to one receiver, in order, on its own task, so that a slow
 * receiver delays neither the cache nor other receivers.
 */
public final class Subscription {
  private static final Logger log = LoggerFactory.getLogger(Subscription.class);

  /** The backlog at which the watch stops reading. */
  private static final int LIMIT = 65_536;

  /**
   * The batch after which other receivers run, so that all receivers reach a change at about the
   * same time and it is decoded once for all of them.
   */
  private static final int MAX_CONCURRENCY = 32;

  private final KindCache source;
  private final Tasks tasks;
  private final String name;
  private final Projection needed;
  private final Consumer<Change> receiver;
  private final Bell arrived;
  private final Bell progress;
  private final ReentrantLock lock = new ReentrantLock();
  private List<Change> waiting = new ArrayList<>();
  private boolean complete;
  private volatile boolean synced;
  private final Task task;

  Subscription(
      KindCache source, String name, Projection needed, Tasks tasks, Consumer<Change> receiver) {
    this.source = source;
    this.tasks = tasks;
    this.name = name;
    this.needed = needed;
    this.receiver = receiver;
    this.arrived = tasks.newBell();
    this.progress = tasks.newBell();
    this.task = tasks.spawn("deliver " + name, this::deliver);
  }

  Projection needed() {
    return needed;
  }

  /** Called in the order of changes, under the cache's lock. */
  void offer(Change change) {
    lock.lock();
    try {
      waiting.add(change);
    } finally {
      lock.unlock();
    }
  }

  /** Called when the complete initial list has been offered. */
  void completeInitial() {
    lock.lock();
    try {
      complete = true;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the complete initial list has been offered, so that changes may follow. */
  boolean isComplete() {
    lock.lock();
    try {
      return complete;
    } finally {
      lock.unlock();
    }
  }

  /** Wakes the receiver; called without the cache's lock. */
  void wake() {
    arrived.ring();
  }

  private void deliver() throws CancelledException {
    while (true) {
      long seen = arrived.rings();
      List<Change> batch;
      boolean all;
      lock.lock();
      try {
        batch = waiting;
        all = complete;
        waiting = new ArrayList<>();
      } finally {
        lock.unlock();
      }
      for (int i = 0; i < batch.size(); i++) {
        if (i > 0 && i % MAX_CONCURRENCY == 0) {
          tasks.pause();
        }
        accept(batch.get(i));
      }
      if (all && !synced) {
        synced = true;
      }
      if (batch.isEmpty()) {
        progress.ring();
        arrived.await(seen);
      } else if (batch.size() >= LIMIT) {
        progress.ring();
      }
    }
  }

  private void accept(Change change) {
    try {
      receiver.accept(change);
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      log.atError()
          .addKeyValue("subscriber", name)
          .addKeyValue("type", source.type().qualifiedPlural())
          .setCause(e)
          .log("Event handler failed");
    }
  }

  /** Waits until the receiver has handled every object of the initial list; false on timeout. */
  public boolean awaitSynced(Duration atMost) throws CancelledException {
    return Waiting.until(progress, source.clock(), atMost, () -> synced);
  }

  /** As {@link #awaitSynced}, but does not wait for a kind that the server does not serve. */
  public boolean awaitSyncedOrAbsent(Duration atMost) throws CancelledException {
    long deadline = source.clock().nanos() + atMost.toNanos();
    return source.awaitSyncedOrAbsent(needed, atMost)
        && awaitSynced(Duration.ofNanos(Math.max(0, deadline - source.clock().nanos())));
  }

  /** Waits while the backlog of the receiver is full. */
  void awaitRoom() throws CancelledException {
    while (true) {
      long seen = progress.rings();
      lock.lock();
      try {
        if (waiting.size() < LIMIT) {
          return;
        }
      } finally {
        lock.unlock();
      }
      progress.await(seen);
    }
  }

  /** The number of changes that the receiver has not handled yet. */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  Task task() {
    return task;
  }

  /** Stops the delivery. */
  public void close() {
    source.unsubscribe(this);
    task.cancel();
  }
}
