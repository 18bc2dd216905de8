package io.coxswain.kube.gc;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class GarbageScenarioTest {

  static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, GarbageCollector::register, script);
  }

  private static void play(String name, Cluster.Script script) {
    simulation(name, script).network(Network.PROMPT).run(1);
  }

  static ConfigMap create(Cluster cluster, String name, ConfigMap... owners) throws ApiException {
    return create(cluster, name, object -> {}, owners);
  }

  static ConfigMap create(
      Cluster cluster, String name, Consumer<ConfigMap> edit, ConfigMap... owners)
      throws ApiException {
    var object = new ConfigMap();
    object.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMeta());
    object.getMetadata().setNamespace(Cluster.NAMESPACE);
    object.getMetadata().setName(name);
    for (ConfigMap owner : owners) {
      object
          .getMetadata()
          .getOwnerReferences()
          .add(
              new OwnerReferenceBuilder()
                  .withApiVersion("v1")
                  .withKind("ConfigMap")
                  .withName(owner.getMetadata().getName())
                  .withUid(owner.getMetadata().getUid())
                  .withBlockOwnerDeletion(true)
                  .build());
    }
    edit.accept(object);
    return cluster.world().objects().create(object);
  }

  static Consumer<ConfigMap> held() {
    return object -> object.getMetadata().setFinalizers(List.of("example.com/hold"));
  }

  static void letGo(Cluster cluster, String name) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(
            ConfigMap.class,
            key(name),
            object -> object.getMetadata().setFinalizers(new ArrayList<>()));
  }

  static boolean isThere(Cluster cluster, String name) throws ApiException {
    return cluster.world().objects().find(ConfigMap.class, key(name)).isPresent();
  }

  static boolean isDeleting(Cluster cluster, String name) throws ApiException {
    return cluster
        .world()
        .objects()
        .find(ConfigMap.class, key(name))
        .filter(o -> o.getMetadata().getDeletionTimestamp() != null)
        .isPresent();
  }

  static void delete(Cluster cluster, String name, String propagation) throws ApiException {
    cluster.delete(ConfigMap.class, key(name), propagation);
  }

  static void settle(Cluster cluster) {
    cluster.world().run(Duration.ofSeconds(5));
  }

  @Test
  @Scenario("kcm-controllers-20")
  void respectsThePropagationPolicyOfTheOwner() {
    play(
        "background",
        cluster -> {
          var owner = create(cluster, "owner");
          var child = create(cluster, "child", owner);
          create(cluster, "grandchild", child);
          create(cluster, "other");
          settle(cluster);

          delete(cluster, "owner", "Background");
          assertThat(isThere(cluster, "owner")).isFalse();
          cluster.await("the last goes", () -> !isThere(cluster, "grandchild"));
          assertThat(isThere(cluster, "child")).isFalse();
          settle(cluster);
          assertThat(isThere(cluster, "other")).isTrue();
        });
    play(
        "foreground",
        cluster -> {
          var a = create(cluster, "a");
          var b = create(cluster, "b", a);
          create(cluster, "c", held(), b);
          settle(cluster);

          delete(cluster, "a", "Foreground");
          cluster.await("the last is told to go", () -> isDeleting(cluster, "c"));
          settle(cluster);
          assertThat(isThere(cluster, "a")).isTrue();
          assertThat(isThere(cluster, "b")).isTrue();
          letGo(cluster, "c");
          cluster.await("the first goes last", () -> !isThere(cluster, "a"));
          assertThat(isThere(cluster, "b")).isFalse();
        });
    play(
        "orphan",
        cluster -> {
          var owner = create(cluster, "owner");
          create(cluster, "child", owner);
          settle(cluster);

          delete(cluster, "owner", "Orphan");
          cluster.await("the owner goes", () -> !isThere(cluster, "owner"));
          settle(cluster);
          ConfigMap child = cluster.world().objects().fetch(ConfigMap.class, key("child"));
          assertThat(child.getMetadata().getOwnerReferences()).isEmpty();
          assertThat(child.getMetadata().getDeletionTimestamp()).isNull();
        });
  }

  @Test
  void doesNotWaitForADependentThatDoesNotBlock() {
    play(
        "not blocking",
        cluster -> {
          var owner = create(cluster, "owner");
          create(
              cluster,
              "child",
              held()
                  .andThen(
                      o ->
                          o.getMetadata()
                              .getOwnerReferences()
                              .getFirst()
                              .setBlockOwnerDeletion(null)),
              owner);
          settle(cluster);

          delete(cluster, "owner", "Foreground");
          cluster.await("the owner goes", () -> !isThere(cluster, "owner"));
          cluster.await("the child is told to go", () -> isDeleting(cluster, "child"));
        });
  }

  @Test
  @Scenario("kcm-controllers-21")
  void removesAMissingOwnerWhileAnotherExists() {
    play(
        "two owners",
        cluster -> {
          var one = create(cluster, "one");
          var two = create(cluster, "two");
          create(cluster, "child", one, two);
          settle(cluster);

          delete(cluster, "one", "Background");
          cluster.await(
              "the reference goes",
              () ->
                  cluster
                          .world()
                          .objects()
                          .fetch(ConfigMap.class, key("child"))
                          .getMetadata()
                          .getOwnerReferences()
                          .size()
                      == 1);
          settle(cluster);
          ConfigMap child = cluster.world().objects().fetch(ConfigMap.class, key("child"));
          assertThat(child.getMetadata().getOwnerReferences().getFirst().getName())
              .isEqualTo("two");
          assertThat(child.getMetadata().getDeletionTimestamp()).isNull();
        });
  }

  @Test
  @Scenario("kcm-controllers-22")
  void ignoresAnOwnerInAnotherNamespace() {
    play(
        "other namespace",
        cluster -> {
          cluster.create(Namespace.class, "metadata: {name: other}");
          ConfigMap owner =
              cluster.create(ConfigMap.class, "metadata: {name: owner, namespace: other}");
          settle(cluster);
          create(cluster, "lost", owner);
          var solid = create(cluster, "solid");
          create(cluster, "kept", owner, solid);

          cluster.await("the child goes", () -> !isThere(cluster, "lost"));
          cluster.await(
              "the event",
              () ->
                  cluster
                      .events("lost")
                      .contains(
                          "Warning OwnerRefInvalidNamespace ownerRef [v1/ConfigMap, namespace:"
                              + " default, name: owner, uid: "
                              + owner.getMetadata().getUid()
                              + "] does not exist in namespace \"default\""));
          settle(cluster);
          assertThat(isThere(cluster, "kept")).isTrue();
          assertThat(
                  cluster.world().objects().find(ConfigMap.class, ObjectKey.of("other", "owner")))
              .isPresent();
        });
  }

  @Test
  void leavesAClusterScopedObjectWithANamespacedOwnerAlone() {
    play(
        "cluster-scoped child",
        cluster -> {
          var owner = create(cluster, "owner");
          settle(cluster);
          cluster.create(
              ClusterRole.class,
              """
              metadata:
                name: child
                ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s}]
              """
                  .formatted(owner.getMetadata().getUid()));
          settle(cluster);
          delete(cluster, "owner", "Background");
          cluster.world().run(Duration.ofMinutes(2));

          assertThat(cluster.world().objects().find(ClusterRole.class, ObjectKey.of("child")))
              .isPresent();
        });
  }

  @Test
  void deletesObjectsWhoseOwnerNeverExisted() {
    play(
        "never was",
        cluster -> {
          var owner = create(cluster, "owner");
          var impostor = create(cluster, "impostor");
          impostor.getMetadata().setName("owner");
          create(cluster, "child", impostor);
          var gone = create(cluster, "gone");
          delete(cluster, "gone", "Background");
          create(cluster, "late");
          settle(cluster);
          assertThat(isThere(cluster, "child")).isFalse();
          assertThat(isThere(cluster, "late")).isTrue();

          cluster
              .world()
              .objects()
              .edit(
                  ConfigMap.class,
                  key("late"),
                  o ->
                      o.getMetadata()
                          .setOwnerReferences(
                              List.of(
                                  new OwnerReferenceBuilder()
                                      .withApiVersion("v1")
                                      .withKind("ConfigMap")
                                      .withName("gone")
                                      .withUid(gone.getMetadata().getUid())
                                      .build())));
          cluster.await("it goes", () -> !isThere(cluster, "late"));
          assertThat(isThere(cluster, owner.getMetadata().getName())).isTrue();
        });
  }

  @Test
  @Scenario("job-5")
  void orphansThePodsOfAJobDeletedWithoutOptions() {
    Cluster.with(
            "job by default",
            manager -> {
              JobController.register(manager, JobOptions.byDefault());
              GarbageCollector.register(manager);
            },
            cluster -> {
              cluster.createJob("{parallelism: 2, completions: 2}");
              cluster.await("pods", () -> cluster.activePods().size() == 2);
              settle(cluster);

              cluster.world().objects().delete(Job.class, key("j"));
              cluster.await(
                  "the Job goes",
                  () -> cluster.world().objects().find(Job.class, key("j")).isEmpty());
              cluster.world().awaitSilence(Duration.ofSeconds(30));

              assertThat(cluster.activePods()).hasSize(2);
              for (Pod pod : cluster.pods()) {
                assertThat(pod.getMetadata().getOwnerReferences()).isEmpty();
                assertThat(pod.getMetadata().getFinalizers()).isEmpty();
              }
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void deletesThePodsOfAJobDeletedInTheBackground() {
    Simulation simulation =
        Cluster.with(
            "job in the background",
            manager -> {
              JobController.register(manager, JobOptions.byDefault());
              GarbageCollector.register(manager);
            },
            cluster -> {
              cluster.createJob("{parallelism: 2, completions: 2}");
              cluster.await("pods", () -> cluster.activePods().size() == 2);
              settle(cluster);

              cluster.delete(Job.class, key("j"), "Background");
              cluster.await("all gone", () -> cluster.pods().isEmpty());
              cluster.world().awaitSilence(Duration.ofSeconds(30));
            });

    Sweep.of(simulation, Cluster.KCM).faults(Fault.KILL, Fault.CONFLICT).run();
  }
}
