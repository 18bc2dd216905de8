package io.coxswain.kube.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.ResourceUsage;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.replicaset.ReplicaSetController;
import io.coxswain.kube.replicaset.ReplicaSetOptions;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AutoscalerScenarioTest {

  /** A cluster whose pods all use the same, as the test says. */
  private static final class Load implements ResourceUsage {
    private List<ObjectNode> pods = List.of();

    @Override
    public List<ObjectNode> nodes() {
      return List.of();
    }

    @Override
    public List<ObjectNode> pods() {
      return pods;
    }

    void set(Cluster cluster, String cpu) throws ApiException {
      var metrics = new ArrayList<ObjectNode>();
      for (Pod pod : cluster.activePods()) {
        ObjectNode item = Json.MAPPER.createObjectNode();
        item.put("kind", "PodMetrics").put("apiVersion", "metrics.k8s.io/v1beta1");
        ObjectNode metadata = item.putObject("metadata");
        metadata.put("name", pod.getMetadata().getName()).put("namespace", Cluster.NAMESPACE);
        metadata.putObject("labels").put("app", "web");
        item.put("timestamp", Timestamps.format(cluster.world().now())).put("window", "15s");
        item.putArray("containers").addObject().put("name", "c").putObject("usage").put("cpu", cpu);
        metrics.add(item);
      }
      pods = metrics;
    }
  }

  private interface Script {
    void run(Cluster cluster, Load load) throws Exception;
  }

  private static void register(Manager manager) {
    AutoscalerController.register(manager, AutoscalerOptions.byDefault());
    ReplicaSetController.register(manager, ReplicaSetOptions.byDefault());
  }

  private static void play(String name, Script script) {
    var load = new Load();
    Simulation simulation =
        Cluster.with(name, AutoscalerScenarioTest::register, cluster -> script.run(cluster, load))
            .network(Network.PROMPT)
            .server(ApiServerOptions.plain().withUsage(load));
    if (name.equals("ambiguous") || name.equals("restart")) {
      simulation.restartMatters(
          Cluster.KCM, "the selectors of other autoscalers are kept in memory");
    }
    var _ = simulation.run(1);
  }

  /** A set of that size whose pods have been up for a long time. */
  private static void create(Cluster cluster, int replicas, String metrics) throws ApiException {
    cluster.create(
        ReplicaSet.class,
        """
        metadata: {name: web}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: c, image: nginx, resources: {requests: {cpu: 100m}}}]
        """
            .formatted(replicas));
    settle(cluster, replicas);
    cluster.create(
        HorizontalPodAutoscaler.class,
        """
        metadata: {name: h}
        spec:
          minReplicas: 1
          maxReplicas: 10
          scaleTargetRef: {apiVersion: apps/v1, kind: ReplicaSet, name: web}
          metrics: [%s]
        """
            .formatted(metrics));
  }

  private static void settle(Cluster cluster, int replicas) throws ApiException {
    cluster.await("pods", () -> cluster.activePods().size() == replicas);
    for (Pod pod : cluster.activePods()) {
      if (pod.getStatus().getPhase().equals("Pending")) {
        cluster.ready(pod);
        cluster.setStatus(
            pod, s -> s.setStartTime(Timestamps.format(cluster.world().now().minusSeconds(3600))));
      }
    }
  }

  private static final String CPU =
      "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization:"
          + " 50}}}";
  private static final String QUEUE =
      "{type: External, external: {metric: {name: queue}, target: {type: Value, value: 1}}}";

  private static int replicas(Cluster cluster) throws ApiException {
    return cluster
        .world()
        .objects()
        .fetch(ReplicaSet.class, Cluster.key("web"))
        .getSpec()
        .getReplicas();
  }

  private static HorizontalPodAutoscalerCondition condition(Cluster cluster, String type)
      throws ApiException {
    return cluster
        .world()
        .objects()
        .fetch(HorizontalPodAutoscaler.class, Cluster.key("h"))
        .getStatus()
        .getConditions()
        .stream()
        .filter(c -> c.getType().equals(type))
        .findFirst()
        .orElse(new HorizontalPodAutoscalerCondition());
  }

  @Test
  @Scenario("kcm-controllers-36")
  void neverShrinksOnHalfTheMetricsButGrows() {
    play(
        "half",
        (cluster, load) -> {
          create(cluster, 4, CPU + ", " + QUEUE);
          load.set(cluster, "10m");
          cluster.world().run(Duration.ofMinutes(10));

          assertThat(replicas(cluster)).isEqualTo(4);
          assertThat(condition(cluster, "ScalingActive").getStatus()).isEqualTo("False");
          assertThat(condition(cluster, "ScalingActive").getReason())
              .isEqualTo("FailedGetExternalMetric");

          load.set(cluster, "90m");
          cluster.await("it grows", () -> replicas(cluster) == 8);
          cluster.await(
              "it says so",
              () -> "SucceededRescale".equals(condition(cluster, "AbleToScale").getReason()));
          assertThat(condition(cluster, "ScalingActive").getStatus()).isEqualTo("True");
          cluster.await("the event", () -> cluster.events("h").size() > 2);
          assertThat(cluster.events("h"))
              .contains(
                  "Normal SuccessfulRescale New size: 8; reason: cpu resource utilization"
                      + " (percentage of request) above target");
        });
  }

  @Test
  @Scenario("kcm-controllers-37")
  void waitsFiveMinutesBeforeItShrinks() {
    play(
        "stabilize",
        (cluster, load) -> {
          create(cluster, 2, CPU);
          load.set(cluster, "100m");
          cluster.await("it grows", () -> replicas(cluster) == 4);
          settle(cluster, 4);
          load.set(cluster, "20m");
          Duration last = cluster.world().elapsed();

          cluster.world().run(Duration.ofMinutes(4).plusSeconds(30));
          assertThat(replicas(cluster)).isEqualTo(4);
          assertThat(condition(cluster, "AbleToScale").getReason())
              .isEqualTo("ScaleDownStabilized");
          cluster.await("it shrinks", () -> replicas(cluster) == 2);

          assertThat(cluster.world().elapsed().minus(last))
              .isBetween(
                  Duration.ofMinutes(5).minusSeconds(15), Duration.ofMinutes(5).plusSeconds(30));
          var status =
              cluster
                  .world()
                  .objects()
                  .fetch(HorizontalPodAutoscaler.class, Cluster.key("h"))
                  .getStatus();
          assertThat(
                  status
                      .getCurrentMetrics()
                      .getFirst()
                      .getResource()
                      .getCurrent()
                      .getAverageUtilization())
              .isEqualTo(20);
        });
  }

  @Test
  void doesNothingIfTwoAutoscalersSelectTheSamePods() {
    play(
        "ambiguous",
        (cluster, load) -> {
          create(cluster, 2, CPU);
          cluster.create(
              HorizontalPodAutoscaler.class,
              """
              metadata: {name: other}
              spec:
                maxReplicas: 10
                scaleTargetRef: {apiVersion: apps/v1, kind: ReplicaSet, name: web}
                metrics: [%s]
              """
                  .formatted(CPU));
          load.set(cluster, "100m");

          cluster.await(
              "they see each other",
              () -> "AmbiguousSelector".equals(condition(cluster, "ScalingActive").getReason()));

          assertThat(condition(cluster, "ScalingActive").getMessage())
              .isEqualTo(
                  "pods by selector app=web are controlled by multiple HPAs: [{h default} {other"
                      + " default}]");
        });
  }

  /** All workers ask for the kinds of their targets while the first discovery is running. */
  @Test
  void findsTheTargetsOfManyAutoscalersAfterARestart() {
    play(
        "restart",
        (cluster, load) -> {
          create(cluster, 1, CPU);
          for (int i = 0; i < 4; i++) {
            cluster.create(
                HorizontalPodAutoscaler.class,
                """
                metadata: {name: other-%d}
                spec:
                  minReplicas: 1
                  maxReplicas: 1
                  scaleTargetRef: {apiVersion: apps/v1, kind: ReplicaSet, name: web}
                """
                    .formatted(i));
          }
          cluster.world().run(Duration.ofMinutes(1));

          cluster.world().kill(Cluster.KCM);
          cluster.world().restart(Cluster.KCM);
          cluster.world().run(Duration.ofMinutes(1));

          for (String name : List.of("h", "other-0", "other-1", "other-2", "other-3")) {
            assertThat(cluster.events(name)).noneMatch(event -> event.contains("FailedGetScale"));
          }
        });
  }
}
