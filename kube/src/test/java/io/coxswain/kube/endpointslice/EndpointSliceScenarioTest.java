package io.coxswain.kube.endpointslice;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.endpoints.EndpointsController;
import io.coxswain.kube.endpoints.EndpointsOptions;
import io.coxswain.kube.services.ServiceCluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EndpointSliceScenarioTest {
  private static final String WEB = "{selector: {app: a}, ports: [{port: 80, targetPort: http}]}";

  /** What a test does with a cluster. */
  @FunctionalInterface
  private interface Script {
    void run(ServiceCluster services, Cluster cluster) throws Exception;
  }

  private static void play(String name, Script script) {
    Cluster.with(
            name,
            manager -> {
              EndpointSliceController.register(manager, EndpointSliceOptions.byDefault());
              EndpointsController.register(manager, EndpointsOptions.byDefault());
            },
            cluster -> script.run(new ServiceCluster(cluster), cluster))
        .network(Network.PROMPT)
        .run(1);
  }

  private static Map<String, String> versions(List<EndpointSlice> slices) {
    return slices.stream()
        .collect(
            Collectors.toMap(
                s -> s.getMetadata().getName(),
                s -> s.getMetadata().getResourceVersion(),
                (a, b) -> a,
                TreeMap::new));
  }

  @Test
  @Scenario("kcm-controllers-28")
  void packsManyPodsAndWritesOneSliceForOneOfThem() {
    play(
        "250 pods",
        (services, cluster) -> {
          services.node("n1", "z1", 8);
          for (int i = 0; i < 250; i++) {
            services.pod("p" + i, i, "n1");
          }
          services.service(WEB);
          cluster.await("all are in slices", () -> services.endpoints().size() == 250);
          assertThat(services.slices().stream().map(s -> s.getEndpoints().size()).sorted())
              .containsExactly(50, 100, 100);

          cluster.world().awaitSilence(Duration.ofSeconds(10));
          Map<String, String> before = versions(services.slices());
          cluster.remove(cluster.world().objects().fetch(Pod.class, key("p17")));
          services.pod("fresh", 300, "n1");
          cluster.await(
              "it is replaced",
              () ->
                  services.podsInSlices().contains("fresh")
                      && !services.podsInSlices().contains("p17"));
          cluster.world().awaitSilence(Duration.ofSeconds(10));

          Map<String, String> after = versions(services.slices());
          assertThat(after.keySet()).isEqualTo(before.keySet());
          after.entrySet().removeAll(before.entrySet());
          assertThat(after).hasSize(1);
        });
  }

  @Test
  @Scenario("kcm-controllers-29")
  void keepsAReadyPodThatEndsAsServingInSlicesAlone() {
    play(
        "terminating",
        (services, cluster) -> {
          services.node("n1", "z1", 8);
          services.service(WEB);
          services.pod("p", 1, "n1");
          cluster.await("it is there", () -> services.endpoints().size() == 1);
          cluster.await("in both", () -> !endpoints(cluster).getSubsets().isEmpty());

          cluster.world().objects().delete(Pod.class, key("p"));
          cluster.await(
              "it is told to end",
              () -> services.endpoints().getFirst().getConditions().getTerminating());

          Endpoint endpoint = services.endpoints().getFirst();
          assertThat(endpoint.getConditions().getServing()).isTrue();
          assertThat(endpoint.getConditions().getReady()).isFalse();
          cluster.await("it has left Endpoints", () -> endpoints(cluster).getSubsets().isEmpty());
        });
  }

  private static Endpoints endpoints(Cluster cluster) throws Exception {
    return cluster.world().objects().fetch(Endpoints.class, key("s"));
  }

  private static List<String> zones(Endpoint endpoint) {
    return Hints.zones(endpoint);
  }

  @Test
  @Scenario("kcm-controllers-31")
  void hintsToTheZoneOfEachReadyEndpoint() {
    play(
        "close",
        (services, cluster) -> {
          services.node("n1", "z1", 8);
          services.node("n2", "z2", 8);
          services.service(
              "{selector: {app: a}, ports: [{port: 80}], trafficDistribution: PreferClose}");
          services.pod("p1", 1, "n1");
          services.pod("p2", 2, "n2");
          Pod third = services.pod("p3", 3, "n2");
          cluster.await("all are in slices", () -> services.endpoints().size() == 3);
          cluster.await(
              "all have hints",
              () -> services.endpoints().stream().allMatch(e -> e.getHints() != null));

          assertThat(services.endpoints()).allMatch(e -> zones(e).equals(List.of(e.getZone())));
          services.ready(third, 3, false);
          cluster.await(
              "one is not ready",
              () -> services.endpoints().stream().anyMatch(e -> !e.getConditions().getReady()));
          assertThat(services.endpoints())
              .filteredOn(e -> !e.getConditions().getReady())
              .allMatch(e -> e.getHints() == null);
        });
  }

  @Test
  void spreadsEndpointsOverZonesByTheirProcessors() {
    play(
        "topology",
        (services, cluster) -> {
          services.node("n1", "z1", 8);
          services.node("n2", "z2", 8);
          cluster.create(
              Service.class,
              """
              metadata: {name: s, annotations: {service.kubernetes.io/topology-mode: Auto}}
              spec: {selector: {app: a}, ports: [{port: 80}]}
              """);
          for (int i = 0; i < 6; i++) {
            services.pod("p" + i, i, i < 5 ? "n1" : "n2");
          }
          cluster.await(
              "each zone has half",
              () ->
                  services.endpoints().size() == 6
                      && services.endpoints().stream()
                              .filter(e -> zones(e).equals(List.of("z2")))
                              .count()
                          == 3);
          assertThat(services.endpoints()).allMatch(e -> zones(e).size() == 1);
          cluster.await(
              "users are told",
              () ->
                  cluster
                      .events("s")
                      .contains(
                          "Normal TopologyAwareHintsEnabled Topology Aware Hints has been enabled,"
                              + " addressType: IPv4"));

          cluster.world().objects().delete(Node.class, ObjectKey.of("n2"));
          cluster.await(
              "without a second zone there are no hints",
              () -> services.endpoints().stream().noneMatch(e -> e.getHints() != null));
        });
  }

  @Test
  void leavesOutAPodOfAnUnknownNodeUntilTheNodeIsKnown() {
    play(
        "unknown node",
        (services, cluster) -> {
          services.node("n1", "z1", 8);
          services.service(WEB);
          services.pod("p1", 1, "n1");
          services.pod("p2", 2, "n2");
          cluster.await("one is there", () -> services.podsInSlices().equals(List.of("p1")));
          cluster.await(
              "users are told",
              () ->
                  cluster
                      .events("s")
                      .contains(
                          "Warning FailedToUpdateEndpointSlices Error updating Endpoint Slices for"
                              + " Service default/s: skipping Pod p2 for Service default/s: Node n2"
                              + " Not Found"));

          services.node("n2", "z2", 8);
          cluster.await("both are there", () -> services.podsInSlices().size() == 2);
        });
  }

  @Test
  void writesNothingWhenItTakesOver() {
    play(
        "take-over",
        (services, cluster) -> {
          services.node("n1", "z1", 8);
          services.service(WEB);
          for (int i = 0; i < 5; i++) {
            services.pod("p" + i, i, "n1");
          }
          cluster.await("all are in slices", () -> services.endpoints().size() == 5);
          cluster.await("and in Endpoints", () -> !endpoints(cluster).getSubsets().isEmpty());
          cluster.world().awaitSilence(Duration.ofSeconds(10));
          int writes = cluster.world().writes(Cluster.KCM);

          cluster.world().kill(Cluster.KCM);
          cluster.world().restart(Cluster.KCM);
          cluster.world().run(Duration.ofMinutes(5));

          assertThat(cluster.world().writes(Cluster.KCM)).isEqualTo(writes);
        });
  }
}
