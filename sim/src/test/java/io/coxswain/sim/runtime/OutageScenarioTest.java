package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A server that is away, or overwhelmed, for a while. */
class OutageScenarioTest {
  private final List<String> passes = new ArrayList<>();
  private final AtomicBoolean away = new AtomicBoolean();
  private final AtomicInteger refused = new AtomicInteger();

  @Test
  void resumesWithinAMinuteAfterAnOutageOfFiveMinutes() {
    Simulation.named("gone")
        .process("manager", env -> run(env, Trouble.GONE))
        .script(
            world -> {
              create(world, "before");
              world.await("the first", () -> passes.contains("before"));
              away.set(true);
              world.cutWatches("manager");
              create(world, "meanwhile");
              world.run(Duration.ofMinutes(5));
              assertThat(passes).doesNotContain("meanwhile");
              int tries = refused.get();
              assertThat(tries).as("tries in five minutes, backed off").isBetween(5, 40);

              away.set(false);
              world.run(Duration.ofMinutes(1));
              assertThat(passes).contains("meanwhile");
              create(world, "after");
              world.run(Duration.ofMinutes(1));
              assertThat(passes).contains("after");
              assertThat(world.isRunning("manager")).isTrue();
            })
        .run(1);
  }

  @Test
  void respectsRetryAfterOfAnOverloadedServer() {
    Simulation.named("storm")
        .process("manager", env -> run(env, Trouble.STORM))
        .script(
            world -> {
              create(world, "before");
              world.await("the first", () -> passes.contains("before"));
              away.set(true);
              world.cutWatches("manager");
              create(world, "meanwhile");
              world.run(Duration.ofMinutes(10));
              assertThat(passes).doesNotContain("meanwhile");
              assertThat(refused.get()).isBetween(5, 80);

              away.set(false);
              world.run(Duration.ofMinutes(2));
              assertThat(passes).contains("meanwhile");
            })
        .run(1);
  }

  @Test
  void retriesWithAnExpiredTokenAndReportsItToReaders() {
    var told = new ArrayList<String>();
    Simulation.named("expired")
        .process("manager", env -> run(env, Trouble.EXPIRED))
        .process(
            "reader",
            env -> {
              var api = new Unreliable(env.api(), Trouble.EXPIRED);
              Manager manager = Manager.builder(env.withApi(api)).build();
              while (true) {
                try {
                  manager.client().live().get(ConfigMap.class, ObjectKey.of("default", "before"));
                  told.add("ok");
                } catch (ApiException.Unauthorized e) {
                  told.add(e.getMessage());
                }
                env.clock().sleep(Duration.ofMinutes(1));
              }
            })
        .script(
            world -> {
              create(world, "before");
              world.await("the first", () -> passes.contains("before"));
              away.set(true);
              world.cutWatches("manager");
              create(world, "meanwhile");
              world.run(Duration.ofMinutes(10));
              assertThat(passes).doesNotContain("meanwhile");
              assertThat(refused.get()).as("tries, backed off").isBetween(10, 80);
              assertThat(told).contains("Unauthorized").startsWith("ok").endsWith("Unauthorized");

              away.set(false);
              world.run(Duration.ofMinutes(2));
              assertThat(passes).contains("meanwhile");
              assertThat(told).endsWith("ok");
              assertThat(world.isRunning("manager")).isTrue();
            })
        .run(1);
  }

  private void run(io.coxswain.env.Env env, Trouble trouble) throws Exception {
    Manager manager = Manager.builder(env.withApi(new Unreliable(env.api(), trouble))).build();
    manager
        .controller("follow")
        .watch(ConfigMap.class, watch -> watch.self())
        .reconcile(
            (key, pass) -> {
              passes.add(key.name());
              return Outcome.done();
            });
    manager.run();
  }

  private static void create(io.coxswain.sim.World world, String name) throws Exception {
    ObjectKey key = ObjectKey.of("default", name);
    world
        .objects()
        .create(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(key.namespace())
                .withName(key.name())
                .endMetadata()
                .build());
  }

  /** What is wrong with the server. */
  private enum Trouble {
    GONE,
    STORM,
    EXPIRED
  }

  /** Refuses connections, or answers 429 or 401, while away. */
  private final class Unreliable implements ApiTransport {
    private final ApiTransport server;
    private final Trouble trouble;

    Unreliable(ApiTransport server, Trouble trouble) {
      this.server = server;
      this.trouble = trouble;
    }

    @Override
    public ApiResponse call(ApiRequest request) throws IOException {
      return isAway() ? errorResponse() : server.call(request);
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException {
      return isAway() ? new RejectedWatch(errorResponse()) : server.watch(request);
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException {
      return server.open(request);
    }

    private boolean isAway() throws IOException {
      if (away.get()) {
        refused.incrementAndGet();
        if (trouble == Trouble.GONE) {
          throw new IOException("connection refused");
        }
        return true;
      }
      return false;
    }

    private ApiResponse errorResponse() {
      return trouble == Trouble.EXPIRED ? unauthorized() : tooMany();
    }

    private static ApiResponse unauthorized() {
      return new ApiResponse(
          401,
          Collections.emptySortedMap(),
          "{\"kind\":\"Status\",\"code\":401,\"reason\":\"Unauthorized\",\"message\":\"Unauthorized\"}"
              .getBytes(StandardCharsets.UTF_8));
    }

    private static ApiResponse tooMany() {
      var headers = new TreeMap<String, List<String>>();
      headers.put("retry-after", List.of("5"));
      return new ApiResponse(
          429,
          headers,
          "{\"kind\":\"Status\",\"code\":429,\"reason\":\"TooManyRequests\",\"message\":\"storm\"}"
              .getBytes(StandardCharsets.UTF_8));
    }
  }

  private record RejectedWatch(ApiResponse errorResponse) implements ApiWatch {
    @Override
    public int status() {
      return errorResponse.status();
    }

    @Override
    public Frame next() {
      throw new IllegalStateException();
    }

    @Override
    public void close() {}
  }
}
