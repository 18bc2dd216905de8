package io.coxswain.env;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Each task is a virtual thread; cancelling it is interrupting it. */
final class VirtualThreadTasks implements Tasks {
  private static final Logger log = LoggerFactory.getLogger(Tasks.class);

  @Override
  public Task spawn(String name, Body body) {
    var task = new ThreadTask(name, body);
    task.thread.start();
    return task;
  }

  @Override
  public Bell newBell() {
    return new ConditionBell();
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // a hint is all that is wanted
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

  /** The interrupt stays set, so that every later blocking point of the task throws too. */
  static CancelledException cancelled() {
    Thread.currentThread().interrupt();
    return new CancelledException();
  }

  private static final class ThreadTask implements Task {
    private final String name;
    private final Body body;
    private final Thread thread;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Exception failure;
    private volatile boolean joined;

    ThreadTask(String name, Body body) {
      this.name = name;
      this.body = body;
      this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    private void run() {
      try {
        body.run();
      } catch (CancelledException e) {
        log.trace("task {} was cancelled", name);
      } catch (Exception e) {
        failure = e;
        if (!joined) {
          log.error("task {} failed", name, e);
        }
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

  private static final class ConditionBell implements Bell {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private long rings;

    @Override
    public long rings() {
      lock.lock();
      try {
        return rings;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void await(long seen) throws CancelledException {
      lock.lock();
      try {
        while (rings <= seen) {
          rung.await();
        }
      } catch (InterruptedException e) {
        throw cancelled();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean await(long seen, Duration atMost) throws CancelledException {
      long left = atMost.toNanos();
      lock.lock();
      try {
        while (rings <= seen) {
          if (left <= 0) {
            return false;
          }
          left = rung.awaitNanos(left);
        }
        return true;
      } catch (InterruptedException e) {
        throw cancelled();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void ring() {
      lock.lock();
      try {
        rings++;
        rung.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
