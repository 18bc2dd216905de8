package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Two candidates whose clocks are an hour apart, on a bad day: answers are lost, requests take
 * long, and a process is held up for up to half a minute at a time.
 */
class ElectionSafetyTest {
  private static final int WORLDS = 10_000;

  private final List<LeaseElection> candidates = new ArrayList<>();
  private LeaseApi leases = new LeaseApi();
  private int terms;
  private int changes;
  private @Nullable String leader;

  /**
   * A minute and a half each, with a process that stands still for 40 seconds besides. A candidate
   * is looked at whenever it is about to wait or to ask, which is after anything that could have
   * made it lead.
   */
  @Test
  @Scenario("runtime-6")
  void inTenThousandWorldsTwoCandidatesNeverLeadAtOnce() {
    Simulation bad =
        Simulation.named("two candidates")
            .before(
                world -> {
                  candidates.clear();
                  leases = new LeaseApi();
                  leader = null;
                })
            .process("one", env -> campaign(badDay(env.withApi(leases), Duration.ZERO)))
            .process("two", env -> campaign(badDay(env.withApi(leases), Duration.ofHours(1))))
            .script(
                world -> {
                  for (int i = 0; i < 18; i++) {
                    world.run(Duration.ofSeconds(5));
                    check();
                  }
                });

    for (int seed = 1; seed <= WORLDS; seed++) {
      var pause =
          new FaultPlan.Point(seed % 2 == 0 ? "one" : "two", FaultPlan.By.STEP, seed % 60 + 1);
      var _ = bad.run(seed, FaultPlan.NONE.with(pause, Fault.PAUSE));
    }

    assertThat(terms).as("leaders that came").isGreaterThan(WORLDS);
    assertThat(changes).as("leaders after another").isGreaterThan(WORLDS / 4);
  }

  /** The same against a whole API server, ten minutes each. */
  @Test
  void twoCandidatesNeverLeadAtOnce() {
    Simulation bad =
        Simulation.named("election on a bad day")
            .before(world -> candidates.clear())
            .process("one", env -> campaign(badDay(env, Duration.ZERO)))
            .process("two", env -> campaign(badDay(env, Duration.ofHours(1))))
            .script(
                world -> {
                  for (int i = 0; i < 600; i++) {
                    world.run(Duration.ofSeconds(1));
                    check();
                  }
                });

    Seeds.of(bad, Integer.getInteger("coxswain.election.seeds", 10)).run();

    assertThat(terms).as("leaders that came and went").isGreaterThan(20);
  }

  private void check() {
    int leading = 0;
    for (LeaseElection candidate : candidates) {
      if (candidate.isLeading()) {
        leading++;
      }
    }
    if (leading > 1) {
      throw new AssertionError("two candidates lead at once");
    }
  }

  /** Stands for election again and again. */
  private void campaign(Env env) {
    while (true) {
      var rest = new Rest(env, "candidate/1", new Metrics().client("h"));
      var election =
          new LeaseElection(
              env,
              new CachedClient(rest, new Cache(env, rest)),
              new ElectionOptions().id("test").namespace("default"),
              _ -> SILENT,
              leads -> check(),
              () -> {});
      candidates.add(election);
      election.run(
          () -> {
            terms++;
            changes += leader == null || leader.equals(election.identity()) ? 0 : 1;
            leader = election.identity();
            check();
          },
          () -> {});
      candidates.remove(election);
    }
  }

  static final Recorder SILENT =
      new Recorder() {
        @Override
        public void normal(HasMetadata about, String reason, String message, Object... values) {}

        @Override
        public void warning(HasMetadata about, String reason, String message, Object... values) {}
      };

  private Env badDay(Env env, Duration offset) {
    Entropy luck = env.entropy().derive("bad day");
    return new Env(
        new OffsetClock(env.clock(), offset),
        new LateTimers(env.timers(), luck),
        env.tasks(),
        env.entropy(),
        env.files(),
        env.exec(),
        new BadApi(env, luck));
  }

  private record OffsetClock(Clock clock, Duration offset) implements Clock {
    @Override
    public Instant now() {
      return clock.now().plus(offset);
    }

    @Override
    public long nanos() {
      return clock.nanos() + offset.toNanos();
    }

    @Override
    public void sleep(Duration duration) {
      clock.sleep(duration);
    }
  }

  private final class LateTimers implements Timers {
    private final Timers timers;
    private final Entropy luck;

    LateTimers(Timers timers, Entropy luck) {
      this.timers = timers;
      this.luck = luck;
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
      check();
      return timers.after(delay.plus(heldUp(luck)), action);
    }
  }

  private static Duration heldUp(Entropy luck) {
    return luck.nextInt(20) > 0 ? Duration.ZERO : Duration.ofMillis(luck.nextInt(30_000));
  }

  /** Each request may be late, be lost or lose its answer. */
  private final class BadApi implements ApiTransport {
    private final Env env;
    private final Entropy luck;

    BadApi(Env env, Entropy luck) {
      this.env = env;
      this.luck = luck;
    }

    @Override
    public ApiResponse call(ApiRequest request) throws IOException {
      check();
      env.clock().sleep(heldUp(luck));
      if (luck.nextInt(20) == 0) {
        throw new IOException("the request was lost");
      }
      ApiResponse response = env.api().call(request);
      env.clock().sleep(heldUp(luck));
      if (luck.nextInt(20) == 0) {
        throw new IOException("the answer was lost");
      }
      return response;
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException {
      return env.api().watch(request);
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException {
      return env.api().open(request);
    }
  }
}
