package io.coxswain.slurm.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The mutex of drained nodes on real threads; a lost wake-up ends in the timeout. */
@Timeout(30)
class KeyedMutexStressTest {
  private static final int KEYS = 2;
  private static final int TASKS = 6;
  private static final int ROUNDS = 4_000;

  private final Env env = Env.production();
  private final KeyedMutex mutex = new KeyedMutex(env.tasks());
  private final AtomicInteger heldTwice = new AtomicInteger();

  /** Plain, so that only the mutex orders the writes of the tasks. */
  private final int[] counts = new int[KEYS];

  @Test
  void oneTaskAtATimeHoldsAKey() {
    AtomicInteger[] holders = {new AtomicInteger(), new AtomicInteger()};
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < TASKS; i++) {
      int first = i;
      tasks.add(
          env.tasks()
              .spawn(
                  "holder " + i,
                  () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                      int key = (first + round) % KEYS;
                      try (var _ = mutex.acquire("node-" + key)) {
                        if (holders[key].incrementAndGet() > 1) {
                          heldTwice.incrementAndGet();
                        }
                        counts[key]++;
                        holders[key].decrementAndGet();
                      }
                    }
                  }));
    }

    tasks.forEach(Task::join);

    assertThat(heldTwice).hasValue(0);
    assertThat(counts).containsOnly(TASKS * ROUNDS / KEYS);
  }
}
