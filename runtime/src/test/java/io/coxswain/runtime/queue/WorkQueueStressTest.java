package io.coxswain.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The guarantees of work queues on real threads: no two workers hold a key, and a key that was
 * added is taken afterwards. An adder waits for that before it adds the next key, so that workers
 * become idle and are woken all the time; a lost wake-up or a lost key ends in the timeout.
 */
@Timeout(30)
class WorkQueueStressTest {
  private static final int KEYS = 3;
  private static final int ADDERS = 4;
  private static final int WORKERS = 4;
  private static final int ROUNDS = 3_000;

  private final Env env = Env.production();
  private final AtomicIntegerArray added = new AtomicIntegerArray(KEYS);
  private final AtomicIntegerArray taken = new AtomicIntegerArray(KEYS);
  private final AtomicIntegerArray holders = new AtomicIntegerArray(KEYS);
  private final AtomicInteger heldTwice = new AtomicInteger();
  private final List<Semaphore> news = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void handsOutEveryAddedKeyToOneWorkerAtATime(Queueing kind) {
    WorkQueue<Integer> queue = queue(kind);
    for (int i = 0; i < ADDERS; i++) {
      news.add(new Semaphore(0));
    }

    var workers = tasks("worker", WORKERS, number -> work(queue));
    var adders = tasks("adder", ADDERS, number -> add(queue, number));
    adders.forEach(Task::join);
    queue.close();
    workers.forEach(Task::join);

    assertThat(heldTwice).hasValue(0);
    assertThat(queue.size()).isZero();
    for (Task task : workers) {
      assertThat(task.failure()).isEmpty();
    }
    for (Task task : adders) {
      assertThat(task.failure()).isEmpty();
    }
  }

  private WorkQueue<Integer> queue(Queueing kind) {
    RateLimiter<Integer> limiter =
        RateLimiter.exponential(Duration.ofNanos(1), Duration.ofNanos(1_000));
    var metrics = new Metrics().queue("q");
    return switch (kind) {
      case CLASSIC -> new ClassicWorkQueue<>(env, limiter, metrics);
      case PRIORITY -> new PriorityWorkQueue<>(env, limiter, metrics);
    };
  }

  private interface Part {
    void play(int number) throws CancelledException, InterruptedException;
  }

  private List<Task> tasks(String name, int count, Part part) {
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < count; i++) {
      int number = i;
      tasks.add(env.tasks().spawn(name + " " + i, () -> part.play(number)));
    }
    return tasks;
  }

  private void add(WorkQueue<Integer> queue, int number)
      throws CancelledException, InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      int key = (number + round) % KEYS;
      int mine = added.incrementAndGet(key);
      switch (round % 4) {
        case 0 -> queue.addBackedOff(key, 0);
        case 1 -> queue.addAfter(key, 0, Duration.ofNanos(100));
        default -> queue.add(key, round % 3);
      }
      while (taken.get(key) < mine) {
        news.get(number).acquire();
      }
    }
  }

  private void work(WorkQueue<Integer> queue) throws CancelledException {
    for (var next = queue.take(); next != null; next = queue.take()) {
      int key = next.key();
      if (holders.incrementAndGet(key) > 1) {
        heldTwice.incrementAndGet();
      }
      int known = added.get(key);
      env.tasks().pause(); // room for an add while the key is held
      holders.decrementAndGet(key);
      queue.done(key);
      taken.accumulateAndGet(key, known, Math::max);
      news.forEach(Semaphore::release);
    }
  }
}
