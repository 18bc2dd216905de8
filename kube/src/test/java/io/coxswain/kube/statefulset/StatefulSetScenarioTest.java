package io.coxswain.kube.statefulset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.KubeControllers;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** One behaviour each: the user and the kubelet act, the StatefulSet controller answers. */
class StatefulSetScenarioTest {
  private static final Duration A_WHILE = Duration.ofSeconds(30);
  private static final String CLAIMS =
      """
      volumeClaimTemplates:
      - metadata: {name: data}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      """;

  private interface Script {
    void run(Cluster cluster, SetCluster sets) throws Exception;
  }

  private static void play(String name, Script script) {
    play(
        name,
        manager -> StatefulSetController.register(manager, StatefulSetOptions.byDefault()),
        script);
  }

  private static void play(String name, Consumer<Manager> controllers, Script script) {
    Cluster.with(name, controllers, cluster -> script.run(cluster, new SetCluster(cluster)))
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  @Scenario("kcm-controllers-13")
  void startsInOrderAndEndsInReverse() {
    play(
        "ordered",
        (cluster, sets) -> {
          sets.create("replicas: 3");
          for (int i = 0; i < 3; i++) {
            int ordinal = i;
            cluster.await("web-" + i, () -> sets.has(ordinal));
            cluster.world().run(A_WHILE);
            assertThat(sets.names()).as("none after it before it is ready").hasSize(i + 1);
            sets.bringUp(i);
          }
          cluster.await("all are counted", () -> sets.readyCount() == 3);

          sets.edit(spec -> spec.setReplicas(1));
          cluster.await("web-2 is told to end", () -> sets.isDeleting(2));
          cluster.world().run(A_WHILE);
          assertThat(sets.isDeleting(1)).as("web-1 waits").isFalse();
          sets.letEnd(2);
          cluster.await("web-1 is told to end", () -> sets.isDeleting(1));
          cluster.world().run(A_WHILE);
          sets.letEnd(1);
          cluster.await("one is left", () -> sets.status().getReplicas() == 1);
          cluster.world().run(A_WHILE);
          assertThat(sets.names()).containsExactly("web-0");
          assertThat(sets.isDeleting(0)).isFalse();
          assertThat(cluster.events("web"))
              .containsExactly(
                  "Normal SuccessfulCreate Create Pod web-0 in StatefulSet web successful",
                  "Normal SuccessfulCreate Create Pod web-1 in StatefulSet web successful",
                  "Normal SuccessfulCreate Create Pod web-2 in StatefulSet web successful",
                  "Normal SuccessfulDelete Delete Pod web-2 in StatefulSet web successful",
                  "Normal SuccessfulDelete Delete Pod web-1 in StatefulSet web successful");
        });
  }

  @Test
  @Scenario("kcm-controllers-14")
  void startsAllAtOnceWhenParallel() {
    play(
        "parallel",
        (cluster, sets) -> {
          sets.create("replicas: 3\npodManagementPolicy: Parallel");
          cluster.await("all", () -> sets.names().size() == 3);

          for (int i = 0; i < 3; i++) {
            assertThat(sets.pod(i).getStatus().getPhase()).isEqualTo("Pending");
          }
          assertThat(cluster.world().elapsed()).isLessThan(Duration.ofSeconds(2));
        });
  }

  @Test
  @Scenario("kcm-controllers-15")
  void givesEachPodAClaimThatGoesWithItWhenScaledDown() {
    play(
        "claims",
        manager -> KubeControllers.register(manager, "ca"),
        (cluster, sets) -> {
          sets.create(
              CLAIMS
                  + """
                  replicas: 3
                  podManagementPolicy: Parallel
                  persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}
                  """);
          for (int i = 0; i < 3; i++) {
            sets.bringUp(i);
          }
          for (int i = 0; i < 3; i++) {
            PersistentVolumeClaim claim = claim(cluster, i);
            assertThat(claim.getMetadata().getLabels()).containsEntry("app", "web");
            assertThat(claim.getMetadata().getOwnerReferences()).isEmpty();
          }

          sets.edit(spec -> spec.setReplicas(2));
          cluster.await("web-2 is told to end", () -> sets.isDeleting(2));
          assertThat(Owners.of(claim(cluster, 2)))
              .extracting(OwnerReference::getKind, OwnerReference::getUid)
              .containsExactly(tuple("Pod", sets.pod(2).getMetadata().getUid()));
          cluster.world().run(A_WHILE);
          assertThat(claim(cluster, 2).getMetadata().getDeletionTimestamp())
              .as("the claim stays while the pod ends")
              .isNull();
          sets.letEnd(2);
          cluster.await(
              "the claim is gone",
              () ->
                  cluster
                      .world()
                      .objects()
                      .find(PersistentVolumeClaim.class, Cluster.key("data-web-2"))
                      .isEmpty());
          assertThat(claim(cluster, 1).getMetadata().getOwnerReferences()).isEmpty();
        });
  }

  private static PersistentVolumeClaim claim(Cluster cluster, int ordinal) throws ApiException {
    return cluster
        .world()
        .objects()
        .fetch(PersistentVolumeClaim.class, Cluster.key("data-web-" + ordinal));
  }

  @Test
  void aRecreatedPodWaitsUntilTheOldClaimIsDeleted() {
    play(
        "left-over claim",
        manager -> KubeControllers.register(manager, "ca"),
        (cluster, sets) -> {
          sets.create(
              CLAIMS
                  + """
                  replicas: 1
                  persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}
                  """);
          sets.bringUp(0);
          String first = claim(cluster, 0).getMetadata().getUid();
          sets.edit(spec -> spec.setReplicas(0));
          cluster.await("web-0 is told to end", () -> sets.isDeleting(0));
          sets.edit(spec -> spec.setReplicas(1));
          cluster.world().run(A_WHILE);
          sets.letEnd(0);

          cluster.await("it is back", () -> sets.has(0) && !sets.isDeleting(0));

          assertThat(claim(cluster, 0).getMetadata().getUid()).isNotEqualTo(first);
        });
  }

  @Test
  void rollsFromTheTopDownToThePartition() {
    play(
        "partition",
        (cluster, sets) -> {
          sets.create(
              """
              replicas: 5
              podManagementPolicy: Parallel
              updateStrategy: {rollingUpdate: {partition: 3}}
              """);
          for (int i = 0; i < 5; i++) {
            sets.bringUp(i);
          }
          cluster.await("all are counted", () -> sets.readyCount() == 5);
          String before = sets.status().getCurrentRevision();

          sets.setImage("img:2");
          for (int i = 4; i >= 3; i--) {
            int ordinal = i;
            sets.letEnd(i);
            cluster.await(
                "web-" + i + " comes back", () -> sets.has(ordinal) && !sets.isDeleting(ordinal));
            cluster.world().run(A_WHILE);
            for (int j = 0; j < i; j++) {
              assertThat(sets.isDeleting(j)).as("web-%s waits", j).isFalse();
            }
            sets.bringUp(i);
          }
          cluster.world().run(A_WHILE);

          assertThat(SetCluster.image(sets.pod(4))).isEqualTo("img:2");
          assertThat(SetCluster.image(sets.pod(3))).isEqualTo("img:2");
          for (int i = 0; i < 3; i++) {
            assertThat(sets.isDeleting(i)).isFalse();
            assertThat(SetCluster.image(sets.pod(i))).isEqualTo("img:1");
          }
          assertThat(sets.status().getCurrentRevision()).isEqualTo(before);
          assertThat(sets.status().getCurrentReplicas()).isEqualTo(3);
          assertThat(sets.status().getUpdatedReplicas()).isEqualTo(2);

          cluster.remove(sets.pod(1));
          cluster.await("web-1 comes back", () -> sets.has(1));
          assertThat(SetCluster.image(sets.pod(1))).as("as it was").isEqualTo("img:1");
        });
  }

  @Test
  void aRestoredTemplateReusesItsOldRevision() {
    play(
        "rollback",
        (cluster, sets) -> {
          sets.create("replicas: 0\nrevisionHistoryLimit: 2");
          for (String image : List.of("img:2", "img:3", "img:1")) {
            cluster.world().run(A_WHILE);
            sets.setImage(image);
          }
          cluster.world().run(A_WHILE);

          List<ControllerRevision> revisions = revisions(cluster);
          assertThat(revisions)
              .extracting(ControllerRevision::getRevision)
              .containsExactly(2L, 3L, 4L);
          assertThat(revisions.getLast().getMetadata().getName())
              .isEqualTo(sets.status().getUpdateRevision());

          sets.setImage("img:4");
          cluster.world().run(A_WHILE);
          sets.setImage("img:5");
          cluster.world().run(A_WHILE);
          assertThat(revisions(cluster)).as("the limit, and the one in use").hasSize(3);
        });
  }

  private static List<ControllerRevision> revisions(Cluster cluster) throws ApiException {
    return cluster.world().objects().list(ControllerRevision.class, Cluster.NAMESPACE).stream()
        .sorted(Comparator.comparing(ControllerRevision::getRevision))
        .toList();
  }

  @Test
  void takesAnotherNameForARevisionWhoseNameIsTaken() {
    play(
        "collision",
        (cluster, sets) -> {
          sets.create("replicas: 0");
          cluster.world().run(A_WHILE);
          ControllerRevision first = revisions(cluster).getFirst();
          cluster.delete(StatefulSet.class, Cluster.key("web"), "Background");
          cluster.delete(ControllerRevision.class, ObjectKey.of(first), "Background");
          cluster.create(
              ControllerRevision.class,
              """
              apiVersion: apps/v1
              kind: ControllerRevision
              metadata: {name: %s}
              data: {other: thing}
              revision: 1
              """
                  .formatted(first.getMetadata().getName()));

          sets.create("replicas: 0");
          cluster.await("its revision", () -> sets.status().getUpdateRevision() != null);

          assertThat(sets.status().getUpdateRevision())
              .startsWith("web-")
              .isNotEqualTo(first.getMetadata().getName());
          assertThat(sets.status().getCollisionCount()).isEqualTo(1);
        });
  }

  @Test
  void becomesAvailableAfterMinReadySeconds() {
    play(
        "min ready",
        (cluster, sets) -> {
          sets.create("replicas: 2\nminReadySeconds: 10");
          sets.bringUp(0);
          cluster.world().run(Duration.ofSeconds(8));
          assertThat(sets.has(1)).isFalse();
          assertThat(sets.status().getReadyReplicas()).isEqualTo(1);
          assertThat(sets.status().getAvailableReplicas()).isZero();

          cluster.await("web-1", () -> sets.has(1));

          assertThat(cluster.world().elapsed())
              .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(12));
        });
  }

  @Test
  void neverHasTwoPodsOfOneOrdinalWhateverTheUserDeletes() {
    play(
        "churn",
        (cluster, sets) -> {
          sets.create("replicas: 3\npodManagementPolicy: Parallel");
          var uids = new ArrayList<String>();
          for (int round = 0; round < 5; round++) {
            cluster.await("all", () -> sets.names().size() == 3);
            Pod pod = sets.pod(round % 3);
            uids.add(pod.getMetadata().getUid());
            cluster.remove(pod);
          }
          cluster.await("all", () -> sets.names().size() == 3);
          assertThat(sets.names()).containsExactly("web-0", "web-1", "web-2");
          assertThat(uids).doesNotHaveDuplicates();
        });
  }

  @Test
  void releasesAPodWithAForeignName() {
    play(
        "stranger",
        (cluster, sets) -> {
          sets.create("replicas: 1");
          cluster.await("web-0", () -> sets.has(0));
          OwnerReference owner = Owners.of(sets.pod(0)).getFirst();
          Pod stranger =
              cluster.create(
                  Pod.class,
                  """
                  apiVersion: v1
                  kind: Pod
                  metadata: {name: stranger, labels: {app: web}}
                  spec:
                    containers: [{name: c, image: "img:1"}]
                  """);
          cluster
              .world()
              .objects()
              .edit(Pod.class, ObjectKey.of(stranger), pod -> Owners.add(pod, owner));

          cluster.await(
              "it is let go",
              () ->
                  Owners.of(cluster.world().objects().fetch(Pod.class, ObjectKey.of(stranger)))
                      .isEmpty());

          cluster.world().run(A_WHILE);
          assertThat(sets.names()).containsExactly("stranger", "web-0");
          assertThat(sets.status().getReplicas()).isEqualTo(1);
        });
  }

  @Test
  void recoversFromABrokenTemplateWhereItAsksForIt() {
    play(
        "recovery",
        (cluster, sets) -> {
          sets.create("replicas: 2");
          sets.bringUp(0);
          sets.bringUp(1);
          cluster.await("all are counted", () -> sets.readyCount() == 2);
          sets.setImage("broken");
          sets.letEnd(1);
          cluster.await("it comes back", () -> sets.has(1) && !sets.isDeleting(1));
          sets.setImage("fixed");
          cluster.world().run(A_WHILE);
          assertThat(SetCluster.image(sets.pod(1))).as("as upstream").isEqualTo("broken");

          cluster
              .world()
              .objects()
              .edit(
                  StatefulSet.class,
                  Cluster.key("web"),
                  s ->
                      s.getMetadata()
                          .setAnnotations(Map.of(StatefulSetExtensions.REPLACE_BROKEN, "true")));

          cluster.await(
              "it is replaced", () -> sets.has(1) && SetCluster.image(sets.pod(1)).equals("fixed"));
          sets.bringUp(1);
          sets.letEnd(0);
          sets.bringUp(0);
          cluster.await(
              "the update is done",
              () -> sets.status().getUpdateRevision().equals(sets.status().getCurrentRevision()));
        });
  }
}
