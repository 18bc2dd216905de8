package io.coxswain.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.queue.PriorityWorkQueue;
import io.coxswain.runtime.queue.RateLimiter;
import io.coxswain.runtime.testing.TestEnv;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private final TestEnv world = TestEnv.create();

  @Test
  @Scenario("runtime-17")
  void initializesAllSeriesOfAControllerToZero() {
    var builder = Manager.builder(world.env());
    builder
        .build()
        .controller("trainjob_controller")
        .workers(5)
        .reconcile((k, p) -> Outcome.done());

    String scrape = scrape(builder.metrics());

    for (String result : new String[] {"success", "error", "requeue", "requeue_after"}) {
      assertThat(scrape)
          .contains(
              "controller_runtime_reconcile_total{controller=\"trainjob_controller\",result=\""
                  + result
                  + "\"} 0.0\n");
    }
    for (String name :
        new String[] {
          "reconcile_errors_total",
          "terminal_reconcile_errors_total",
          "reconcile_panics_total",
          "reconcile_timeouts_total",
          "active_workers"
        }) {
      assertThat(scrape)
          .contains("controller_runtime_" + name + "{controller=\"trainjob_controller\"} 0.0\n");
    }
    assertThat(scrape)
        .contains(
            "controller_runtime_max_concurrent_reconciles{controller=\"trainjob_controller\"} 5.0\n");
  }

  @Test
  void exposesUnfinishedWork() {
    var metrics = new Metrics();
    var queue =
        new PriorityWorkQueue<String>(
            world.env(),
            RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)),
            metrics.queue("q"));
    queue.add("a");
    queue.take();
    world.time().advance(Duration.ofSeconds(3));
    queue.add("b");
    queue.take();
    world.time().advance(Duration.ofSeconds(1));

    assertThat(scrape(metrics))
        .contains("workqueue_unfinished_work_seconds{controller=\"q\",name=\"q\"} 5.0")
        .contains("workqueue_longest_running_processor_seconds{controller=\"q\",name=\"q\"} 4.0")
        .contains("workqueue_adds_total{controller=\"q\",name=\"q\"} 2.0");
  }

  private static String scrape(Metrics metrics) {
    return new String(metrics.scrape(), StandardCharsets.UTF_8);
  }
}
