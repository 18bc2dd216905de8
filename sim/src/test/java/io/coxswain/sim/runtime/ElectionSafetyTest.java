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
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two candidates whose clocks are an hour apart, on a bad day: answers are lost, requests take
 * long, and a process is held up for up to half a minute at a time.
 */
class ElectionSafetyTest {
  private final List<LeaseElection> candidates = new ArrayList<>();
  private int terms;

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
                    assertThat(leading()).isLessThanOrEqualTo(1);
                  }
                });

    Seeds.of(bad, Integer.getInteger("coxswain.election.seeds", 30)).run();

    assertThat(terms).as("leaders that came and went").isGreaterThan(60);
  }

  private long leading() {
    return candidates.stream().filter(LeaseElection::isLeading).count();
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
              new Events(env, rest)::recorder,
              leads -> {},
              () -> {});
      candidates.add(election);
      election.run(
          () -> {
            terms++;
            assertThat(leading()).isLessThanOrEqualTo(1);
          },
          () -> {});
      candidates.remove(election);
    }
  }

  private static Env badDay(Env env, Duration offset) {
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

  private record LateTimers(Timers timers, Entropy luck) implements Timers {
    @Override
    public Timer after(Duration delay, Runnable action) {
      return timers.after(delay.plus(heldUp(luck)), action);
    }
  }

  private static Duration heldUp(Entropy luck) {
    return luck.nextInt(20) > 0 ? Duration.ZERO : Duration.ofMillis(luck.nextInt(30_000));
  }

  /** Each request may be late, be lost or lose its answer. */
  private record BadApi(Env env, Entropy luck) implements ApiTransport {
    @Override
    public ApiResponse call(ApiRequest request) throws IOException {
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
