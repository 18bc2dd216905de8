package io.coxswain.kube.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.DoubleRange;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvictionRateTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @Test
  void allowsOneAndThenOneEveryTenSeconds() {
    var rate = new EvictionRate(0.1, 0);
    assertThat(rate.tryTake(0)).isTrue();
    assertThat(rate.tryTake(9 * SECOND)).isFalse();
    assertThat(rate.untilNext(9 * SECOND)).contains(Duration.ofSeconds(1));
    assertThat(rate.tryTake(10 * SECOND)).isTrue();
    // What is not used is not saved up.
    assertThat(rate.tryTake(1000 * SECOND)).isTrue();
    assertThat(rate.tryTake(1001 * SECOND)).isFalse();
  }

  @Test
  void allowsNoneAtRateZero() {
    var rate = new EvictionRate(0, 0);
    assertThat(rate.tryTake(Long.MAX_VALUE / 2)).isFalse();
    assertThat(rate.untilNext(0)).isEmpty();
  }

  @Test
  void doesNotLetAChangeOfRateJumpTheQueue() {
    var rate = new EvictionRate(0.1, 0);
    assertThat(rate.tryTake(0)).isTrue();
    EvictionRate faster = rate.changedTo(1, SECOND);
    assertThat(faster.tryTake(SECOND)).isFalse();
    assertThat(faster.tryTake(2 * SECOND)).isTrue();
    assertThat(faster.changedTo(1, 2 * SECOND)).isSameAs(faster);
    assertThat(new EvictionRate(0.1, 0).changedTo(0.01, 0).tryTake(0)).isTrue();
  }

  @Property
  void neverExceedsTheRate(
      @ForAll @DoubleRange(min = 0.01, max = 5) double perSecond,
      @ForAll @Size(max = 200) List<@IntRange(max = 5_000) Integer> stepsMillis) {
    var rate = new EvictionRate(perSecond, 0);
    var passed = new ArrayList<Long>();
    long now = 0;
    for (int step : stepsMillis) {
      now += Duration.ofMillis(step).toNanos();
      if (rate.tryTake(now)) {
        passed.add(now);
      }
    }
    for (int i = 0; i < passed.size(); i++) {
      for (int j = i; j < passed.size(); j++) {
        double window = (passed.get(j) - passed.get(i)) / 1e9;
        assertThat(j - i + 1.0).isLessThanOrEqualTo(1 + window * perSecond + 1e-6);
      }
    }
  }

  @Property
  void allowsTheNextAfterTheReportedDelay(
      @ForAll @DoubleRange(min = 0.01, max = 5) double perSecond,
      @ForAll @IntRange(max = 100_000) int idleMillis) {
    var rate = new EvictionRate(perSecond, 0);
    long now = Duration.ofMillis(idleMillis).toNanos();
    assertThat(rate.tryTake(now)).isTrue();
    long wait = rate.untilNext(now).orElseThrow().toNanos();
    assertThat(rate.tryTake(now + wait)).isTrue();
  }
}
