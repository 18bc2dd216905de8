package io.coxswain.evidence.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The actors of a stress test, each on a thread of the operating system, which may be preempted
 * anywhere. Virtual threads are no substitute: the tests of this project run them on one carrier,
 * where another gets its turn only at a blocking point.
 *
 * <p>All actors begin together. The first failure interrupts the others and fails the test.
 */
public final class RealThreads {
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch start = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** What an actor does. */
  @FunctionalInterface
  public interface Actor {
    /**
     * @param number counted from 0 among the actors that were added together
     */
    void act(int number) throws Exception;
  }

  /** Adds actors. */
  public RealThreads add(String name, int count, Actor actor) {
    for (int i = 0; i < count; i++) {
      int number = i;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name(name + " " + i)
              .unstarted(() -> perform(actor, number)));
    }
    return this;
  }

  private void perform(Actor actor, int number) {
    try {
      start.await();
      actor.act(number);
    } catch (Throwable e) { // any failure belongs to the test
      if (failure.compareAndSet(null, e)) {
        interrupt();
      }
    }
  }

  private void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  /**
   * Lets the actors begin and waits until all have ended.
   *
   * @throws AssertionError if one of them failed
   * @throws InterruptedException if the test has timed out; the actors are interrupted
   */
  public void run() throws InterruptedException {
    threads.forEach(Thread::start);
    start.countDown();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      interrupt();
      throw e;
    }
    Throwable why = failure.get();
    if (why != null) {
      throw new AssertionError("an actor failed: " + why, why);
    }
  }
}
