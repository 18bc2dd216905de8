package io.coxswain.kube.endpointslicemirroring;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.services.ServiceCluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MirroringScenarioTest {

  private static void play(String name, Cluster.Script script) {
    Cluster.with(
            name,
            manager -> MirroringController.register(manager, MirroringOptions.byDefault()),
            script)
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  @Scenario("kcm-controllers-30")
  void mirrorsUntilTheServiceHasASelector() {
    play(
        "mirror",
        cluster -> {
          var services = new ServiceCluster(cluster);
          services.service("{ports: [{port: 80}]}");
          cluster.create(
              Endpoints.class,
              """
              metadata: {name: s, labels: {x: "1"}}
              subsets: [{addresses: [{ip: 10.9.0.1}], ports: [{port: 8080}]}]
              """);
          cluster.await("a mirror", () -> services.slices().size() == 1);

          EndpointSlice slice = services.slices().getFirst();
          assertThat(slice.getMetadata().getLabels())
              .isEqualTo(
                  Map.of(
                      "x",
                      "1",
                      "kubernetes.io/service-name",
                      "s",
                      "endpointslice.kubernetes.io/managed-by",
                      "endpointslicemirroring-controller.k8s.io"));
          assertThat(slice.getEndpoints().getFirst().getAddresses()).containsExactly("10.9.0.1");

          cluster
              .world()
              .objects()
              .edit(Service.class, key("s"), s -> s.getSpec().setSelector(Map.of("app", "a")));
          cluster.await("no mirror", () -> services.slices().isEmpty());
        });
  }

  @Test
  void reportsTheNumberOfSkippedAddresses() {
    play(
        "too many",
        cluster -> {
          var services = new ServiceCluster(cluster);
          services.service("{ports: [{port: 80}]}");
          String addresses =
              IntStream.range(0, 1005)
                  .mapToObj(i -> "{ip: 10.9.%d.%d}".formatted(i / 250, i % 250 + 1))
                  .collect(Collectors.joining(", "));
          cluster.create(
              Endpoints.class,
              "metadata: {name: s}\nsubsets: [{addresses: [%s], ports: [{port: 80}]}]"
                  .formatted(addresses));
          cluster.await("a mirror", () -> services.endpoints().size() == 1000);
          cluster.await(
              "users are told",
              () ->
                  cluster
                      .events("s")
                      .contains(
                          "Warning TooManyAddressesToMirror A max of 1000 addresses can be mirrored"
                              + " to EndpointSlices per Endpoints subset. 5 addresses were"
                              + " skipped"));
        });
  }
}
