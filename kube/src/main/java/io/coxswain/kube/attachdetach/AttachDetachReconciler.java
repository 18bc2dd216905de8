package io.coxswain.kube.attachdetach;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.attachdetach.AttachDetachPlan.Detach;
import io.coxswain.kube.attachdetach.AttachDetachPlan.Failed;
import io.coxswain.kube.attachdetach.AttachDetachPlan.Reason;
import io.coxswain.kube.attachdetach.NodeVolumes.Elsewhere;
import io.coxswain.kube.attachdetach.NodeVolumes.Wanted;
import io.coxswain.kube.common.CsiName;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.AttachedVolume;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachmentBuilder;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Attaches and detaches the volumes of a node. */
final class AttachDetachReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("persistentvolume-attach-detach-controller");

  private static final String FAILED = "FailedAttachVolume";
  private static final int CONCURRENT_WRITES = 10;

  private final Client client;
  private final Recorder events;
  private final AttachDetachOptions options;
  private final AttachmentMemory memory;
  private final NodeVolumesObserver observer;
  private final ForcedDetaches forced;

  AttachDetachReconciler(
      Client client,
      Recorder events,
      AttachDetachOptions options,
      AttachmentMemory memory,
      ForcedDetaches forced,
      Consumer<String> wake) {
    this.client = client;
    this.events = events;
    this.options = options;
    this.memory = memory;
    this.observer = new NodeVolumesObserver(client, memory, wake);
    this.forced = forced;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    NodeVolumes seen = observer.observe(key.name());
    AttachDetachPlan plan = AttachDetachPlan.of(seen, options, pass.now());
    memory.put(key.name(), plan.memory(), seen.wanted().isEmpty() && seen.attached().isEmpty());
    plan.blocked().forEach(this::reportOtherNodes);
    plan.failed().forEach(this::reportFailure);
    Optional<SortedSet<String>> inUse = report(seen, plan);
    plan.ready().forEach(this::reportSuccess);
    ApiException failure = null;
    try {
      detach(seen, plan.detach(), inUse, pass);
    } catch (ApiException e) {
      failure = e; // Other pods need not wait for it.
    }
    attach(key.name(), plan.attach(), pass);
    if (failure != null) {
      throw failure;
    }
    return plan.look().map(Outcome::after).orElseGet(Outcome::done);
  }

  // ---- the status of the node

  /**
   * Reports to the node what it may mount.
   *
   * @return the volumes that the node had in use at that moment; empty if it does not exist
   */
  private Optional<SortedSet<String>> report(NodeVolumes seen, AttachDetachPlan plan)
      throws ApiException {
    Optional<Node> node =
        seen.node().exists() ? client.get(Node.class, ObjectKey.of(seen.name())) : Optional.empty();
    if (node.isEmpty()) {
      return Optional.empty();
    }
    boolean changes = !AttachmentIndexes.reported(node.get()).equals(plan.report());
    if (!changes && plan.detach().isEmpty()) {
      return Optional.of(NodeFacts.inUse(node.get()));
    }
    try {
      Optional<Node> current =
          changes
              ? Optional.of(client.patchStatus(node.get(), n -> setAttached(n, plan.report())))
              // The cache may lag behind what the kubelet is about to mount.
              : client.live().get(Node.class, ObjectKey.of(seen.name()));
      return current.map(NodeFacts::inUse);
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  private static void setAttached(Node node, SortedSet<String> names) {
    if (node.getStatus() == null) {
      node.setStatus(new NodeStatus());
    }
    node.getStatus()
        .setVolumesAttached(names.stream().map(name -> new AttachedVolume("", name)).toList());
  }

  // ---- attaching and detaching

  private void attach(String node, List<Wanted> volumes, Reconciliation pass) throws ApiException {
    try (var writes = pass.fork(CONCURRENT_WRITES)) {
      for (Wanted each : volumes) {
        CsiName csi = each.volume().csi().orElseThrow();
        writes.run(
            () -> {
              try {
                client.create(attachment(csi, each.volume(), node));
              } catch (ApiException.AlreadyExists e) {
                pass.log().atDebug().addKeyValue("err", e.getMessage()).log("Attachment exists");
                return;
              }
              log.info(
                  "attacherDetacher.AttachVolume started",
                  "volumeName",
                  each.volume().name(),
                  "nodeName",
                  node,
                  "scheduledPods",
                  each.pods().stream().map(ObjectKey::of).toList());
            });
      }
    }
  }

  private static VolumeAttachment attachment(CsiName csi, AttachableVolume volume, String node) {
    return new VolumeAttachmentBuilder()
        .withNewMetadata()
        .withName(csi.attachment(node))
        .endMetadata()
        .withNewSpec()
        .withAttacher(csi.driver())
        .withNodeName(node)
        .withNewSource()
        .withPersistentVolumeName(volume.persistentVolume().orElseThrow())
        .endSource()
        .endSpec()
        .build();
  }

  /**
   * @param inUse what the node used after that report; empty if it does not exist
   */
  private void detach(
      NodeVolumes seen,
      List<Detach> volumes,
      Optional<SortedSet<String>> inUse,
      Reconciliation pass)
      throws ApiException {
    SortedSet<String> used = inUse.orElseGet(TreeSet::new);
    try (var writes = pass.fork(CONCURRENT_WRITES)) {
      for (Detach each : volumes) {
        String name = each.volume().name();
        if (each.reason() == Reason.UNUSED && used.contains(name)) {
          continue; // The change of the node's status leads to another reconcile.
        }
        Optional<VolumeAttachment> attachment = each.volume().attachment();
        writes.run(
            () -> {
              if (attachment.isPresent()) {
                client.delete(attachment.get(), Deletion.byDefault());
              }
              report(each, seen.name());
            });
      }
    }
  }

  private void report(Detach detach, String node) {
    String message =
        switch (detach.reason()) {
          case UNUSED -> "attacherDetacher.DetachVolume started";
          case TIMEOUT ->
              "attacherDetacher.DetachVolume started: this volume is not safe to detach, but"
                  + " maxWaitForUnmountDuration expired, force detaching";
          case OUT_OF_SERVICE ->
              "attacherDetacher.DetachVolume started: node has out-of-service taint, force"
                  + " detaching";
        };
    forced.count(detach.reason());
    log.info(message, "node", node, "volumeName", detach.volume().name());
  }

  // ---- events

  private void reportSuccess(Wanted volume) {
    for (Pod pod : volume.pods()) {
      events.normal(
          pod,
          "SuccessfulAttachVolume",
          "AttachVolume.Attach succeeded for volume \"%s\" ",
          volume.volume().title());
    }
  }

  private void reportFailure(Failed failed) {
    for (Pod pod : failed.volume().pods()) {
      events.warning(
          pod,
          FAILED,
          "AttachVolume.Attach failed for volume \"%s\" : %s",
          failed.volume().volume().title(),
          failed.problem());
    }
  }

  private void reportOtherNodes(Wanted volume) {
    String users =
        volume.elsewhere().stream()
            .map(Elsewhere::pods)
            .flatMap(List::stream)
            .map(pod -> pod.getMetadata().getName())
            .sorted()
            .collect(Collectors.joining(", "));
    String problem =
        users.isEmpty()
            ? "Volume is already exclusively attached to one node and can't be attached to another"
            : "Volume is already used by pod(s) " + users;
    if (users.isEmpty()) {
      log.info(
          "Multi-Attach error: volume is already exclusively attached and can't be attached to"
              + " another node",
          "volume",
          volume.volume().name());
    } else {
      log.info(
          "Multi-Attach error: volume is already used by pods",
          "pods",
          users,
          "volume",
          volume.volume().name());
    }
    for (Pod pod : volume.pods()) {
      events.warning(
          pod, FAILED, "Multi-Attach error for volume \"%s\" %s", volume.volume().title(), problem);
    }
  }
}
