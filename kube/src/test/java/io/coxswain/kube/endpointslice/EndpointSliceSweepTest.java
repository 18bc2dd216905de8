package io.coxswain.kube.endpointslice;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.endpoints.EndpointsController;
import io.coxswain.kube.endpoints.EndpointsOptions;
import io.coxswain.kube.services.ServiceCluster;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every single API write of the controllers meets a fault; slices must still say the right thing.
 */
class EndpointSliceSweepTest {

  /** Slices of two: they fill, lose, gain and change all at once. */
  private static final Simulation MOVING =
      Cluster.with(
          "moving",
          manager -> {
            EndpointSliceController.register(manager, EndpointSliceOptions.byDefault().atMost(2));
            EndpointsController.register(manager, EndpointsOptions.byDefault());
          },
          cluster -> {
            var services = new ServiceCluster(cluster);
            services.node("n1", "z1", 4);
            services.service("{selector: {app: a}, ports: [{port: 80, targetPort: http}]}");
            for (int i = 0; i < 5; i++) {
              services.pod("p" + i, i, "n1");
            }
            cluster.await("all are in slices", () -> services.podsInSlices().size() == 5);
            cluster.remove(cluster.world().objects().fetch(Pod.class, key("p1")));
            services.ready(cluster.world().objects().fetch(Pod.class, key("p2")), 2, false);
            cluster
                .world()
                .objects()
                .edit(
                    Service.class,
                    key("s"),
                    s -> {
                      var labels = new TreeMap<>(s.getMetadata().getLabels());
                      labels.put("l", "2");
                      s.getMetadata().setLabels(labels);
                    });
            services.pod("p9", 9, "n1");
            cluster.await(
                "slices follow",
                () ->
                    services.podsInSlices().equals(List.of("p0", "p2", "p3", "p4", "p9"))
                        && services.endpoints().stream()
                                .filter(e -> e.getConditions().getReady())
                                .count()
                            == 4
                        && services.slices().stream()
                            .allMatch(s -> "2".equals(s.getMetadata().getLabels().get("l"))));
            cluster.world().awaitSilence(Duration.ofSeconds(10));

            assertThat(services.slices()).allMatch(s -> s.getEndpoints().size() <= 2);

            // What an annotation remembers of times is lost with the process: it goes with the
            // rest.
            cluster.world().objects().delete(Service.class, key("s"));
            cluster.await(
                "no Endpoints",
                () -> cluster.world().objects().find(Endpoints.class, key("s")).isEmpty());
            for (EndpointSlice slice : services.slices()) {
              cluster.world().objects().delete(EndpointSlice.class, ObjectKey.of(slice));
            }
            cluster.world().awaitSilence(Duration.ofSeconds(10));
          });

  @Test
  void convergesForManySeeds() {
    Seeds.of(MOVING, 10).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void convergesWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(MOVING, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(5);
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(MOVING, Cluster.KCM).plans(8).run();
  }
}
