package io.coxswain.kube.devicetainteviction;

import static io.coxswain.kube.ToleratingPods.isEvicted;
import static io.coxswain.kube.devicetainteviction.TaintedDevices.condition;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Exactly the pods that do not tolerate a rule are evicted, with a fault at any of the writes. */
class DeviceTaintEvictionSweepTest {
  private static final Simulation EVICTION =
      TaintedDevices.with(
          "a rule evicts two of three pods",
          cluster -> {
            evict(cluster);
            // A killed process does not know which deletions it had requested.
            cluster.world().objects().delete(DeviceTaintRule.class, ObjectKey.of("r"));
          });

  private static final Simulation REPORTED =
      TaintedDevices.with(
          "a rule reports that it evicted two of three pods",
          cluster -> {
            evict(cluster);
            assertThat(condition(cluster, "r"))
                .isEqualTo("False Completed 2 pods evicted since starting the controller.");
          });

  private static void evict(Cluster cluster) throws Exception {
    TaintedDevices.slice(cluster, "n", "gpu-0");
    Pod bare = TaintedDevices.user(cluster, "bare", "");
    Pod patient = TaintedDevices.user(cluster, "patient", "tolerationSeconds: 30");
    TaintedDevices.user(cluster, "tolerant", "forever");
    TaintedDevices.rule(cluster, "r", "NoExecute");
    cluster.await("one is evicted", () -> isEvicted(cluster, "bare"));
    cluster.await("the other too", () -> isEvicted(cluster, "patient"));
    cluster.remove(bare);
    cluster.remove(patient);
    cluster.await("the rule is done", () -> condition(cluster, "r").startsWith("False "));
    cluster.world().awaitSilence(Duration.ofMinutes(2));
    assertThat(isEvicted(cluster, "tolerant")).isFalse();
  }

  @Test
  void convergesForManySeeds() {
    Seeds.of(EVICTION, 20).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOSE_ANSWER", "CONFLICT"})
  void reportsTheSameNumberWithAFaultAtAnyWrite(Fault fault) {
    Sweep.of(REPORTED, Cluster.KCM).seed(7).faults(fault).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void evictsTheSamePodsWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(EVICTION, Cluster.KCM).seed(7).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(5);
  }
}
