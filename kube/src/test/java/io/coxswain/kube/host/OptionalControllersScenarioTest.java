package io.coxswain.kube.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.ToleratingPods;
import io.coxswain.kube.certificates.PodCertificateRequests;
import io.coxswain.kube.certificates.TestKeys;
import io.coxswain.kube.devicetainteviction.TaintedDevices;
import io.coxswain.kube.storageversiongc.ServerStorageVersion;
import io.coxswain.kube.storageversiongc.StorageVersion;
import io.coxswain.kube.storageversiongc.StorageVersionStatus;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigrationBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The controllers whose feature gates are off by default, with their accounts and roles. */
class OptionalControllersScenarioTest {
  static final List<String> NAMES =
      List.of(
          "device-taint-eviction-controller",
          "kube-apiserver-serving-clustertrustbundle-publisher-controller",
          "podcertificaterequest-cleaner-controller",
          "storage-version-migrator-controller",
          "storageversion-garbage-collector-controller");

  private static final String GATES =
      "ClusterTrustBundle=true,DRADeviceTaints=true,DRADeviceTaintRules=true,"
          + "PodCertificateRequest=true,StorageVersionAPI=true,"
          + "StorageVersionMigrator=true";

  private static final String ACCOUNT = "system:serviceaccount:kube-system:";

  private static SimulatedManager manager() {
    var manager =
        new SimulatedManager(
            "one",
            "--controllers=" + String.join(",", NAMES),
            "--use-service-account-credentials=true",
            "--root-ca-file=/pki/ca.crt",
            "--feature-gates=" + GATES);
    manager.files.put(
        "/pki/ca.crt",
        Pem.write(TestKeys.authority(Instant.parse("2036-01-01T00:00:00Z")).chain().getFirst()));
    return manager;
  }

  private static void createTaintedPod(World world) throws Exception {
    var cluster = Cluster.of(world);
    TaintedDevices.slice(cluster, "n", "gpu-0");
    TaintedDevices.user(cluster, "p", "");
    TaintedDevices.rule(cluster, "r", "NoExecute");
  }

  private static void createObjects(World world) throws Exception {
    var version = new StorageVersion();
    version.getMetadata().setName("apps.deployments");
    StorageVersion made = world.objects().create(version);
    var entry = new ServerStorageVersion();
    entry.setApiServerId("apiserver-1");
    entry.setEncodingVersion("apps/v1");
    entry.setDecodableVersions(List.of("apps/v1"));
    var status = new StorageVersionStatus();
    status.setStorageVersions(List.of(entry));
    status.setCommonEncodingVersion("apps/v1");
    made.setStatus(status);
    world.objects().updateStatus(made);
    world.objects().create(PodCertificateRequests.named("r"));
    world
        .objects()
        .create(
            new StorageVersionMigrationBuilder()
                .withNewMetadata()
                .withName("m")
                .endMetadata()
                .withNewSpec()
                .withNewResource("scheduling.k8s.io", "priorityclasses")
                .endSpec()
                .build());
  }

  private static boolean hasSucceeded(World world) throws Exception {
    var status =
        world.objects().fetch(StorageVersionMigration.class, ObjectKey.of("m")).getStatus();
    return status != null
        && status.getConditions().stream().anyMatch(c -> c.getType().equals("Succeeded"));
  }

  @Test
  void workUnderTheRolesOfTheirAccounts() {
    SimulatedManager one = manager();
    Worlds.of("optional", one)
        .server(
            ApiServerOptions.plain()
                .withFeatures(
                    new ApiFeatures(ApiFeatures.OPTIONAL_VERSIONS, ApiFeatures.OPTIONAL_GATES)))
        .restartMatters("one", "the test counts requests")
        .script(
            world -> {
              createObjects(world);
              createTaintedPod(world);

              world.await(
                  "the pod of the tainted device is evicted",
                  () -> ToleratingPods.isEvicted(Cluster.of(world), "p"));
              world.await(
                  "the rule reports it",
                  () ->
                      TaintedDevices.condition(Cluster.of(world), "r")
                          .contains("1 pod evicted since starting the controller."));
              world.await(
                  "a bundle is published",
                  () -> !world.objects().list(ClusterTrustBundle.class, "").isEmpty());
              world.await("the migration succeeds", () -> hasSucceeded(world));
              world.await(
                  "the storage version without servers is deleted",
                  () -> world.objects().list(StorageVersion.class, "").isEmpty());
              world.await(
                  "the old request is deleted",
                  () -> world.objects().list(PodCertificateRequest.class, "default").isEmpty());

              world.run(Duration.ofSeconds(1)); // the last responses arrive
              assertOnlyWriter(
                  one,
                  "/clustertrustbundles",
                  "kube-apiserver-serving-clustertrustbundle-publisher");
              assertOnlyWriter(one, "/devicetaintrules/r", "device-taint-eviction-controller");
              assertOnlyWriter(one, "/pods/p", "device-taint-eviction-controller");
              assertOnlyWriter(one, "/podcertificaterequests/r", "podcertificaterequestcleaner");
              assertOnlyWriter(
                  one, "/storageversionmigrations/", "storage-version-migrator-controller");
              assertOnlyWriter(one, "/priorityclasses/", "storage-version-migrator-controller");
              assertOnlyWriter(one, "/storageversions/", "storage-version-garbage-collector");
            })
        .run(1);
  }

  private static void assertOnlyWriter(SimulatedManager one, String path, String account) {
    assertThat(one.api.writesTo(path))
        .as(path)
        .isNotEmpty()
        .allMatch(call -> call.bearer().equals(ACCOUNT + account))
        .allMatch(call -> call.status() < 300);
  }

  @Test
  void warnsOfSelinuxConflictsUnderTheRoleOfItsAccount() {
    var one =
        new SimulatedManager(
            "one",
            "--controllers=selinux-warning-controller",
            "--use-service-account-credentials=true");
    Worlds.of("selinux", one)
        .restartMatters("one", "the test counts requests")
        .script(
            world -> {
              var cluster = Cluster.of(world);
              for (String name : List.of("p", "q")) {
                cluster.create(
                    Pod.class,
                    """
                    metadata: {name: %s}
                    spec:
                      securityContext: {seLinuxOptions: {level: "s0:%s"}}
                      containers: [{name: c, image: x, volumeMounts: [{name: v, mountPath: /v}]}]
                      volumes: [{name: v, fc: {targetWWNs: ["1"], lun: 0}}]
                    """
                        .formatted(name, name));
              }

              world.await("p is warned", () -> !cluster.events("p").isEmpty());
              world.await("q is warned", () -> !cluster.events("q").isEmpty());
              world.run(Duration.ofSeconds(1));
              assertOnlyWriter(one, "/namespaces/default/events", "selinux-warning-controller");
            })
        .run(1);
  }

  @Test
  void areSkippedIfTheServerDoesNotServeTheirKinds() {
    SimulatedManager one = manager();
    try (var logs = new Logs()) {
      Worlds.of("not served", one)
          .script(
              world -> {
                world.await("it leads", () -> Worlds.holder(world).startsWith("one_"));
                world.awaitIdle();
              })
          .run(1);
      List<String> unserved = new ArrayList<>(NAMES);
      unserved.remove("device-taint-eviction-controller"); // ResourceSlices are always served
      for (String name : unserved) {
        assertThat(logs.lines())
            .anyMatch(
                line ->
                    line.startsWith("Skipping a controller whose resource is not served")
                        && line.contains(name));
      }
    }
  }
}
