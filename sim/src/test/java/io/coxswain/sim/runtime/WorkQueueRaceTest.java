package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.queue.ClassicWorkQueue;
import io.coxswain.runtime.queue.PriorityWorkQueue;
import io.coxswain.runtime.queue.Queueing;
import io.coxswain.runtime.queue.RateLimiter;
import io.coxswain.runtime.queue.WorkQueue;
import io.coxswain.sim.race.RacingTasks;
import io.coxswain.sim.race.RacingTasks.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An idle worker is woken whenever a key becomes ready, at each point of its way into the wait. */
@Timeout(30)
class WorkQueueRaceTest {
  record Race(Queueing kind, Moment moment) {}

  static List<Race> races() {
    var races = new ArrayList<Race>();
    for (Queueing kind : Queueing.values()) {
      for (Moment moment : Moment.values()) {
        races.add(new Race(kind, moment));
      }
    }
    return races;
  }

  private static Env env(RacingTasks tasks) {
    Env real = Env.production();
    return new Env(
        real.clock(), real.timers(), tasks, real.entropy(), real.files(), real.exec(), real.api());
  }

  private static RacingTasks tasks(Race race) {
    return new RacingTasks(Env.production().tasks(), race.moment);
  }

  private static WorkQueue<String> queue(Race race, RacingTasks tasks) {
    RateLimiter<String> limiter =
        RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1));
    var metrics = new Metrics().queue("q");
    return switch (race.kind) {
      case CLASSIC -> new ClassicWorkQueue<>(env(tasks), limiter, metrics);
      case PRIORITY -> new PriorityWorkQueue<>(env(tasks), limiter, metrics);
    };
  }

  private static String take(WorkQueue<String> queue) throws Exception {
    return Objects.requireNonNull(queue.take()).key();
  }

  @ParameterizedTest
  @MethodSource("races")
  void anAddedKeyWakesTheWorker(Race race) throws Exception {
    RacingTasks tasks = tasks(race);
    WorkQueue<String> queue = queue(race, tasks);
    tasks.race(() -> queue.add("a", 0));

    assertThat(take(queue)).isEqualTo("a");
    assertThat(tasks.isPending()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("races")
  void aKeyThatWasAddedWhileHeldWakesAnotherWorkerWhenItIsDone(Race race) throws Exception {
    RacingTasks tasks = tasks(race);
    WorkQueue<String> queue = queue(race, tasks);
    queue.add("a", 0);
    assertThat(take(queue)).isEqualTo("a");
    queue.add("a", 0);
    tasks.race(() -> queue.done("a"));

    assertThat(take(queue)).isEqualTo("a");
    assertThat(tasks.isPending()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("races")
  void closingWakesTheWorker(Race race) throws Exception {
    RacingTasks tasks = tasks(race);
    WorkQueue<String> queue = queue(race, tasks);
    tasks.race(queue::close);

    assertThat(queue.take()).isNull();
    assertThat(tasks.isPending()).isFalse();
  }
}
