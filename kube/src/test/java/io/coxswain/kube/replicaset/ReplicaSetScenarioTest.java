package io.coxswain.kube.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicaSetScenarioTest {

  private static void play(String name, Cluster.Script script) {
    play(name, Network.PROMPT, script);
  }

  private static void play(String name, Network network, Cluster.Script script) {
    Cluster.with(
            name,
            manager -> ReplicaSetController.register(manager, ReplicaSetOptions.byDefault()),
            script)
        .network(network)
        .run(1);
  }

  static ReplicaSet create(Cluster cluster, int replicas) throws ApiException {
    return cluster.create(
        ReplicaSet.class,
        """
        metadata: {name: web}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: c, image: nginx}]}
        """
            .formatted(replicas));
  }

  static ReplicaSetStatus status(Cluster cluster) throws ApiException {
    return cluster.world().objects().fetch(ReplicaSet.class, Cluster.key("web")).getStatus();
  }

  static void scale(Cluster cluster, int replicas) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(ReplicaSet.class, Cluster.key("web"), s -> s.getSpec().setReplicas(replicas));
  }

  static void awaitPods(Cluster cluster, int count) {
    cluster.await(
        count + " pods, and it says so",
        () -> cluster.activePods().size() == count && status(cluster).getReplicas() == count);
  }

  @Test
  @Scenario("kcm-controllers-8")
  void deletesThePodThatCostsLeast() {
    play(
        "cost",
        cluster -> {
          create(cluster, 5);
          awaitPods(cluster, 5);
          for (Pod pod : cluster.pods()) {
            cluster.bind(pod, "n1");
            cluster.ready(pod);
          }
          Pod cheap = cluster.pods().get(3);
          cluster
              .world()
              .objects()
              .edit(
                  Pod.class,
                  ObjectKey.of(cheap),
                  p ->
                      p.getMetadata()
                          .setAnnotations(
                              Map.of("controller.kubernetes.io/pod-deletion-cost", "-10")));
          cluster.await(
              "all ready", () -> Integer.valueOf(5).equals(status(cluster).getReadyReplicas()));

          scale(cluster, 2);
          awaitPods(cluster, 2);

          assertThat(cluster.activePods())
              .extracting(p -> p.getMetadata().getName())
              .doesNotContain(cheap.getMetadata().getName());
          assertThat(status(cluster).getTerminatingReplicas()).isEqualTo(3);
        });
  }

  @Test
  @Scenario("kcm-controllers-9")
  void triesOnePodPerReconcileWhileQuotaAllowsNone() {
    play(
        "quota",
        cluster -> {
          ResourceQuota quota =
              cluster.create(ResourceQuota.class, "{metadata: {name: q}, spec: {hard: {pods: 0}}}");
          quota.setStatus(
              new ResourceQuotaStatusBuilder()
                  .addToHard("pods", new Quantity("0"))
                  .addToUsed("pods", new Quantity("0"))
                  .build());
          cluster.world().objects().updateStatus(quota);

          create(cluster, 100);
          cluster.await("it says so", () -> !status(cluster).getConditions().isEmpty());

          var condition = status(cluster).getConditions().getFirst();
          assertThat(condition.getType()).isEqualTo("ReplicaFailure");
          assertThat(condition.getStatus()).isEqualTo("True");
          assertThat(condition.getReason()).isEqualTo("FailedCreate");
          assertThat(condition.getMessage()).contains("exceeded quota: q");
          assertThat(cluster.pods()).isEmpty();
          // Each pass fails once, and waits longer and longer for the next.
          int before = cluster.world().writes(Cluster.KCM);
          cluster.world().run(Duration.ofSeconds(10));
          assertThat(cluster.world().writes(Cluster.KCM) - before).isLessThan(40);

          cluster.world().objects().delete(ResourceQuota.class, Cluster.key("q"));
          scale(cluster, 3);
          awaitPods(cluster, 3);
          assertThat(status(cluster).getConditions()).isEmpty();
        });
  }

  @Test
  @Scenario("kcm-controllers-10")
  void releasesAPodThatNoLongerMatchesAndReplacesIt() {
    play(
        "release",
        cluster -> {
          create(cluster, 1);
          awaitPods(cluster, 1);
          Pod pod = cluster.pods().getFirst();

          relabel(cluster, pod, "other");
          cluster.await("a replacement", () -> cluster.pods().size() == 2);
          cluster.await("no owner", () -> owners(cluster, pod) == 0);

          assertThat(
                  cluster.pods().stream()
                      .filter(p -> !p.getMetadata().getName().equals(pod.getMetadata().getName()))
                      .findFirst()
                      .orElseThrow()
                      .getMetadata()
                      .getOwnerReferences())
              .hasSize(1);
        });
  }

  private static void relabel(Cluster cluster, Pod pod, String app) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(Pod.class, ObjectKey.of(pod), p -> p.getMetadata().setLabels(Map.of("app", app)));
  }

  private static int owners(Cluster cluster, Pod pod) throws ApiException {
    return cluster
        .world()
        .objects()
        .fetch(Pod.class, ObjectKey.of(pod))
        .getMetadata()
        .getOwnerReferences()
        .size();
  }

  @Test
  @Scenario("kcm-controllers-11")
  void adoptsAMatchingPodInsteadOfMakingAnother() {
    play(
        "adopt",
        cluster -> {
          Pod orphan =
              cluster.create(
                  Pod.class,
                  """
                  metadata: {name: orphan, labels: {app: web}}
                  spec: {containers: [{name: c, image: nginx}]}
                  """);

          create(cluster, 1);
          cluster.await("adopted", () -> owners(cluster, orphan) == 1);
          cluster.world().run(Duration.ofSeconds(30));

          assertThat(cluster.pods()).hasSize(1);
          var owner = cluster.pods().getFirst().getMetadata().getOwnerReferences().getFirst();
          assertThat(owner.getKind()).isEqualTo("ReplicaSet");
          assertThat(owner.getController()).isTrue();
          assertThat(owner.getBlockOwnerDeletion()).isTrue();
        });
  }

  @Test
  @Scenario("kcm-controllers-12")
  void recoversWhenAWatchMissesADeletion() {
    play(
        "gap",
        Network.SLOW,
        cluster -> {
          create(cluster, 2);
          awaitPods(cluster, 2);

          for (int i = 0; i < 5; i++) {
            cluster.world().cutWatches(Cluster.KCM);
            cluster.remove(cluster.pods().getFirst());
            cluster.world().cutWatches(Cluster.KCM);
            awaitPods(cluster, 2);
          }

          assertThat(cluster.world().elapsed()).isLessThan(Duration.ofMinutes(5));
        });
  }

  @Test
  void countsAPodAsAvailableOnceItHasBeenReadyForLongEnough() {
    play(
        "available",
        cluster -> {
          create(cluster, 1);
          cluster
              .world()
              .objects()
              .edit(ReplicaSet.class, Cluster.key("web"), s -> s.getSpec().setMinReadySeconds(10));
          awaitPods(cluster, 1);
          cluster.ready(cluster.pods().getFirst());
          cluster.await("ready", () -> status(cluster).getReadyReplicas() != null);
          var since = cluster.world().elapsed();
          assertThat(status(cluster).getAvailableReplicas()).isNull();

          cluster.await("available", () -> status(cluster).getAvailableReplicas() != null);

          assertThat(cluster.world().elapsed().minus(since))
              .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(11));
        });
  }

  @Test
  void replacesAnEndedPodButKeepsIt() {
    play(
        "failed",
        cluster -> {
          create(cluster, 1);
          awaitPods(cluster, 1);
          Pod pod = cluster.pods().getFirst();
          cluster.fail(pod);

          cluster.await("a replacement", () -> cluster.pods().size() == 2);
          cluster.world().run(Duration.ofMinutes(1));

          assertThat(cluster.pods()).hasSize(2);
          assertThat(status(cluster).getReplicas()).isEqualTo(1);
        });
  }

  @Test
  void createsManyPodsInFewReconciles() {
    play(
        "many",
        cluster -> {
          create(cluster, 600);
          cluster.await("all", () -> status(cluster).getReplicas() == 600);

          // The pods, at most as many events, and a status for each of three passes.
          assertThat(cluster.world().writes(Cluster.KCM)).isBetween(603, 1210);
          assertThat(cluster.pods()).hasSize(600);
        });
  }
}
