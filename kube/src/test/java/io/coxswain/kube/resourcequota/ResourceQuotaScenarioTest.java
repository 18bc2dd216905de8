package io.coxswain.kube.resourcequota;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResourceQuotaScenarioTest {

  private static Simulation cluster(String name, Cluster.Script script) {
    return Cluster.with(
        name,
        manager -> ResourceQuotaController.register(manager, ResourceQuotaOptions.byDefault()),
        script);
  }

  private static Pod pod(Cluster cluster, String name) throws ApiException {
    return cluster.create(
        Pod.class,
        """
        metadata: {name: %s}
        spec: {containers: [{name: c, image: x, resources: {requests: {cpu: 100m}}}]}
        """
            .formatted(name));
  }

  private static ResourceQuota quota(Cluster cluster, String hard) throws ApiException {
    return cluster.create(
        ResourceQuota.class, "{metadata: {name: q}, spec: {hard: %s}}".formatted(hard));
  }

  private static String used(Cluster cluster, String what) throws ApiException {
    Map<String, Quantity> used =
        cluster.world().objects().fetch(ResourceQuota.class, key("q")).getStatus().getUsed();
    return used == null ? "" : String.valueOf(used.get(what));
  }

  @Test
  @Scenario("kcm-controllers-33")
  void countsExistingObjectsAndFollowsDeletions() {
    cluster(
            "three of two",
            cluster -> {
              for (int i = 0; i < 3; i++) {
                pod(cluster, "p" + i);
              }
              quota(cluster, "{pods: 2, requests.cpu: 1}");
              cluster.await("three are used", () -> used(cluster, "pods").equals("3"));
              assertThat(used(cluster, "requests.cpu")).isEqualTo("300m");

              Instant deleted = cluster.world().now();
              cluster.remove(cluster.world().objects().fetch(Pod.class, key("p1")));
              cluster.await("two are used", () -> used(cluster, "pods").equals("2"));
              assertThat(Duration.between(deleted, cluster.world().now()))
                  .isLessThan(Duration.ofSeconds(5));
              assertThat(used(cluster, "requests.cpu")).isEqualTo("200m");
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void writesNothingWhileNothingChanges() {
    cluster(
            "idle",
            cluster -> {
              pod(cluster, "p");
              quota(cluster, "{pods: 2, cpu: 1000m, count/configmaps: 10}");
              cluster.await("it is counted", () -> used(cluster, "cpu").equals("100m"));
              cluster.world().run(Duration.ofSeconds(40));
              int writes = cluster.world().writes(Cluster.KCM);

              cluster.world().run(Duration.ofMinutes(20));

              assertThat(cluster.world().writes(Cluster.KCM)).isEqualTo(writes);
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void correctsUsageOfFailedCreates() {
    cluster(
            "overcharged",
            cluster -> {
              quota(cluster, "{pods: 2}");
              cluster.await("none are used", () -> used(cluster, "pods").equals("0"));
              ResourceQuota seen = cluster.world().objects().fetch(ResourceQuota.class, key("q"));
              seen.getStatus().setUsed(Map.of("pods", new Quantity("2")));
              cluster.world().objects().updateStatus(seen);

              cluster.await("none are used again", () -> used(cluster, "pods").equals("0"));
              assertThat(cluster.world().elapsed()).isLessThan(Duration.ofMinutes(6));
            })
        .network(Network.PROMPT)
        .run(1);
  }

  /** Things come and go while the controller has its troubles. */
  private static final Simulation COUNTING =
      cluster(
          "counting",
          cluster -> {
            quota(cluster, "{pods: 10, configmaps: 10, requests.cpu: 2}");
            cluster.await("it is counted", () -> used(cluster, "pods").equals("0"));
            for (int i = 0; i < 3; i++) {
              pod(cluster, "p" + i);
              cluster.create(ConfigMap.class, "metadata: {name: m%d}".formatted(i));
            }
            cluster.succeed(cluster.world().objects().fetch(Pod.class, key("p0")));
            cluster.await("one has ended", () -> used(cluster, "pods").equals("2"));
            cluster.remove(cluster.world().objects().fetch(Pod.class, key("p1")));
            cluster.world().objects().delete(ConfigMap.class, key("m0"));
            cluster.await(
                "all is counted",
                () ->
                    used(cluster, "pods").equals("1")
                        && used(cluster, "requests.cpu").equals("100m")
                        && used(cluster, "configmaps").equals("2"));
            cluster.world().awaitSilence(Duration.ofSeconds(10));
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(COUNTING, 10).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void countsCorrectlyWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(COUNTING, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(1);
  }
}
