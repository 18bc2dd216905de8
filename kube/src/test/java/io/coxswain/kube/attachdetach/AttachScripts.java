package io.coxswain.kube.attachdetach;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.CsiName;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Nodes, volumes and an attacher as a test plays with them. */
final class AttachScripts {
  static final String DRIVER = "disks.example.com";

  final Cluster cluster;

  private AttachScripts(Cluster cluster) {
    this.cluster = cluster;
  }

  interface Script {
    void run(AttachScripts volumes) throws Exception;
  }

  static Simulation with(String name, AttachDetachOptions options, Script script) {
    return Cluster.with(
        name,
        manager -> AttachDetachController.register(manager, options),
        cluster -> script.run(new AttachScripts(cluster)));
  }

  // ---- what a cluster has

  /** A ready node whose kubelet leaves attaching to the controller. */
  void node(String name) throws ApiException {
    cluster.create(
        Node.class,
        """
        metadata:
          name: %s
          annotations: {volumes.kubernetes.io/controller-managed-attach-detach: "true"}
        """
            .formatted(name));
    ready(name, "True");
  }

  void ready(String node, String status) throws ApiException {
    patch(
        "/api/v1/nodes/" + node + "/status",
        "{status: {conditions: [{type: Ready, status: \"%s\"}]}}".formatted(status));
  }

  /** A volume of the driver, bound to a claim of its name. */
  void volume(String name, String accessMode) throws ApiException {
    boundVolume(name, accessMode, "csi: {driver: %s, volumeHandle: h-%s}".formatted(DRIVER, name));
  }

  void boundVolume(String name, String accessMode, String source) throws ApiException {
    PersistentVolumeClaim claim =
        cluster.create(
            PersistentVolumeClaim.class,
            """
            metadata: {name: %s}
            spec:
              accessModes: [%s]
              storageClassName: s
              volumeName: %s
              resources: {requests: {storage: 1Gi}}
            """
                .formatted(name, accessMode, name));
    cluster.create(
        PersistentVolume.class,
        """
        metadata: {name: %s}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [%s]
          storageClassName: s
          claimRef: {namespace: default, name: %s, uid: %s}
          %s
        """
            .formatted(name, accessMode, name, claim.getMetadata().getUid(), source));
    patch(
        "/api/v1/namespaces/default/persistentvolumeclaims/" + name + "/status",
        "{status: {phase: Bound}}");
  }

  Pod pod(String name, String node, String claim) throws ApiException {
    return cluster.create(
        Pod.class,
        """
        metadata: {name: %s}
        spec:
          nodeName: %s
          containers: [{name: c, image: x}]
          volumes: [{name: data, persistentVolumeClaim: {claimName: %s}}]
        """
            .formatted(name, node, claim));
  }

  void remove(String pod) throws ApiException {
    cluster.remove(cluster.world().objects().fetch(Pod.class, Cluster.key(pod)));
  }

  // ---- the kubelet

  void uses(String node, String... volumes) throws ApiException {
    patch(
        "/api/v1/nodes/" + node + "/status",
        "{status: {volumesInUse: [%s]}}".formatted(String.join(", ", quoted(volumes))));
  }

  private static List<String> quoted(String... names) {
    return List.of(names).stream().map(name -> '"' + unique(name) + '"').toList();
  }

  /** What the node was told that it may mount. */
  List<String> reported(String node) throws ApiException {
    Node found = cluster.world().objects().fetch(Node.class, ObjectKey.of(node));
    return List.copyOf(AttachmentIndexes.reported(found));
  }

  // ---- the driver

  static String unique(String volume) {
    return "kubernetes.io/csi/" + DRIVER + "^h-" + volume;
  }

  private static ObjectKey key(String volume, String node) {
    return ObjectKey.of(new CsiName(DRIVER, "h-" + volume).attachment(node));
  }

  Optional<VolumeAttachment> attachment(String volume, String node) throws ApiException {
    return cluster.world().objects().find(VolumeAttachment.class, key(volume, node));
  }

  List<VolumeAttachment> attachments() throws ApiException {
    return cluster.world().objects().list(VolumeAttachment.class, "");
  }

  /** Waits until a volume is to be attached. */
  void awaitRequest(String volume, String node) {
    cluster.await(
        volume + " is to be attached to " + node, () -> attachment(volume, node).isPresent());
  }

  /** Waits for the request, and attaches the volume. */
  void attach(String volume, String node) throws ApiException {
    awaitRequest(volume, node);
    editAttachment(
        volume,
        node,
        attachment ->
            attachment.getMetadata().setFinalizers(List.of("external-attacher/" + DRIVER)));
    setStatus(volume, node, "{attached: true}");
  }

  void setStatus(String volume, String node, String status) throws ApiException {
    patch(
        "/apis/storage.k8s.io/v1/volumeattachments/" + key(volume, node).name() + "/status",
        "{status: " + status + "}");
  }

  /** Waits for the request, and detaches the volume. */
  void detach(String volume, String node) throws ApiException {
    awaitDetachRequest(volume, node);
    editAttachment(volume, node, attachment -> attachment.getMetadata().setFinalizers(List.of()));
    cluster.await(volume + " is detached", () -> attachment(volume, node).isEmpty());
  }

  void awaitDetachRequest(String volume, String node) {
    cluster.await(
        volume + " is to be detached from " + node,
        () ->
            attachment(volume, node)
                .filter(a -> a.getMetadata().getDeletionTimestamp() != null)
                .isPresent());
  }

  boolean isDetaching(String volume, String node) throws ApiException {
    return attachment(volume, node)
        .filter(a -> a.getMetadata().getDeletionTimestamp() == null)
        .isEmpty();
  }

  private void editAttachment(String volume, String node, Consumer<VolumeAttachment> edit)
      throws ApiException {
    cluster.world().objects().edit(VolumeAttachment.class, key(volume, node), edit);
  }

  /** Sends a merge patch, written in YAML. */
  void patch(String path, String yaml) throws ApiException {
    try {
      cluster
          .world()
          .objects()
          .call(
              ApiRequest.of("PATCH", path)
                  .body(
                      "application/merge-patch+json",
                      Json.bytes(Json.yamlMapper().readTree(yaml))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
