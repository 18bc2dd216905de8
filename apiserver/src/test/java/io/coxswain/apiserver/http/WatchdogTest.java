package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class WatchdogTest {
  private final Env env = Env.production();
  private final Bell never = env.tasks().newBell();

  @Test
  void interruptsSlowWorkAndClearsTheInterruptAfterwards() {
    try (var watchdog = new Watchdog(env)) {
      Watchdog.Deadline errand = watchdog.begin(Duration.ofMillis(1));
      assertThatThrownBy(() -> never.await(0)).isInstanceOf(CancelledException.class);
      assertThat(errand.late()).isTrue();
      errand.close();

      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void doesNotInterruptFastOrIdleWork() {
    try (var watchdog = new Watchdog(env)) {
      watchdog.begin(Duration.ofMillis(1)).close();
      Watchdog.Deadline resting = watchdog.begin(Duration.ofMillis(1));
      resting.rest();
      Watchdog.Deadline late = watchdog.begin(Duration.ofMillis(1));
      assertThatThrownBy(() -> never.await(0)).isInstanceOf(CancelledException.class);
      late.close();

      assertThat(resting.late()).isFalse();
      resting.close();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }
}
