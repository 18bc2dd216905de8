package io.coxswain.kube.retry;

import static io.coxswain.kube.retry.Steps.apply;
import static io.coxswain.kube.retry.Steps.delete;
import static io.coxswain.kube.retry.Steps.patch;

import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.certificates.CertificateControllers;
import io.coxswain.kube.certificates.PodCertificateRequests;
import io.coxswain.kube.certificates.TestKeys;
import io.coxswain.kube.devicetainteviction.DeviceTaintEvictionController;
import io.coxswain.kube.devicetainteviction.DeviceTaintEvictionOptions;
import io.coxswain.kube.devicetainteviction.TaintedDevices;
import io.coxswain.kube.storagemigration.StorageMigrationController;
import io.coxswain.kube.storageversiongc.ServerStorageVersion;
import io.coxswain.kube.storageversiongc.StorageVersion;
import io.coxswain.kube.storageversiongc.StorageVersionGcController;
import io.coxswain.kube.storageversiongc.StorageVersionStatus;
import io.coxswain.kube.trustbundle.TrustBundlePublisher;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.World;
import io.coxswain.sim.retry.RetryTrial;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Trials of the controllers whose kinds are served only on request. */
final class OptionalTrials {
  private static final String BUNDLES = "/apis/certificates.k8s.io/v1beta1/clustertrustbundles";

  private OptionalTrials() {}

  static List<RetryTrial> of() {
    return List.of(deviceTaints(), podRequests(), trustBundle(), storageVersions(), migration());
  }

  private static RetryTrial trial(
      String name, String version, String gate, Consumer<Manager> controller) {
    return RetryTrial.of(
        name,
        onTrial ->
            KubeRetryTest.simulation(name, onTrial, controller)
                .server(
                    ApiServerOptions.plain()
                        .withFeatures(ApiFeatures.DEFAULT.with(version, gate))));
  }

  private static RetryTrial deviceTaints() {
    String name = "device-taint-eviction-controller";
    return RetryTrial.of(
            name,
            onTrial ->
                KubeRetryTest.simulation(
                        name,
                        onTrial,
                        m ->
                            DeviceTaintEvictionController.register(
                                m, new DeviceTaintEvictionOptions(true, 8)))
                    .server(TaintedDevices.server()))
        .step(
            "a rule without effect",
            world -> {
              TaintedDevices.slice(Cluster.of(world), "n", "gpu-0");
              TaintedDevices.user(Cluster.of(world), "p", "");
              TaintedDevices.user(Cluster.of(world), "patient", "tolerationSeconds: 20");
              TaintedDevices.rule(Cluster.of(world), "none", "None");
            })
        .step(
            "a rule that evicts", world -> TaintedDevices.rule(Cluster.of(world), "r", "NoExecute"))
        .affected("message", "it counts evictions since the start of the controller");
  }

  private static RetryTrial podRequests() {
    return trial(
            "podcertificaterequest-cleaner-controller",
            "certificates.k8s.io/v1beta1",
            ApiFeatures.POD_CERTIFICATE_REQUEST,
            CertificateControllers::registerPodRequestCleaning)
        .step(
            "a request",
            Duration.ofMinutes(20),
            world -> world.objects().create(PodCertificateRequests.named("r")));
  }

  private static RetryTrial trustBundle() {
    String certificates = caCertificate();
    return trial(
            "kube-apiserver-serving-clustertrustbundle-publisher-controller",
            "certificates.k8s.io/v1beta1",
            ApiFeatures.CLUSTER_TRUST_BUNDLE,
            manager ->
                TrustBundlePublisher.register(
                    manager, TrustBundlePublisher.API_SERVER_SERVING, certificates))
        .step("start", world -> {})
        .step(
            "an older bundle is created",
            apply(
                """
                {apiVersion: certificates.k8s.io/v1beta1, kind: ClusterTrustBundle,
                 metadata: {name: "kubernetes.io:kube-apiserver-serving:old"},
                 spec: {signerName: kubernetes.io/kube-apiserver-serving, trustBundle: "%s"}}
                """
                    .formatted(caCertificate().replace("\n", "\\n"))))
        .step(
            "the bundle is edited",
            world ->
                patch(
                        bundle(world),
                        "{spec: {trustBundle: \"%s\"}}"
                            .formatted(caCertificate().replace("\n", "\\n")))
                    .run(world))
        .step("it is deleted", world -> delete(bundle(world)).run(world));
  }

  private static String caCertificate() {
    return new String(
        Pem.write(TestKeys.authority(Instant.parse("2036-01-01T00:00:00Z")).chain().getFirst()),
        StandardCharsets.US_ASCII);
  }

  /** The path of the only bundle. */
  private static String bundle(World world) throws Exception {
    return BUNDLES
        + "/"
        + world.objects().list(ClusterTrustBundle.class, "").getFirst().getMetadata().getName();
  }

  private static RetryTrial storageVersions() {
    return trial(
            "storageversion-garbage-collector-controller",
            "internal.apiserver.k8s.io/v1alpha1",
            ApiFeatures.STORAGE_VERSION_API,
            StorageVersionGcController::register)
        .step(
            "create",
            world -> {
              for (String server : List.of("a", "b")) {
                apply(
                        """
                        {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: %s,
                          namespace: kube-system,
                          labels: {apiserver.kubernetes.io/identity: kube-apiserver}}, spec: {}}
                        """
                            .formatted(server))
                    .run(world);
              }
              store(world, "apps.deployments", "a", "b", "x");
            })
        .step(
            "a server ends", delete("/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/a"))
        .step(
            "the other ends",
            delete("/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/b"));
  }

  private static void store(World world, String resource, String... servers) throws Exception {
    var version = new StorageVersion();
    version.getMetadata().setName(resource);
    StorageVersion made = world.objects().create(version);
    var status = new StorageVersionStatus();
    for (String server : servers) {
      var entry = new ServerStorageVersion();
      entry.setApiServerId(server);
      entry.setEncodingVersion("apps/v1");
      entry.setDecodableVersions(List.of("apps/v1"));
      status.getStorageVersions().add(entry);
    }
    status.setCommonEncodingVersion("apps/v1");
    made.setStatus(status);
    world.objects().updateStatus(made);
  }

  private static RetryTrial migration() {
    return trial(
            "storage-version-migrator-controller",
            "storagemigration.k8s.io/v1beta1",
            ApiFeatures.STORAGE_VERSION_MIGRATOR,
            StorageMigrationController::register)
        .step(
            "create",
            apply(
                """
                {apiVersion: storagemigration.k8s.io/v1beta1, kind: StorageVersionMigration,
                 metadata: {name: m}, spec: {resource: {group: "", resource: namespaces}}}
                """))
        .step(
            "a resource that does not exist",
            apply(
                """
                {apiVersion: storagemigration.k8s.io/v1beta1, kind: StorageVersionMigration,
                 metadata: {name: n}, spec: {resource: {group: example.com, resource: boats}}}
                """));
  }
}
