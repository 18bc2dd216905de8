package io.coxswain.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.testing.TestEnv;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ClassicWorkQueueTest {
  private final TestEnv world = TestEnv.create();
  private final Metrics metrics = new Metrics();
  private final WorkQueue<String> queue =
      new ClassicWorkQueue<>(world.env(), RateLimiter.classic(world.time()), metrics.queue("q"));

  @Test
  @Scenario("runtime-9")
  void processesDelayedKeyTwiceWhenAlsoAddedNowUnlikePriorityQueue() {
    assertThat(passesOver(queue)).isEqualTo(2);
    assertThat(
            passesOver(
                new PriorityWorkQueue<>(
                    world.env(),
                    RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)),
                    metrics.queue("p"))))
        .isEqualTo(1);
  }

  private int passesOver(WorkQueue<String> either) {
    either.addAfter("a", 0, Duration.ofMinutes(5));
    either.add("a");
    int passes = 0;
    for (int minute = 0; minute <= 10; minute++) {
      while (either.size() > 0) {
        passes++;
        either.done(Objects.requireNonNull(either.take()).key());
      }
      world.time().advance(Duration.ofMinutes(1));
    }
    return passes;
  }

  @Test
  void ignoresPriorities() {
    queue.add("low", WorkQueue.LOW);
    queue.add("high", 1000);
    queue.add("low", 2000);

    assertThat(drain()).containsExactly("low", "high");
  }

  @Test
  void requeuesAKeyAddedWhileProcessingAtTheEnd() {
    queue.add("a");
    String held = take();
    queue.add("a");
    queue.add("a");
    queue.add("b");
    assertThat(queue.size()).isEqualTo(1);

    queue.done(held);

    assertThat(drain()).containsExactly("b", "a");
  }

  @Test
  void earlierOfTwoDelaysWins() {
    queue.addAfter("a", 0, Duration.ofMinutes(5));
    queue.addAfter("a", 0, Duration.ofMinutes(1));
    queue.addAfter("a", 0, Duration.ofMinutes(9));

    world.time().advance(Duration.ofMinutes(1));
    assertThat(drain()).containsExactly("a");
    world.time().advance(Duration.ofMinutes(20));
    assertThat(drain()).isEmpty();
    assertThat(world.time().timers()).isZero();
  }

  @Test
  void doesNotProcessAKeyAgainAtItsLatestTime() {
    queue.addAtLatestAfter("a", 0, Duration.ofMinutes(5));
    queue.add("a");

    assertThat(drain()).containsExactly("a");
    world.time().advance(Duration.ofMinutes(20));
    assertThat(drain()).isEmpty();
    queue.addAtLatestAfter("b", 0, Duration.ofMinutes(5));
    world.time().advance(Duration.ofMinutes(5));
    assertThat(drain()).containsExactly("b");
  }

  @Test
  void handsOutQueuedKeysAfterClosing() {
    queue.add("a");
    queue.addAfter("later", 0, Duration.ofSeconds(1));
    queue.close();
    queue.add("b");
    world.time().advance(Duration.ofMinutes(1));

    assertThat(take()).isEqualTo("a");
    assertThat(queue.take()).isNull();
  }

  @Test
  void countsAddsWhenDirtyAndEveryRetry() {
    queue.add("a");
    queue.add("a");
    String held = take();
    queue.add("a");
    queue.addAfter("a", 0, Duration.ZERO);
    queue.addBackedOff("b", 0);
    queue.done(held);

    assertThat(new String(metrics.scrape(), StandardCharsets.UTF_8))
        .contains("workqueue_adds_total{controller=\"q\",name=\"q\"} 2.0\n")
        .contains("workqueue_retries_total{controller=\"q\",name=\"q\"} 2.0\n")
        .contains("workqueue_depth{controller=\"q\",name=\"q\",priority=\"\"} 1.0\n");
  }

  @Test
  void limitsRetriesOfAllKeysToTenPerSecondAfterABurstOfHundred() {
    var limiter = RateLimiter.<Integer>classic(world.time());
    var waits = new ArrayList<Long>();
    for (int key = 0; key < 103; key++) {
      waits.add(limiter.next(key).toMillis());
    }

    assertThat(waits.subList(0, 100)).containsOnly(5L);
    assertThat(waits.subList(100, 103)).containsExactly(100L, 200L, 300L);
    assertThat(limiter.failures(7)).isEqualTo(1);
    world.time().advance(Duration.ofMinutes(1));
    assertThat(limiter.next(7)).isEqualTo(Duration.ofMillis(10));
    limiter.forget(7);
    assertThat(limiter.next(7)).isEqualTo(Duration.ofMillis(5));
  }

  @Test
  void computesTheDelaysOfOtherLimiters() {
    RateLimiter<String> fastSlow =
        RateLimiter.fastThenSlow(Duration.ofMillis(5), Duration.ofSeconds(10), 2);
    assertThat(List.of(fastSlow.next("a"), fastSlow.next("a"), fastSlow.next("a")))
        .containsExactly(Duration.ofMillis(5), Duration.ofMillis(5), Duration.ofSeconds(10));
    RateLimiter<String> capped =
        RateLimiter.atMost(
            RateLimiter.exponential(Duration.ofSeconds(1), Duration.ofHours(1)),
            Duration.ofSeconds(3));
    assertThat(List.of(capped.next("a"), capped.next("a"), capped.next("a"), capped.next("a")))
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 3L, 3L);
  }

  private String take() {
    return Objects.requireNonNull(queue.take()).key();
  }

  private List<String> drain() {
    var keys = new ArrayList<String>();
    while (queue.size() > 0) {
      String key = take();
      keys.add(key);
      queue.done(key);
    }
    return keys;
  }
}
