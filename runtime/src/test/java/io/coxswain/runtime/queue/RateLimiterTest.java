package io.coxswain.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The delays of failing keys at their boundaries. */
class RateLimiterTest {
  private static List<Long> nanos(RateLimiter<String> limiter, int count) {
    var delays = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      delays.add(limiter.next("a").toNanos());
    }
    return delays;
  }

  private static RateLimiter<String> exponential(long first, long longest) {
    return RateLimiter.exponential(Duration.ofNanos(first), Duration.ofNanos(longest));
  }

  @Test
  void doublesUpToTheLongestDelay() {
    assertThat(nanos(exponential(5, 19), 4)).containsExactly(5L, 10L, 19L, 19L);
    assertThat(nanos(exponential(5, 20), 4)).containsExactly(5L, 10L, 20L, 20L);
    assertThat(nanos(exponential(5, 21), 4)).containsExactly(5L, 10L, 20L, 21L);
    assertThat(nanos(exponential(5, 5), 3)).containsExactly(5L, 5L, 5L);
  }

  @Test
  void doesNotOverflowWithAnyNumberOfFailures() {
    List<Long> delays = nanos(exponential(1, Long.MAX_VALUE), 130);

    assertThat(delays.get(62)).isEqualTo(1L << 62);
    assertThat(delays.subList(63, 130)).containsOnly(Long.MAX_VALUE);
    assertThat(nanos(exponential(3, 7), 130).subList(2, 130)).containsOnly(7L);
  }

  @Test
  void countsEachKeyByItselfUntilItIsForgotten() {
    RateLimiter<String> limiter = exponential(5, 100);
    nanos(limiter, 3);

    assertThat(limiter.next("b")).isEqualTo(Duration.ofNanos(5));
    assertThat(limiter.failures("a")).isEqualTo(3);
    limiter.forget("a");
    assertThat(limiter.failures("a")).isZero();
    assertThat(limiter.failures("b")).isEqualTo(1);
    assertThat(limiter.next("a")).isEqualTo(Duration.ofNanos(5));
  }

  @Test
  void rejectsADelayThatCannotGrow() {
    assertThatThrownBy(() -> exponential(0, 5)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> exponential(6, 5)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isSlowAfterTheFastTries() {
    RateLimiter<String> limiter =
        RateLimiter.fastThenSlow(Duration.ofNanos(1), Duration.ofNanos(9), 2);

    assertThat(nanos(limiter, 4)).containsExactly(1L, 1L, 9L, 9L);
  }

  @Test
  void combinesLimiters() {
    RateLimiter<String> longest = RateLimiter.longest(exponential(1, 100), exponential(4, 4));
    assertThat(nanos(longest, 4)).containsExactly(4L, 4L, 4L, 8L);
    RateLimiter<String> capped = RateLimiter.atMost(exponential(1, 100), Duration.ofNanos(4));
    assertThat(nanos(capped, 5)).containsExactly(1L, 2L, 4L, 4L, 4L);
  }
}
