package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.sharding.NamespaceShard;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Network;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Replicas that divide keys. Each key is a ConfigMap that asks for a growing number of Secrets,
 * which have generated names: a replica that acts before it has seen what its predecessor wrote
 * makes too many, and nothing removes them. Every key is reconciled each second.
 */
class ShardsScenarioTest {
  private static final int SHARDS = 4;
  private static final int NAMESPACES = 8;
  private static final List<String> NAMES = names();
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);

  /** Of a reconcile, so that most handovers meet one. */
  private static final Duration DURATION = Duration.ofMillis(700);

  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration RETRY = Duration.ofSeconds(2);

  /** Requests and lists. */
  private static final Duration LATENCY = Duration.ofSeconds(1);

  private ShardOracle oracle = new ShardOracle(SHARDS, "", () -> Instant.EPOCH);

  // ---- the replicas ---------------------------------------------------------------------------

  private void replicate(Env env, String process) throws Exception {
    manager(env, process, SHARDS).run();
  }

  private Manager manager(Env env, String process, int shards) {
    Manager manager =
        Manager.builder(env)
            .name(process)
            .leaderElection(e -> e.id("program").namespace("default").host(process))
            .shards(shards)
            .build();
    manager
        .controller("maps")
        .workers(2)
        .watch(ConfigMap.class, watch -> watch.mapTo((map, client) -> parentOf(map)))
        .watch(Secret.class, watch -> watch.mapTo((secret, client) -> parentOf(secret)))
        .sharded(ObjectKey::namespace)
        .reconcile(
            (key, pass) -> {
              oracle.began(process, key, env.clock().now());
              try {
                return reconcile(env, manager.client(), key);
              } finally {
                oracle.ended(process, key);
              }
            });
    return manager;
  }

  private static List<ObjectKey> parentOf(HasMetadata object) {
    ObjectKey key = ObjectKey.of(object).sibling("parent");
    return key.namespace().startsWith("team-") ? List.of(key) : List.of();
  }

  private static Outcome reconcile(Env env, Client client, ObjectKey key) throws ApiException {
    var parent = client.get(ConfigMap.class, key);
    if (parent.isEmpty()) {
      return Outcome.done();
    }
    int wanted = Integer.parseInt(parent.get().getData().getOrDefault("wanted", "0"));
    int children =
        client
            .list(Secret.class)
            .in(key.namespace())
            .labels(LabelSelector.of("parent", key.name()))
            .keys()
            .size();
    env.clock().sleep(DURATION);
    for (int i = children; i < wanted; i++) {
      client.create(
          new SecretBuilder()
              .withNewMetadata()
              .withNamespace(key.namespace())
              .withGenerateName(key.name() + "-")
              .addToLabels("parent", key.name())
              .endMetadata()
              .build());
    }
    return Outcome.after(HEARTBEAT);
  }

  // ---- the script -----------------------------------------------------------------------------

  private static ObjectKey parent(int number) {
    return ObjectKey.of(NAMES.get(number), "parent");
  }

  /** As many namespaces of every shard. */
  private static List<String> names() {
    var names = new ArrayList<String>();
    for (int i = 0; names.size() < NAMESPACES; i++) {
      String name = "team-" + i;
      if (NamespaceShard.of(name, SHARDS) == names.size() % SHARDS) {
        names.add(name);
      }
    }
    return names;
  }

  private static void createParents(World world) throws ApiException {
    for (int i = 0; i < NAMESPACES; i++) {
      ObjectKey key = parent(i);
      world
          .objects()
          .create(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(key.namespace())
                  .endMetadata()
                  .build());
      world
          .objects()
          .create(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withNamespace(key.namespace())
                  .withName(key.name())
                  .endMetadata()
                  .withData(Map.of("wanted", "1"))
                  .build());
    }
  }

  /** Asks for more children every so often, so that there are writes around every handover. */
  private static void grow(World world, Duration time, Duration pause) throws ApiException {
    var end = world.elapsed().plus(time);
    for (int step = 1; world.elapsed().compareTo(end) < 0; step++) {
      world.run(pause);
      int more = step;
      world
          .objects()
          .edit(
              ConfigMap.class,
              parent(step % NAMESPACES),
              map ->
                  map.getData()
                      .merge(
                          "wanted",
                          Integer.toString(1),
                          (was, one) -> Integer.toString(Integer.parseInt(was) + more % 2 + 1)));
    }
  }

  private void verify(World world) throws ApiException {
    world.run(Duration.ofSeconds(5));
    oracle.end(world.now());
    assertThat(oracle.violations).isEmpty();
    assertThat(oracle.keys()).isEqualTo(NAMESPACES);
    if (world.plan().isEmpty()) {
      assertThat(oracle.moved()).isPositive();
    }
    assertThat(oracle.longestGap)
        .isLessThanOrEqualTo(
            LEASE.plus(RETRY.multipliedBy(2)).plus(HEARTBEAT).plus(DURATION).plus(LATENCY));
    for (int i = 0; i < NAMESPACES; i++) {
      ObjectKey key = parent(i);
      assertThat(world.objects().list(Secret.class, key.namespace()))
          .as("children of " + key)
          .hasSize(wanted(world, key));
    }
  }

  /** Two replicas; a third joins, then the second stops. */
  private Simulation comingAndGoing(Network network, Duration growth) {
    return Simulation.named("shards")
        .network(network)
        .before(
            world -> {
              oracle = new ShardOracle(SHARDS, struck(world.plan()), world::now);
              createParents(world);
              NAMES.forEach(name -> oracle.expect(ObjectKey.of(name, "parent")));
            })
        .listen((process, request, status) -> oracle.answered(process, request, status))
        .process("replica-1", env -> replicate(env, "replica-1"))
        .process(
            "replica-2",
            env -> {
              Manager manager = manager(env, "replica-2", SHARDS);
              env.timers().after(Duration.ofSeconds(20), manager::stop);
              manager.run();
            })
        .process(
            "replica-3",
            env -> {
              env.clock().sleep(Duration.ofSeconds(9));
              replicate(env, "replica-3");
            })
        .script(
            world -> {
              grow(world, Duration.ofSeconds(35), growth);
              world.await("two replicas and all children", () -> isSettled(world));
              verify(world);
            });
  }

  private boolean isSettled(World world) throws ApiException {
    if (!oracle.shares().equals(List.of(2, 2))) {
      return false;
    }
    for (int i = 0; i < NAMESPACES; i++) {
      ObjectKey key = parent(i);
      int wanted = wanted(world, key);
      if (world.objects().list(Secret.class, key.namespace()).size() < wanted) {
        return false;
      }
    }
    return true;
  }

  private static int wanted(World world, ObjectKey key) throws ApiException {
    return Integer.parseInt(
        world.objects().fetch(ConfigMap.class, key).getData().getOrDefault("wanted", "0"));
  }

  /** Only these faults leave a reconcile unfinished. */
  private static String struck(FaultPlan plan) {
    return plan.faults().entrySet().stream()
        .filter(e -> e.getValue() == Fault.KILL || e.getValue() == Fault.PAUSE)
        .map(e -> e.getKey().process())
        .findFirst()
        .orElse("");
  }

  // ---- tests ----------------------------------------------------------------------------------

  @Test
  void dividesTheKeysAmongReplicasThatComeAndGo() {
    var summary = Seeds.of(comingAndGoing(Network.DEFAULT, Duration.ofMillis(1_700)), 20).run();

    assertThat(summary.runs()).hasSize(20);
  }

  @Test
  void createsNothingTwiceWithLateWatches() {
    var summary = Seeds.of(comingAndGoing(Network.SLOW, Duration.ofMillis(300)), 20).run();

    assertThat(summary.runs()).hasSize(20);
  }

  @Test
  void survivesAnyFaultAtTheWritesOfEachReplica() {
    for (String replica : new String[] {"replica-1", "replica-2", "replica-3"}) {
      var summary =
          Sweep.of(comingAndGoing(Network.DEFAULT, Duration.ofMillis(1_700)), replica)
              .faults(
                  Fault.KILL,
                  Fault.LOSE_ANSWER,
                  Fault.DROP_REQUEST,
                  Fault.CONFLICT,
                  Fault.SERVER_ERROR,
                  Fault.CUT_WATCHES,
                  Fault.EXPIRE_WATCHES,
                  Fault.DELAY,
                  Fault.PAUSE)
              .every(23)
              .run();

      assertThat(summary.failed()).isZero();
    }
  }

  /** What the previous holder has written last is in no event that the new one has received. */
  @Test
  void actsOnWhatThePreviousHolderWroteEvenIfItsWatchesAreSilent() {
    var second = new ArrayList<FreezableApi>();
    Simulation.named("silent watches")
        .network(Network.PROMPT)
        .before(
            world -> {
              oracle = new ShardOracle(SHARDS, "", world::now);
              createParents(world);
            })
        .process("replica-1", env -> live(env, "replica-1", SHARDS, 0, 20))
        .process(
            "replica-2",
            env -> {
              var api = new FreezableApi(env);
              second.add(api);
              replicate(env.withApi(api), "replica-2");
            })
        .script(
            world -> {
              world.run(Duration.ofSeconds(18));
              for (String name : NAMES) {
                world
                    .objects()
                    .edit(
                        ConfigMap.class,
                        ObjectKey.of(name, "parent"),
                        map -> map.getData().put("wanted", "3"));
              }
              world.run(DURATION.dividedBy(2));
              second.getFirst().freezeOpenWatches();
              world.run(Duration.ofSeconds(20));
              assertThat(world.isRunning("replica-1")).isFalse();
              for (String name : NAMES) {
                assertThat(world.objects().list(Secret.class, name)).as(name).hasSize(3);
              }
            })
        .run(1);
  }

  /** A rolling update from one shard to four: the new replicas wait for the last old one. */
  @Test
  void waitsForReplicasWithAnotherNumberOfShards() {
    Seeds.of(
            Simulation.named("more shards")
                .before(
                    world -> {
                      oracle = new ShardOracle(SHARDS, "", world::now);
                      createParents(world);
                    })
                .process("one", env -> live(env, "one", 1, 0, 20))
                .process("two", env -> live(env, "two", 2, 3, 60))
                .process("four", env -> live(env, "four", SHARDS, 5, 300))
                .script(
                    world -> {
                      world.run(Duration.ofSeconds(100));
                      assertThat(oracle.violations).isEmpty();
                      assertThat(oracle.replicas()).contains("one", "four");
                      // Two replicas that worked at once would take turns at every key.
                      assertThat(oracle.takeovers()).isBetween(1, 2);
                    }),
            30)
        .run();
  }

  private void live(Env env, String process, int shards, int from, int to) throws Exception {
    env.clock().sleep(Duration.ofSeconds(from));
    Manager manager = manager(env, process, shards);
    env.timers().after(Duration.ofSeconds(to - from), manager::stop);
    manager.run();
  }

  @Test
  void oneShardWritesTheLeaseOfTheProgramAlone() {
    Simulation.named("one shard")
        .before(ShardsScenarioTest::createParents)
        .process("replica-1", env -> manager(env, "replica-1", 1).run())
        .script(
            world -> {
              world.run(Duration.ofSeconds(30));
              assertThat(world.objects().list(Lease.class, "default"))
                  .extracting(lease -> lease.getMetadata().getName())
                  .containsExactly("program");
            })
        .run(1);
  }
}
