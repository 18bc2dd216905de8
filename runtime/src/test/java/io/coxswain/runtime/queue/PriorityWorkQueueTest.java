package io.coxswain.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Mailbox;
import io.coxswain.env.Task;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.testing.ManualTime;
import io.coxswain.runtime.testing.TestEnv;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PriorityWorkQueueTest {
  private final TestEnv world = TestEnv.create();
  private final ManualTime time = world.time();
  private final Metrics metrics = new Metrics();
  private final WorkQueue<String> queue =
      new PriorityWorkQueue<>(
          world.env(),
          RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)),
          metrics.queue("q"));

  @Test
  void handsOutEachKeyOnceInTheOrderItWasAdded() {
    queue.add("b");
    queue.add("a");
    queue.add("b");

    assertThat(takeAll()).containsExactly("b", "a");
  }

  @Test
  @Scenario("runtime-11")
  void handsOutAnEventBeforeFiftyThousandInitialObjects() {
    for (int i = 0; i < 50_000; i++) {
      queue.add("initial-" + i, WorkQueue.LOW);
    }
    queue.add("changed");

    assertThat(next().key()).isEqualTo("changed");
    assertThat(next().key()).isEqualTo("initial-0");
  }

  @Test
  void raisedKeyGoesToTheEndOfItsNewPriority() {
    queue.add("a", WorkQueue.LOW);
    queue.add("b");
    queue.add("a");

    assertThat(takeAll()).containsExactly("b", "a");
  }

  @Test
  @Scenario("runtime-10")
  void processesAKeyOnceMoreHoweverOftenItWasAddedWhileProcessing() {
    queue.add("a");
    queue.take();
    for (int i = 0; i < 100; i++) {
      queue.add("a");
    }
    queue.add("b");

    assertThat(next().key()).isEqualTo("b");
    assertThat(queue.size()).isEqualTo(1);
    queue.done("a");
    assertThat(next().key()).isEqualTo("a");
    queue.done("a");
    assertThat(queue.size()).isZero();
  }

  @Test
  void delaysDoubleFromFiveMillisecondsToAThousandSeconds() {
    var delays = new ArrayList<Long>();
    for (int i = 0; i < 22; i++) {
      queue.addBackedOff("a", 0);
      long before = time.nanos();
      while (queue.size() == 0) {
        time.advance(Duration.ofMillis(1));
      }
      delays.add(Duration.ofNanos(time.nanos() - before).toMillis());
      assertThat(next().failures()).isEqualTo(i + 1);
      queue.done("a");
    }

    assertThat(delays.subList(0, 5)).containsExactly(5L, 10L, 20L, 40L, 80L);
    assertThat(delays.subList(17, 22))
        .containsExactly(655_360L, 1_000_000L, 1_000_000L, 1_000_000L, 1_000_000L);
    queue.forget("a");
    queue.addBackedOff("a", 0);
    time.advance(Duration.ofMillis(5));
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void shorterOfTwoDelaysWins() {
    queue.addAfter("a", 0, Duration.ofSeconds(10));
    queue.addAfter("a", 0, Duration.ofSeconds(3));
    queue.addAfter("a", 0, Duration.ofSeconds(20));

    time.advance(Duration.ofSeconds(3));

    assertThat(takeAll()).containsExactly("a");
    assertThat(time.timers()).isZero();
  }

  @Test
  void addingWithoutDelayMakesAKeyReady() {
    queue.addAfter("a", WorkQueue.LOW, Duration.ofMinutes(5));
    queue.add("a");

    assertThat(takeAll()).containsExactly("a");
    queue.done("a");
    time.advance(Duration.ofMinutes(6));
    assertThat(queue.size()).isZero();
  }

  @Test
  void processesAKeyThatBecomesDueWhileProcessingAfterwards() {
    queue.add("a");
    queue.take();
    queue.addAfter("a", 0, Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(2));

    assertThat(queue.size()).isEqualTo(1);
    queue.done("a");
    assertThat(next().key()).isEqualTo("a");
  }

  @Test
  void retryKeepsItsPriority() {
    queue.addBackedOff("initial", WorkQueue.LOW);
    queue.addBackedOff("changed", WorkQueue.NORMAL);
    time.advance(Duration.ofSeconds(1));

    assertThat(next()).isEqualTo(new WorkQueue.Taken<>("changed", 0, 1));
    assertThat(next()).isEqualTo(new WorkQueue.Taken<>("initial", -100, 1));
  }

  @Test
  void wakesWaitingTakersOnAddAndOnClose() {
    var taken = new Mailbox<String>(world.env().tasks(), 10);
    List<Task> takers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      takers.add(
          world
              .env()
              .tasks()
              .spawn(
                  "taker",
                  () -> {
                    for (var t = queue.take(); t != null; t = queue.take()) {
                      taken.offer(t.key());
                    }
                  }));
    }

    queue.add("a");
    assertThat(taken.take()).isEqualTo("a");
    queue.add("b");
    assertThat(taken.take()).isEqualTo("b");
    queue.close();
    takers.forEach(Task::join);
    queue.add("c");
    assertThat(queue.take()).isNull();
  }

  @Test
  @Scenario("runtime-13")
  void boundsTheSeriesOfPriorities() {
    for (int i = 0; i < 26; i++) {
      queue.add("k" + i, i);
    }

    String scrape = new String(metrics.scrape(), StandardCharsets.UTF_8);

    assertThat(scrape)
        .contains("workqueue_depth{controller=\"q\",name=\"q\",priority=\"24\"} 1.0")
        .contains(
            "workqueue_depth{controller=\"q\",name=\"q\",priority=\"exceeded_cardinality_limit\"} 1.0")
        .doesNotContain("priority=\"25\"");
  }

  private WorkQueue.Taken<String> next() {
    return Objects.requireNonNull(queue.take());
  }

  private List<String> takeAll() {
    var all = new ArrayList<String>();
    while (queue.size() > 0) {
      all.add(next().key());
    }
    return all;
  }
}
