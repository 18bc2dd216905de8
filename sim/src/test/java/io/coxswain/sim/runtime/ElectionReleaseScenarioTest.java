package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.election.ElectionOptions;
import io.coxswain.runtime.election.LeaseElection;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.retry.InterceptedApi;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A leader that is held up while it stops never releases the lease of its successor. */
class ElectionReleaseScenarioTest {
  private static final ObjectKey LEASE = ObjectKey.of("default", "test");

  /** The request of the stopping leader that does not get through until another one leads. */
  enum HeldUp {
    BEFORE_IT_READS_THE_LEASE,
    BEFORE_IT_WRITES_THE_LEASE;

    boolean matches(ApiRequest request) {
      return this == BEFORE_IT_READS_THE_LEASE || !request.method().equals("GET");
    }
  }

  private final Map<String, LeaseElection> elections = new ConcurrentHashMap<>();
  private volatile boolean frozen;

  @ParameterizedTest
  @EnumSource
  void aStoppedLeaderLeavesTheLeaseOfItsSuccessorAlone(HeldUp heldUp) {
    Simulation.named("late release")
        .process("one", env -> campaign("one", env, heldUp))
        .script(
            world -> {
              world.await("one leads", () -> leads("one"));
              world.start("two", env -> campaign("two", env, heldUp));

              frozen = true;
              election("one").stop();
              world.await("two leads", () -> leads("two"));
              world.always("the lease is two's", _ -> holder(world).equals("two"));
              frozen = false;
              world.run(Duration.ofMinutes(1));

              assertThat(holder(world)).isEqualTo("two");
              assertThat(leads("two")).isTrue();
              assertThat(world.isRunning("one")).isFalse();
            })
        .run(1);
  }

  private static String holder(World world) throws Exception {
    return world.objects().fetch(Lease.class, LEASE).getSpec().getHolderIdentity();
  }

  private LeaseElection election(String name) {
    return Objects.requireNonNull(elections.get(name));
  }

  private boolean leads(String name) {
    return elections.containsKey(name) && election(name).isLeading();
  }

  private void campaign(String name, Env env, HeldUp heldUp) {
    var api =
        new InterceptedApi(
            env.api(),
            request -> {
              while (frozen && name.equals("one") && heldUp.matches(request)) {
                env.clock().sleep(Duration.ofSeconds(1));
              }
              return null;
            });
    Env connected = env.withApi(api);
    var rest = new Rest(connected, "candidate/1", new Metrics().client("h"));
    var election =
        new LeaseElection(
            connected,
            new CachedClient(rest, new Cache(connected, rest)),
            new ElectionOptions().id("test").namespace("default").identity(name).releaseOnCancel(),
            _ -> ElectionSafetyTest.SILENT,
            _ -> {},
            () -> {});
    elections.put(name, election);
    election.run(() -> {}, () -> {});
  }
}
