package io.coxswain.kube.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamespaceScenarioTest {
  static final ObjectKey NS = ObjectKey.of("work");

  static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, NamespaceController::register, script);
  }

  private static void play(String name, Cluster.Script script) {
    simulation(name, script).network(Network.PROMPT).run(1);
  }

  static void fill(Cluster cluster) throws ApiException {
    cluster.create(Namespace.class, "metadata: {name: work}");
    cluster.create(ConfigMap.class, "metadata: {name: map, namespace: work}");
    cluster.create(Secret.class, "metadata: {name: secret, namespace: work}");
    cluster.create(
        Pod.class,
        """
        metadata: {name: pod, namespace: work}
        spec:
          nodeName: n1
          containers: [{name: c, image: busybox}]
        """);
  }

  static Optional<Namespace> namespace(Cluster cluster) throws ApiException {
    return cluster.world().objects().find(Namespace.class, NS);
  }

  private static NamespaceCondition condition(Cluster cluster, String type) throws ApiException {
    return namespace(cluster).orElseThrow().getStatus().getConditions().stream()
        .filter(c -> c.getType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static boolean hasConditions(Cluster cluster) throws ApiException {
    return !namespace(cluster).orElseThrow().getStatus().getConditions().isEmpty();
  }

  @Test
  @Scenario("kcm-controllers-24")
  void deletesPodsFirstAndNamesWhatRemains() {
    play(
        "pods first",
        cluster -> {
          fill(cluster);
          cluster.world().run(Duration.ofSeconds(5));

          cluster.world().objects().delete(Namespace.class, NS);
          cluster.await("conditions", () -> hasConditions(cluster));
          assertThat(condition(cluster, "NamespaceContentRemaining").getMessage())
              .isEqualTo("Some resources are remaining: pods. has 1 resource instances");
          cluster.world().run(Duration.ofSeconds(10));
          assertThat(cluster.world().objects().list(ConfigMap.class, "work")).hasSize(1);
          assertThat(cluster.world().objects().list(Secret.class, "work")).hasSize(1);

          cluster.remove(cluster.world().objects().list(Pod.class, "work").getFirst());
          cluster.await("it goes", () -> namespace(cluster).isEmpty());
          assertThat(cluster.world().objects().list(ConfigMap.class, "work")).isEmpty();
        });
  }

  @Test
  void namesTheFinalizersThatHoldItsContent() {
    play(
        "held",
        cluster -> {
          cluster.create(Namespace.class, "metadata: {name: work}");
          for (String name : List.of("a", "b")) {
            cluster.create(
                ConfigMap.class,
                "metadata: {name: %s, namespace: work, finalizers: [example.com/hold]}"
                    .formatted(name));
          }
          cluster.world().objects().delete(Namespace.class, NS);
          cluster.await("conditions", () -> hasConditions(cluster));

          assertThat(condition(cluster, "NamespaceContentRemaining").getMessage())
              .isEqualTo("Some resources are remaining: configmaps. has 2 resource instances");
          var held = condition(cluster, "NamespaceFinalizersRemaining");
          assertThat(held.getStatus()).isEqualTo("True");
          assertThat(held.getReason()).isEqualTo("SomeFinalizersRemain");
          assertThat(held.getMessage())
              .isEqualTo(
                  "Some content in the namespace has finalizers remaining: example.com/hold in 2"
                      + " resource instances");

          for (String name : List.of("a", "b")) {
            cluster
                .world()
                .objects()
                .edit(
                    ConfigMap.class,
                    ObjectKey.of("work", name),
                    o -> o.getMetadata().setFinalizers(new ArrayList<>()));
          }
          cluster.await("it goes", () -> namespace(cluster).isEmpty());
        });
  }

  @Test
  void staysForAFinalizerOfItsOwn() {
    play(
        "own finalizer",
        cluster -> {
          cluster.create(Namespace.class, "metadata: {name: work, finalizers: [example.com/hold]}");
          cluster.world().objects().delete(Namespace.class, NS);
          cluster.await(
              "it is empty",
              () -> namespace(cluster).orElseThrow().getSpec().getFinalizers().isEmpty());

          assertThat(namespace(cluster).orElseThrow().getStatus().getPhase())
              .isEqualTo("Terminating");
          assertThat(namespace(cluster).orElseThrow().getStatus().getConditions())
              .hasSize(5)
              .allSatisfy(c -> assertThat(c.getStatus()).isEqualTo("False"));
          cluster
              .world()
              .objects()
              .edit(Namespace.class, NS, n -> n.getMetadata().setFinalizers(new ArrayList<>()));
          cluster.await("it goes", () -> namespace(cluster).isEmpty());
        });
  }
}
