package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.controller.Finalizers;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases for parts of a program, and what must be done before objects go. */
class LeaderGroupsScenarioTest {
  private static final ObjectKey KEY = ObjectKey.of("default", "a");

  private final List<String> log = new ArrayList<>();

  @Test
  void aGroupRunsWhereItsOwnLeaseIs() {
    Simulation.named("groups")
        .process("one", env -> run(env, "one", "main", "heavy"))
        .process(
            "two",
            env -> {
              env.clock().sleep(Duration.ofSeconds(5));
              run(env, "two", "main", "light");
            })
        .script(
            world -> {
              world.run(Duration.ofMinutes(1));
              assertThat(world.objects().list(Lease.class, "default"))
                  .extracting(lease -> lease.getMetadata().getName())
                  .containsExactly("heavy", "light", "main");
              // The first has the program's lease and its own; the second only its own.
              assertThat(log).contains("one heavy", "two light", "one main");
              assertThat(log).doesNotContain("two main");
              world.kill("one");
              world.run(Duration.ofMinutes(1));
              assertThat(log).contains("two main");
            })
        .run(1);
  }

  private void run(Env env, String who, String main, String group) throws Exception {
    Manager manager =
        Manager.builder(env)
            .leaderElection(e -> e.id(main).namespace("default").host(who))
            .leaderElection(group, e -> e.id(group).namespace("default").host(who))
            .build();
    manager.controller("main").reconcile((key, pass) -> noted(who + " main")).enqueue(KEY);
    manager
        .controller(group)
        .leaderGroup(group)
        .reconcile((key, pass) -> noted(who + " " + group))
        .enqueue(KEY);
    assertThatThrownBy(
            () ->
                manager.controller("lost").leaderGroup("none").reconcile((k, p) -> Outcome.done()))
        .hasMessage("no lease is configured for leader election group \"none\"");
    manager.run();
  }

  private Outcome noted(String what) {
    log.add(what);
    return Outcome.done();
  }

  @Test
  void addsRunsAndRemovesFinalizers() {
    Simulation.named("finalizers")
        .process(
            "manager",
            env -> {
              Manager manager = Manager.builder(env).build();
              var finalizers =
                  new Finalizers<ConfigMap>()
                      .register("example.com/one", map -> log.add("one"))
                      .register("example.com/two", map -> log.add("two"));
              manager
                  .controller("maps")
                  .watch(ConfigMap.class, watch -> watch.self())
                  .reconcile(
                      (key, pass) -> {
                        var map = manager.client().get(ConfigMap.class, key);
                        if (map.isPresent()) {
                          finalizers.settle(manager.client(), map.get());
                        }
                        return Outcome.done();
                      });
              manager.run();
            })
        .script(
            world -> {
              world
                  .objects()
                  .create(
                      new ConfigMapBuilder()
                          .withNewMetadata()
                          .withNamespace("default")
                          .withName("a")
                          .endMetadata()
                          .build());
              world.await(
                  "finalizers",
                  () ->
                      world
                          .objects()
                          .fetch(ConfigMap.class, KEY)
                          .getMetadata()
                          .getFinalizers()
                          .equals(List.of("example.com/one", "example.com/two")));
              assertThat(log).isEmpty();
              world.objects().delete(ConfigMap.class, KEY);
              world.await("the end", () -> world.objects().find(ConfigMap.class, KEY).isEmpty());
              assertThat(log).containsExactly("one", "two");
            })
        .run(2);
  }
}
