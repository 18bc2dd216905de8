package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class VirtualThreadTasksTest {
  private final Env env = Env.production();
  private final Tasks tasks = env.tasks();

  @Test
  void joinsATaskAndKeepsItsFailure() {
    Task good = tasks.spawn("good", () -> {});
    Task bad =
        tasks.spawn(
            "bad",
            () -> {
              throw new IllegalStateException("on purpose");
            });

    good.join();
    bad.join();

    assertThat(good.isDone()).isTrue();
    assertThat(good.failure()).isEmpty();
    assertThat(bad.failure()).get().isInstanceOf(IllegalStateException.class);
    assertThat(bad.name()).isEqualTo("bad");
  }

  @Test
  void joinReturnsFalseOnTimeout() {
    Bell bell = tasks.newBell();
    Task waiting = tasks.spawn("waiting", () -> bell.await(bell.rings()));

    assertThat(waiting.join(Duration.ofMillis(1))).isFalse();

    waiting.cancel();
    waiting.join();
    assertThat(waiting.failure()).isEmpty();
  }

  @Test
  void cancelsTheCurrentAndAllLaterBlockingPoints() {
    Bell never = tasks.newBell();
    var thrown = Collections.synchronizedList(new ArrayList<String>());
    Task task =
        tasks.spawn(
            "stubborn",
            () -> {
              attempt(thrown, "bell", () -> never.await(never.rings()));
              attempt(thrown, "timed bell", () -> never.await(0, Duration.ofDays(1)));
              attempt(thrown, "sleep", () -> env.clock().sleep(Duration.ofDays(1)));
              attempt(thrown, "pause", tasks::pause);
              attempt(thrown, "check", tasks::checkCancelled);
            });

    task.cancel();
    task.join();

    assertThat(thrown).containsExactly("bell", "timed bell", "sleep", "pause", "check");
  }

  private static void attempt(java.util.List<String> thrown, String operation, Runnable blocking) {
    try {
      blocking.run();
    } catch (CancelledException e) {
      thrown.add(operation);
    }
  }

  @Test
  void doesNotMissARingBetweenInspectionAndWait() {
    Bell bell = tasks.newBell();
    long seen = bell.rings();

    bell.ring();
    bell.await(seen);

    assertThat(bell.rings()).isEqualTo(seen + 1);
    assertThat(bell.await(seen, Duration.ofDays(1))).isTrue();
    assertThat(bell.await(bell.rings(), Duration.ofMillis(1))).isFalse();
  }

  @Test
  void oneRingWakesAllWaiters() {
    Bell bell = tasks.newBell();
    var woken = new AtomicInteger();
    long seen = bell.rings();
    var waiters = new ArrayList<Task>();
    for (int i = 0; i < 5; i++) {
      waiters.add(
          tasks.spawn(
              "waiter " + i,
              () -> {
                bell.await(seen);
                woken.incrementAndGet();
              }));
    }

    bell.ring();
    waiters.forEach(Task::join);

    assertThat(woken).hasValue(5);
  }

  @Test
  void runsTimerActionsUnlessCancelled() {
    Bell bell = tasks.newBell();
    var fired = new AtomicInteger();
    env.timers().after(Duration.ofDays(1), fired::incrementAndGet).cancel();
    long seen = bell.rings();

    env.timers().after(Duration.ofMillis(1), bell::ring);
    bell.await(seen);

    assertThat(fired).hasValue(0);
  }

  @Test
  void blockingTimerActionsDoNotDelayOthers() {
    Bell first = tasks.newBell();
    Bell second = tasks.newBell();

    env.timers()
        .after(
            Duration.ZERO,
            () -> {
              second.await(0);
              first.ring();
            });
    env.timers().after(Duration.ofMillis(1), second::ring);
    first.await(0);

    assertThat(second.rings()).isEqualTo(1);
  }

  @Test
  void doesNotSleepForZero() {
    env.clock().sleep(Duration.ZERO);
    env.clock().sleep(Duration.ofSeconds(-1));

    assertThat(env.clock().nanos()).isLessThanOrEqualTo(env.clock().nanos());
  }

  @Test
  void reportsAMissingApiServer() {
    assertThatThrownBy(() -> env.api().call(ApiRequest.get("/api")))
        .hasMessageContaining("no API server is configured");
  }
}
