package io.coxswain.kube.namespace;

import static io.coxswain.kube.namespace.NamespaceScenarioTest.NS;
import static io.coxswain.kube.namespace.NamespaceScenarioTest.namespace;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the controller meets a fault; the namespace must go all the same. */
class NamespaceSweepTest {

  /** With a pod that takes its time to end, and something that a finalizer holds. */
  private static final Simulation END =
      NamespaceScenarioTest.simulation(
          "end of a namespace",
          cluster -> {
            NamespaceScenarioTest.fill(cluster);
            cluster.create(
                ConfigMap.class,
                "metadata: {name: held, namespace: work, finalizers: [example.com/hold]}");
            cluster.create(ConfigMap.class, "metadata: {name: elsewhere}");
            cluster.world().objects().delete(Namespace.class, NS);
            cluster.await("the pod is told to end", () -> isDeleting(cluster));
            cluster.remove(cluster.world().objects().list(Pod.class, "work").getFirst());
            cluster.await("only what is held is left", () -> isDeletingHeld(cluster));
            cluster
                .world()
                .objects()
                .edit(
                    ConfigMap.class,
                    ObjectKey.of("work", "held"),
                    o -> o.getMetadata().setFinalizers(new ArrayList<>()));
            cluster.await("it goes", () -> namespace(cluster).isEmpty());
            cluster.world().awaitSilence(Duration.ofSeconds(10));

            assertThat(cluster.world().objects().find(ConfigMap.class, Cluster.key("elsewhere")))
                .isPresent();
          });

  private static boolean isDeleting(Cluster cluster) throws ApiException {
    return cluster.world().objects().list(Pod.class, "work").stream()
        .anyMatch(p -> p.getMetadata().getDeletionTimestamp() != null);
  }

  private static boolean isDeletingHeld(Cluster cluster) throws ApiException {
    return cluster.world().objects().list(ConfigMap.class, "work").stream()
        .allMatch(c -> c.getMetadata().getDeletionTimestamp() != null);
  }

  @Test
  void isDeletedForManySeeds() {
    Seeds.of(END, 20).run();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void isDeletedWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(END, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(4);
  }
}
