package io.coxswain.runtime.cache;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import io.coxswain.env.Timers;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Opens the next watch before the current one times out, then closes the current one. */
final class WatchHandover {
  private static final int EARLY_SECONDS = 5;

  private final Tasks tasks;
  private final Timers timers;
  private final ApiWatch watch;
  private final Opening opening;
  private final ReentrantLock lock = new ReentrantLock();
  private Timers.@Nullable Timer timer;
  private @Nullable Task task;
  private @Nullable ApiWatch next;
  private boolean ended;

  /** Opens a watch at the position of the current one. */
  interface Opening {
    ApiWatch open() throws ApiException, CancelledException;
  }

  WatchHandover(Tasks tasks, Timers timers, ApiWatch watch, Opening opening) {
    this.tasks = tasks;
    this.timers = timers;
    this.watch = watch;
    this.opening = opening;
  }

  /**
   * @param seconds the timeout of the current watch
   */
  void begin(int seconds) {
    timer = timers.after(Duration.ofSeconds(seconds - EARLY_SECONDS), this::start);
  }

  private void start() {
    lock.lock();
    try {
      if (!ended) {
        task = tasks.spawn("next watch", this::open);
      }
    } finally {
      lock.unlock();
    }
  }

  private void open() throws CancelledException {
    ApiWatch opened;
    try {
      opened = opening.open();
    } catch (ApiException e) {
      return; // the current watch continues to its end, and then the open is retried
    }
    boolean abandoned;
    lock.lock();
    try {
      abandoned = ended;
      if (!abandoned) {
        next = opened;
      }
    } finally {
      lock.unlock();
    }
    (abandoned ? opened : watch).close();
  }

  boolean hasNext() {
    lock.lock();
    try {
      return next != null;
    } finally {
      lock.unlock();
    }
  }

  /** Called when the current watch has ended. */
  void end() {
    Task opening;
    lock.lock();
    try {
      ended = true;
      opening = task;
      if (timer != null) {
        timer.cancel();
      }
    } finally {
      lock.unlock();
    }
    if (opening != null && !hasNext()) {
      opening.cancel();
    }
  }

  /** Called when no watch should follow. */
  void abandon() {
    end();
    ApiWatch unused = takeNext();
    if (unused != null) {
      unused.close();
    }
  }

  @Nullable ApiWatch takeNext() {
    lock.lock();
    try {
      ApiWatch taken = next;
      next = null;
      return taken;
    } finally {
      lock.unlock();
    }
  }
}
