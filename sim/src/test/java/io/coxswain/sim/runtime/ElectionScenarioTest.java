package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Replicas that compete for one lease. */
class ElectionScenarioTest {
  private static final ObjectKey LEASE = ObjectKey.of("default", "test");

  private final Map<String, Manager> managers = new TreeMap<>();
  private final List<String> leaders = new ArrayList<>();

  @Test
  void oneReplicaLeadsAndHoldsTheLease() {
    world()
        .script(
            world -> {
              world.run(Duration.ofMinutes(5));

              assertThat(leaders).hasSize(1);
              Lease lease = world.objects().fetch(Lease.class, LEASE);
              assertThat(lease.getSpec().getHolderIdentity()).startsWith(leaders.getFirst() + "_");
              assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(15);
              assertThat(lease.getSpec().getLeaseTransitions()).isZero();
              assertThat(lease.getSpec().getRenewTime().toInstant())
                  .isAfter(world.now().minusSeconds(3));
              assertThat(world.objects().list(Event.class, "default"))
                  .extracting(Event::getMessage)
                  .containsExactly(lease.getSpec().getHolderIdentity() + " became leader");
            })
        .run(1);
  }

  @Test
  @Scenario("runtime-7")
  void aStoppingLeaderReleasesTheLease() {
    for (int seed = 1; seed <= 20; seed++) {
      leaders.clear();
      world()
          .script(
              world -> {
                world.run(Duration.ofMinutes(1));
                String first = leaders.getFirst();

                Objects.requireNonNull(managers.get(first)).stop();
                world.await("the end of " + first, () -> !world.isRunning(first));
                Lease lease = world.objects().fetch(Lease.class, LEASE);
                assertThat(lease.getSpec().getHolderIdentity()).isEmpty();
                assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(1);

                world.run(Duration.ofMillis(4400));
                assertThat(leaders).hasSize(2).doesNotHaveDuplicates();
              })
          .run(seed);
    }
  }

  @Test
  void anotherReplicaWaitsUntilTheLeaseOfADeadLeaderExpires() {
    for (int seed = 1; seed <= 20; seed++) {
      leaders.clear();
      world()
          .script(
              world -> {
                world.run(Duration.ofMinutes(1));
                world.kill(leaders.getFirst());

                world.run(Duration.ofSeconds(12));
                assertThat(leaders).hasSize(1);
                world.run(Duration.ofSeconds(8));
                assertThat(leaders).hasSize(2).doesNotHaveDuplicates();
                assertThat(lease(world).getSpec().getLeaseTransitions()).isEqualTo(1);
              })
          .run(seed);
    }
  }

  @Test
  @Scenario("runtime-5")
  void aLeaderThatCannotRenewExitsAtOnce() {
    var ended = new ArrayList<String>();
    Simulation.named("partition")
        .process(
            "manager",
            env -> {
              var api = new BreakableApi(env.api());
              Manager manager = StopScenarioTest.candidate(env.withApi(api), "a").build();
              manager.add(
                  () -> {
                    try {
                      env.clock().sleep(Duration.ofDays(1));
                    } catch (CancelledException e) {
                      ended.add("routine at " + env.clock().nanos() / 1_000_000_000);
                      throw e;
                    }
                  });
              env.timers().after(Duration.ofSeconds(61), () -> api.broken = true);
              try {
                manager.run();
              } catch (ManagerException e) {
                ended.add(e.getMessage() + " at " + env.clock().nanos() / 1_000_000_000);
                env.clock().sleep(Duration.ofSeconds(1));
              }
            })
        .script(world -> world.await("the end", () -> !world.isRunning("manager")))
        .run(1);

    assertThat(ended).containsExactly("leader election lost at 70", "routine at 70");
  }

  private static Lease lease(World world) throws ApiException {
    return world.objects().fetch(Lease.class, LEASE);
  }

  private Simulation world() {
    return Simulation.named("election")
        .process("one", env -> replica(env, "one"))
        .process("two", env -> replica(env, "two"));
  }

  private void replica(Env env, String name) throws ManagerException {
    Manager manager = StopScenarioTest.candidate(env, name).build();
    managers.put(name, manager);
    manager.add(
        () -> {
          leaders.add(name);
          env.clock().sleep(Duration.ofDays(1));
        });
    manager.run();
  }
}
