package io.coxswain.slurm.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.sim.race.RacingTasks;
import io.coxswain.sim.race.RacingTasks.Moment;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A released key wakes the task that waits for it, at each point of its way into the wait. */
@Timeout(30)
class KeyedMutexRaceTest {
  @ParameterizedTest
  @EnumSource
  void aReleasedKeyWakesTheNextTask(Moment moment) throws Exception {
    var tasks = new RacingTasks(Env.production().tasks(), moment);
    var mutex = new KeyedMutex(tasks);
    KeyedMutex.Held first = mutex.acquire("node-0");
    tasks.race(first::close);

    try (var _ = mutex.acquire("node-0")) {
      assertThat(tasks.isPending()).isFalse();
    }
  }
}
