package io.coxswain.kube.resourceclaim;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each pod gets one claim and gives it back, with a fault at any of the writes. */
class ResourceClaimSweepTest {
  private static final Simulation LIFE =
      ClaimScripts.with(
          "two pods, one claim each and one that they share",
          ResourceClaimOptions.byDefault(),
          claims -> {
            String own = "{name: gpu, resourceClaimTemplateName: t}";
            String shared = "{name: shared, resourceClaimName: s}";
            claims.template("t");
            claims.claim("s");
            Pod one = claims.pod("one", own, shared);
            Pod two = claims.pod("two", own, shared);
            claims.cluster.await(
                "both are told",
                () -> claims.told("one").size() == 1 && claims.told("two").size() == 1);
            assertThat(claims.all()).hasSize(3);

            claims.allocate(claims.told("one").getFirst(), one);
            claims.allocate("s", one);
            claims.cluster.bind(one, "n");
            claims.cluster.bind(two, "n");
            claims.cluster.await(
                "the second reserves too",
                () -> ResourceClaimPlan.users(claims.fetch("s")).size() == 2);

            claims.cluster.succeed(one);
            claims.cluster.fail(two);
            claims.cluster.await("their own claims go", () -> claims.all().size() == 1);
            claims.cluster.await(
                "the devices are free",
                () ->
                    ResourceClaimPlan.users(claims.fetch("s")).isEmpty()
                        && claims.fetch("s").getStatus().getAllocation() == null);

            // A finalizer that a crash left on it must not keep it from going.
            claims.cluster.world().objects().delete(ResourceClaim.class, key("s"));
            claims.cluster.remove(one);
            claims.cluster.remove(two);
            claims.cluster.await("nothing is left", () -> claims.all().isEmpty());
            claims.cluster.world().awaitSilence(Duration.ofSeconds(40));
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(LIFE, 20).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void createsOneClaimPerPodWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(LIFE, Cluster.KCM).seed(7).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(8);
  }
}
