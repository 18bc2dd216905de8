package io.coxswain.env;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs each task on a virtual thread; cancelling a task interrupts the thread. */
final class VirtualThreadTasks implements Tasks {
  private static final Logger log = LoggerFactory.getLogger(Tasks.class);

  private final TaskFailures failures;

  VirtualThreadTasks() {
    this(TaskFailures.ofProcess());
  }

  VirtualThreadTasks(TaskFailures failures) {
    this.failures = failures;
  }

  @Override
  public TaskFailures failures() {
    return failures;
  }

  @Override
  public Task spawn(String name, Body body) {
    var task = new ThreadTask(name, body, failures);
    task.thread.start();
    return task;
  }

  @Override
  public Bell newBell() {
    return new ParkingBell();
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // only a hint
  public void pause() throws CancelledException {
    checkCancelled();
    Thread.yield();
  }

  @Override
  public void checkCancelled() throws CancelledException {
    if (Thread.currentThread().isInterrupted()) {
      throw cancelled();
    }
  }

  /** Keeps the interrupt flag set, so that every later blocking point of the task throws too. */
  static CancelledException cancelled() {
    Thread.currentThread().interrupt();
    return new CancelledException();
  }

  private static final class ThreadTask implements Task {
    private final String name;
    private final Body body;
    private final TaskFailures failures;
    private final Thread thread;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Exception failure;
    private volatile boolean joined;

    ThreadTask(String name, Body body, TaskFailures failures) {
      this.name = name;
      this.body = body;
      this.failures = failures;
      this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    private void run() {
      try {
        body.run();
      } catch (CancelledException e) {
        log.atTrace().addKeyValue("task", name).log("Task was cancelled");
      } catch (Exception e) {
        failure = e;
        if (!joined) {
          log.atError().addKeyValue("task", name).setCause(e).log("Task failed");
        }
      } catch (Error e) {
        failure = failures.died(name, e);
      } finally {
        done.countDown();
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void cancel() {
      thread.interrupt();
    }

    @Override
    public boolean isDone() {
      return done.getCount() == 0;
    }

    @Override
    public void join() throws CancelledException {
      joined = true;
      try {
        done.await();
      } catch (InterruptedException e) {
        throw cancelled();
      }
    }

    @Override
    public boolean join(Duration atMost) throws CancelledException {
      joined = true;
      try {
        return done.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        throw cancelled();
      }
    }

    @Override
    public Optional<Exception> failure() {
      return Optional.ofNullable(failure);
    }
  }

  /**
   * Wakes each waiter individually. With a condition, a thousand waiters would reacquire one lock,
   * one after the other, each time a watched object changes.
   */
  private static final class ParkingBell implements Bell {
    private final AtomicLong rings = new AtomicLong();
    private final Set<Thread> waiters = ConcurrentHashMap.newKeySet();

    @Override
    public long rings() {
      return rings.get();
    }

    @Override
    public void await(long seen) throws CancelledException {
      if (rings.get() > seen) {
        return;
      }
      Thread self = Thread.currentThread();
      waiters.add(self);
      try {
        while (rings.get() <= seen) {
          checkInterrupt();
          LockSupport.park(this);
        }
      } finally {
        waiters.remove(self);
      }
    }

    @Override
    public boolean await(long seen, Duration atMost) throws CancelledException {
      if (rings.get() > seen) {
        return true;
      }
      long start = System.nanoTime();
      Thread self = Thread.currentThread();
      waiters.add(self);
      try {
        while (rings.get() <= seen) {
          checkInterrupt();
          long remaining = atMost.toNanos() - (System.nanoTime() - start);
          if (remaining <= 0) {
            return false;
          }
          LockSupport.parkNanos(this, remaining);
        }
        return true;
      } finally {
        waiters.remove(self);
      }
    }

    private static void checkInterrupt() {
      if (Thread.currentThread().isInterrupted()) {
        throw cancelled();
      }
    }

    @Override
    public void ring() {
      rings.incrementAndGet();
      for (Thread waiter : waiters) {
        LockSupport.unpark(waiter);
      }
    }
  }
}
