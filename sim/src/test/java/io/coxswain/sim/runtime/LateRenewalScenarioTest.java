package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.retry.InterceptedApi;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A renewal that succeeds just after the renew deadline comes too late. */
class LateRenewalScenarioTest {
  private final AtomicReference<@Nullable LeaseElection> election = new AtomicReference<>();
  private final AtomicInteger losses = new AtomicInteger();
  private final AtomicInteger writesAfterLoss = new AtomicInteger();
  private volatile boolean frozen;

  @Test
  void endsWithoutFurtherWritesWhenARenewalSucceedsAfterTheDeadline() {
    Simulation.named("late renewal")
        .process("one", this::campaign)
        .script(
            world -> {
              world.await("it leads", this::leads);

              frozen = true;
              world.await("it has ended", () -> !world.isRunning("one"));
              world.run(Duration.ofMinutes(1));

              assertThat(leads()).isFalse();
              assertThat(losses).hasValue(1);
              assertThat(writesAfterLoss).hasValue(0);
            })
        .run(1);
  }

  private boolean leads() {
    LeaseElection current = election.get();
    return current != null && current.isLeading();
  }

  private void campaign(Env env) {
    var api =
        new InterceptedApi(
            env.api(),
            request -> {
              countWrite(request);
              while (frozen) {
                env.clock().sleep(Duration.ofMillis(100));
              }
              return null;
            });
    Env connected = env.withApi(api);
    var rest = new Rest(connected, "candidate/1", new Metrics().client("h"));
    var current =
        new LeaseElection(
            connected,
            new CachedClient(rest, new Cache(connected, rest)),
            new ElectionOptions().id("test").namespace("default").identity("one"),
            _ -> ElectionSafetyTest.SILENT,
            _ -> {},
            () -> {});
    election.set(current);
    current.run(
        () -> {},
        () -> {
          losses.incrementAndGet();
          frozen = false; // the renewal that was sent before the deadline gets through
        });
  }

  private void countWrite(ApiRequest request) {
    if (losses.get() > 0 && !request.method().equals("GET")) {
      writesAfterLoss.incrementAndGet();
    }
  }
}
