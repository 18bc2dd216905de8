package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.TerminalException;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of a key after a pass over it. */
class ReconcileScenarioTest {
  private static final ObjectKey KEY = ObjectKey.of("default", "a");

  private final List<Duration> passes = new ArrayList<>();
  private final List<Integer> attempts = new ArrayList<>();
  private String scrape = "";

  @Test
  @Scenario("runtime-8")
  void retriesAFailingKeyIndefinitelyWithExponentialBackoff() {
    run(
        Duration.ofHours(2),
        pass -> {
          throw ApiException.noAnswer(new IOException("no"));
        });

    List<Long> gaps =
        IntStream.range(1, passes.size())
            .mapToObj(i -> passes.get(i).minus(passes.get(i - 1)).toMillis())
            .toList();
    assertThat(gaps.subList(0, 6)).containsExactly(5L, 10L, 20L, 40L, 80L, 160L);
    assertThat(gaps.subList(17, gaps.size())).startsWith(655_360L).hasSizeGreaterThan(4);
    assertThat(gaps.subList(18, gaps.size())).containsOnly(1_000_000L);
    assertThat(attempts.subList(0, 4)).containsExactly(0, 1, 2, 3);
  }

  @Test
  @Scenario("runtime-14")
  void doesNotRetryATerminalErrorEvenIfItIsNested() {
    run(
        Duration.ofHours(1),
        pass -> {
          throw new IllegalStateException(
              new RuntimeException(new TerminalException("runtime not found")));
        });

    assertThat(passes).hasSize(1);
    assertThat(metric("controller_runtime_reconcile_errors_total")).isEqualTo(1);
    assertThat(metric("controller_runtime_terminal_reconcile_errors_total")).isEqualTo(1);
    assertThat(metric("controller_runtime_reconcile_panics_total")).isZero();
  }

  @Test
  void retriesAnErrorOutsideTheApiServer() {
    run(
        Duration.ofMillis(20),
        pass -> {
          throw new ReconcileException("slurmrestd does not answer");
        });

    assertThat(passes).hasSizeGreaterThan(1);
    assertThat(metric("controller_runtime_reconcile_errors_total")).isEqualTo(passes.size());
    assertThat(metric("controller_runtime_reconcile_panics_total")).isZero();
  }

  @Test
  void countsAndRetriesAPanicOfAReconciler() {
    run(
        Duration.ofMillis(20),
        pass -> {
          throw new NullPointerException("bug");
        });

    assertThat(passes).hasSize(3);
    assertThat(metric("controller_runtime_reconcile_panics_total")).isEqualTo(3);
    assertThat(metric("controller_runtime_reconcile_errors_total")).isEqualTo(3);
  }

  @Test
  void requeuesOnRequest() {
    run(Duration.ofSeconds(35), pass -> Outcome.after(Duration.ofSeconds(10)));

    assertThat(passes)
        .extracting(at -> at.minus(passes.getFirst()).toSeconds())
        .containsExactly(0L, 10L, 20L, 30L);
    assertThat(attempts).containsOnly(0);
  }

  @Test
  @Scenario("runtime-15")
  @SuppressWarnings("finally") // an outcome and a failure at once is what is tested
  void backoffTakesPrecedenceOverARequestedDelay() {
    run(
        Duration.ofMillis(100),
        pass -> {
          try {
            return Outcome.after(Duration.ofSeconds(10));
          } finally {
            throw ApiException.noAnswer(new IOException("no"));
          }
        });

    assertThat(passes)
        .extracting(at -> at.minus(passes.getFirst()).toMillis())
        .containsExactly(0L, 5L, 15L, 35L, 75L);
    assertThat(metric("controller_runtime_reconcile_errors_total")).isEqualTo(5);
  }

  @Test
  @Scenario("runtime-16")
  void interruptsAndRetriesASlowReconcile() {
    Simulation.named("timeout")
        .process(
            "manager",
            env -> {
              ManagerBuilder builder = Manager.builder(env.withApi(new HangingApi(env)));
              Manager manager = builder.build();
              Controller<ObjectKey> controller =
                  manager
                      .controller("slow")
                      .timeout(Duration.ofSeconds(1))
                      .reconcile(
                          (key, pass) -> {
                            passes.add(at(env));
                            manager.client().live().get(ConfigMap.class, key);
                            return Outcome.done();
                          });
              manager.controller("other").reconcile((key, pass) -> Outcome.done());
              controller.enqueue(KEY);
              stopAfter(manager, Duration.ofMillis(2500));
              manager.run();
              scrape = new String(builder.metrics().scrape(), StandardCharsets.UTF_8);
            })
        .script(world -> world.await("the end", () -> !world.isRunning("manager")))
        .run(1);

    assertThat(passes).hasSize(3);
    assertThat(passes.get(1).minus(passes.get(0))).isEqualTo(Duration.ofMillis(1005));
    assertThat(metric("controller_runtime_reconcile_timeouts_total", "slow")).isEqualTo(3);
    assertThat(metric("controller_runtime_reconcile_timeouts_total", "other")).isZero();
    assertThat(metric("controller_runtime_reconcile_panics_total", "slow")).isZero();
  }

  @Test
  @Scenario("runtime-10")
  void changesDuringAReconcileTriggerOneMore() {
    var running = new boolean[1];
    Simulation.named("meanwhile")
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              manager
                  .controller("test")
                  .workers(4)
                  .watch(ConfigMap.class, watch -> watch.self())
                  .reconcile(
                      (key, pass) -> {
                        if (key.equals(KEY)) {
                          assertThat(running[0]).isFalse();
                          running[0] = true;
                          passes.add(at(env));
                          env.clock().sleep(Duration.ofMinutes(1));
                          running[0] = false;
                        }
                        return Outcome.done();
                      });
              manager.run();
            })
        .script(
            world -> {
              world.objects().create(configMap());
              world.run(Duration.ofSeconds(5));
              assertThat(passes).hasSize(1);
              for (int i = 0; i < 100; i++) {
                String value = "v" + i;
                world
                    .objects()
                    .edit(ConfigMap.class, KEY, c -> c.getMetadata().getLabels().put("x", value));
              }
              world.run(Duration.ofMinutes(10));
            })
        .run(1);

    assertThat(passes).hasSize(2);
  }

  @Test
  @Scenario("runtime-12")
  void retriesKeepTheirPriority() {
    var order = new ArrayList<String>();
    Simulation.named("priorities")
        .before(
            world -> {
              world.objects().create(configMap("initial-1"));
              world.objects().create(configMap("initial-2"));
            })
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              manager
                  .controller("test")
                  .backOff(Duration.ofSeconds(10), Duration.ofSeconds(10))
                  .watch(ConfigMap.class, watch -> watch.self())
                  .reconcile(
                      (key, pass) -> {
                        if (!key.namespace().equals("default")
                            || key.name().startsWith("kube-root")) {
                          return Outcome.done();
                        }
                        order.add(key.name());
                        env.clock().sleep(Duration.ofSeconds(20));
                        throw new TerminalOnSecond(pass.attempt());
                      });
              manager.run();
            })
        .script(
            world -> {
              world.run(Duration.ofSeconds(5));
              assertThat(order).hasSize(1);
              world.objects().create(configMap("changed"));
              world.run(Duration.ofMinutes(5));
            })
        .run(1);

    // While "changed" waits out its 10 s the second initial one has its first turn; when both are
    // ready to be tried again, the changed one comes first although it failed last.
    assertThat(order.subList(0, 3)).containsExactly("initial-1", "changed", "initial-2");
    assertThat(order.indexOf("changed")).isLessThan(order.lastIndexOf("initial-1"));
    assertThat(order.subList(3, 4)).containsExactly("changed");
  }

  /** Fails for good on the second try, so that the world comes to rest. */
  private static final class TerminalOnSecond extends RuntimeException {
    TerminalOnSecond(int attempt) {
      super(attempt == 0 ? null : new TerminalException("enough"));
    }
  }

  private interface Body {
    Outcome run(io.coxswain.runtime.controller.Reconciliation pass) throws ApiException;
  }

  /** Runs a controller with one key for the time. */
  private void run(Duration time, Body body) {
    Simulation.named("passes")
        .process(
            "manager",
            env -> {
              ManagerBuilder builder = Manager.builder(env);
              Manager manager = builder.build();
              Reconciler<ObjectKey> reconciler =
                  (key, pass) -> {
                    passes.add(at(env));
                    attempts.add(pass.attempt());
                    return body.run(pass);
                  };
              manager.controller("test").reconcile(reconciler).enqueue(KEY);
              stopAfter(manager, time);
              manager.run();
              scrape = new String(builder.metrics().scrape(), StandardCharsets.UTF_8);
            })
        .script(
            world ->
                world.await(
                    "the end", () -> !world.isRunning("manager"), time.plus(Duration.ofHours(1))))
        .run(1);
  }

  static void stopAfter(Manager manager, Duration time) {
    manager.env().timers().after(time, manager::stop);
  }

  private static Duration at(Env env) {
    return Duration.ofNanos(env.clock().nanos());
  }

  private double metric(String name) {
    return metric(name, "test");
  }

  private double metric(String name, String controller) {
    return scrape
        .lines()
        .filter(line -> line.startsWith(name + "{controller=\"" + controller + "\"} "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  private static ConfigMap configMap() {
    return configMap("a");
  }

  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .addToLabels("x", "")
        .endMetadata()
        .build();
  }
}
