package io.coxswain.kube.selinuxwarning;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.sim.Network;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SelinuxWarningScenarioTest {
  private static final String END =
      ". If both pods land on the same node, only one of them may access the volume.";

  private interface Script {
    void run(Cluster cluster, AtomicReference<Metrics> metrics) throws Exception;
  }

  private static Simulation simulation(String name, Script script) {
    var metrics = new AtomicReference<Metrics>();
    return Simulation.named(name)
        .process(
            Cluster.KCM,
            env -> {
              ManagerBuilder builder = Manager.builder(env);
              metrics.set(builder.metrics());
              Manager manager = builder.build();
              SelinuxWarningController.register(manager);
              manager.run();
            })
        .script(world -> script.run(Cluster.of(world), metrics));
  }

  private static void play(String name, Script script) {
    simulation(name, script).network(Network.PROMPT).run(1);
  }

  private static String conflicts(AtomicReference<Metrics> metrics) {
    if (metrics.get() == null) {
      return ""; // not started yet
    }
    return new String(Objects.requireNonNull(metrics.get()).scrape(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("selinux_warning_controller_selinux_volume_conflict"))
        .sorted()
        .reduce("", (all, line) -> all + line + "\n");
  }

  private static void volume(Cluster cluster, boolean mount) throws Exception {
    cluster.create(
        CSIDriver.class,
        "metadata: {name: csi.example.com}\nspec: {seLinuxMount: %s}".formatted(mount));
    cluster.create(
        PersistentVolumeClaim.class,
        """
        metadata: {name: c}
        spec:
          volumeName: v
          storageClassName: ""
          accessModes: [ReadWriteMany]
          resources: {requests: {storage: 1Gi}}
        """);
    PersistentVolumeClaim claim =
        cluster.world().objects().fetch(PersistentVolumeClaim.class, key("c"));
    cluster.create(
        PersistentVolume.class,
        """
        metadata: {name: v}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteMany]
          csi: {driver: csi.example.com, volumeHandle: h}
          claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: default, name: c,
            uid: %s}
        """
            .formatted(claim.getMetadata().getUid()));
    claim.getStatus().setPhase("Bound");
    cluster.world().objects().updateStatus(claim);
  }

  private static Pod pod(Cluster cluster, String name, String context) throws Exception {
    return cluster.create(
        Pod.class,
        """
        metadata: {name: %s}
        spec:
          securityContext: %s
          containers: [{name: c, image: x, volumeMounts: [{name: data, mountPath: /data}]}]
          volumes: [{name: data, persistentVolumeClaim: {claimName: c}}]
        """
            .formatted(name, context));
  }

  private static String level(String level) {
    return "{seLinuxOptions: {level: \"%s\"}}".formatted(level);
  }

  @Test
  void reportsDifferentLabelsToBothPods() {
    play(
        "labels",
        (cluster, metrics) -> {
          volume(cluster, true);
          Pod one = pod(cluster, "one", level("s0:c1,c2"));
          pod(cluster, "same", level("s0:c1,c2"));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(conflicts(metrics)).isEmpty();

          pod(cluster, "two", level("s0:c3,c4"));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(cluster.events("one"))
              .containsExactly(
                  "Normal SELinuxLabelConflict SELinuxLabel \":::s0:c1,c2\" conflicts with pod two"
                      + " that uses the same volume as this pod with SELinuxLabel"
                      + " \":::s0:c3,c4\""
                      + END);
          assertThat(cluster.events("two")).hasSize(2);
          assertThat(conflicts(metrics).lines()).hasSize(4);
          assertThat(conflicts(metrics))
              .contains(
                  "selinux_warning_controller_selinux_volume_conflict{pod1_name=\"one\","
                      + "pod1_namespace=\"default\",pod1_value=\":::s0:c1,c2\",pod2_name=\"two\","
                      + "pod2_namespace=\"default\",pod2_value=\":::s0:c3,c4\","
                      + "property=\"SELinuxLabel\"} 1.0\n");

          cluster.succeed(one);
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(conflicts(metrics).lines()).hasSize(2);
          cluster.remove(cluster.world().objects().fetch(Pod.class, key("two")));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(conflicts(metrics)).isEmpty();
        });
  }

  @Test
  void reportsDifferentChangePolicies() {
    play(
        "policies",
        (cluster, metrics) -> {
          volume(cluster, true);
          pod(cluster, "one", level("s0:c1,c2"));
          pod(
              cluster,
              "two",
              "{seLinuxChangePolicy: Recursive, seLinuxOptions: {level: \"s0:c1,c2\"}}");
          cluster.world().run(Duration.ofSeconds(2));

          assertThat(cluster.events("two"))
              .contains(
                  "Normal SELinuxChangePolicyConflict SELinuxChangePolicy \"Recursive\" conflicts"
                      + " with pod one that uses the same volume as this pod with"
                      + " SELinuxChangePolicy \"MountOption\""
                      + END);
          assertThat(conflicts(metrics)).contains("property=\"SELinuxChangePolicy\"");
        });
  }

  @Test
  void followsTheDriver() {
    play(
        "driver",
        (cluster, metrics) -> {
          volume(cluster, false);
          pod(cluster, "one", level("s0:c1,c2"));
          pod(cluster, "two", level("s0:c3,c4"));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(conflicts(metrics)).isEmpty();

          cluster
              .world()
              .objects()
              .edit(
                  CSIDriver.class,
                  ObjectKey.of("csi.example.com"),
                  driver -> driver.getSpec().setSeLinuxMount(true));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(conflicts(metrics)).contains("property=\"SELinuxLabel\"");

          cluster.world().objects().delete(CSIDriver.class, ObjectKey.of("csi.example.com"));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(conflicts(metrics)).isEmpty();
        });
  }

  @Test
  void findsConflictsWhenTheClaimIsBoundAfterThePods() {
    play(
        "late",
        (cluster, metrics) -> {
          pod(cluster, "one", level("s0:c1,c2"));
          pod(cluster, "two", level("s0:c3,c4"));
          cluster.world().run(Duration.ofSeconds(2));
          volume(cluster, true);
          cluster.world().run(Duration.ofSeconds(2));

          assertThat(conflicts(metrics).lines()).hasSize(2);
        });
  }

  @Test
  void reportsAVolumeThatOnePodMountsWithTwoLabels() {
    play(
        "twice",
        (cluster, metrics) -> {
          cluster.create(
              Pod.class,
              """
              metadata: {name: one}
              spec:
                containers:
                - {name: a, image: x, volumeMounts: [{name: data, mountPath: /data}],
                   securityContext: {seLinuxOptions: {level: "s0:c1,c2"}}}
                - {name: b, image: x, volumeMounts: [{name: data, mountPath: /data}],
                   securityContext: {seLinuxOptions: {level: "s0:c3,c4"}}}
                volumes: [{name: data, emptyDir: {}}]
              """);
          cluster.world().run(Duration.ofSeconds(2));

          assertThat(cluster.events("one"))
              .containsExactly(
                  "Warning MultipleSELinuxLabels Volume \"data\" is mounted twice with different"
                      + " SELinux labels inside this pod");
        });
  }

  @Test
  void convergesForManySeeds() {
    Seeds.of(
            simulation(
                "seeds",
                (cluster, metrics) -> {
                  volume(cluster, true);
                  pod(cluster, "one", level("s0:c1,c2"));
                  pod(cluster, "two", level("s0:c3,c4"));
                  cluster.await("both conflict", () -> conflicts(metrics).lines().count() == 2);
                  cluster.await(
                      "both pods have an event",
                      () -> cluster.events("one").size() == 1 && cluster.events("two").size() == 1);
                }),
            20)
        .run();
  }

  @Test
  void doesNotNamePodsOfOtherNamespaces() {
    var conflict =
        new VolumeConflict(
            VolumeConflict.LABEL, ObjectKey.of("a", "one"), "x", ObjectKey.of("b", "two"), "y");

    assertThat(conflict.message())
        .isEqualTo(
            "SELinuxLabel\"x\" conflicts with another pod that uses the same volume as this pod with"
                + " a different SELinuxLabel"
                + END);
  }
}
