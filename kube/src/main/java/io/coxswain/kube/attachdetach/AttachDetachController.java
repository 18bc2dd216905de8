package io.coxswain.kube.attachdetach;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Enqueuer;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;

/** Registers the attach/detach controller, whose keys are nodes. */
public final class AttachDetachController {
  private static final int WORKERS = 10;

  private AttachDetachController() {}

  public static void register(Manager manager, AttachDetachOptions options) {
    AttachmentIndexes.add(manager);
    Client client = manager.client().fieldOwner("kube-controller-manager");
    var memory = new AttachmentMemory();
    var forced = new ForcedDetaches(manager.instruments());
    AttachmentGauges.register(manager.instruments(), client);
    ControllerBuilder<ObjectKey> controller = manager.controller("attach_detach");
    Enqueuer<ObjectKey> nodes = controller.enqueuer();
    controller
        .kind(Node.class)
        .workers(WORKERS)
        .watch(
            Node.class,
            watch ->
                watch
                    .handle((event, queue) -> nodeChanged(event, queue, memory))
                    .when(AttachDetachController::matters))
        .watch(
            Pod.class,
            watch ->
                watch
                    .mapTo((pod, cache) -> List.of(ObjectKey.of(Pods.node(pod))))
                    .when(AttachDetachController::changesTheUse))
        .watch(
            VolumeAttachment.class,
            watch -> watch.handle((event, queue) -> attachmentChanged(event, queue, memory)))
        .watch(
            PersistentVolumeClaim.class,
            watch ->
                watch
                    .mapTo(
                        (claim, cache) ->
                            nodesOf(
                                claim.getMetadata().getNamespace(),
                                claim.getMetadata().getName(),
                                cache))
                    .when(AttachDetachController::changesTheVolume))
        .watch(
            PersistentVolume.class,
            watch ->
                watch
                    .mapTo(AttachDetachController::nodesOf)
                    .when(AttachDetachController::changesTheSource))
        .watch(
            CSIDriver.class,
            watch ->
                watch
                    .mapTo((driver, cache) -> cache.list(Node.class).keys())
                    .when(
                        event ->
                            !(event instanceof Event.Created<CSIDriver>(var d, var initial)
                                && initial)))
        .watch(
            CSINode.class,
            watch ->
                watch
                    .mapTo((node, cache) -> List.of(ObjectKey.of(node)))
                    .when(AttachDetachController::changesTheMigration))
        .reconcile(
            new AttachDetachReconciler(
                client,
                manager.recorder("attachdetach-controller"),
                options,
                memory,
                forced,
                node -> nodes.add(ObjectKey.of(node))));
  }

  // ---- nodes

  private static boolean matters(Event<Node> event) {
    return !(event instanceof Event.Updated<Node>(Node old, Node now))
        || !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
        || !NodeFacts.of(old).equals(NodeFacts.of(now));
  }

  private static void nodeChanged(
      Event<Node> event, Enqueuer<ObjectKey> queue, AttachmentMemory memory) {
    String name = event.object().getMetadata().getName();
    if (event instanceof Event.Deleted<Node>) {
      memory.deleted(name, NodeFacts.inUse(event.object()));
    } else {
      memory.created(name);
    }
    queue.add(ObjectKey.of(name));
    for (String volume : noLongerReported(event)) {
      memory.waitingFor(volume).forEach(node -> queue.add(ObjectKey.of(node)));
    }
  }

  private static Set<String> noLongerReported(Event<Node> event) {
    return switch (event) {
      case Event.Created<Node> created -> Set.of();
      case Event.Updated<Node>(Node old, Node now) -> {
        SortedSet<String> gone = AttachmentIndexes.reported(old);
        gone.removeAll(AttachmentIndexes.reported(now));
        yield gone;
      }
      case Event.Deleted<Node> deleted -> AttachmentIndexes.reported(deleted.object());
    };
  }

  // ---- attachments

  private static void attachmentChanged(
      Event<VolumeAttachment> event, Enqueuer<ObjectKey> queue, AttachmentMemory memory) {
    queue.add(ObjectKey.of(event.object().getSpec().getNodeName()));
    if (event instanceof Event.Deleted<VolumeAttachment>) {
      // Few nodes wait, and the volume of the attachment may not be known any more.
      memory.waiting().forEach(node -> queue.add(ObjectKey.of(node)));
    }
  }

  // ---- pods and their volumes

  private static boolean changesTheUse(Event<Pod> event) {
    Pod pod = event.object();
    if (!Pods.isAssigned(pod) || VolumeClaims.volumes(pod).isEmpty()) {
      return false;
    }
    return !(event instanceof Event.Updated<Pod>(Pod old, Pod now))
        || !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
        || PodVolumes.usesVolumes(old) != PodVolumes.usesVolumes(now);
  }

  private static Collection<ObjectKey> nodesOf(String namespace, String claim, Reader cache)
      throws ApiException {
    return cache.list(Pod.class).by(PodIndexes.BY_CLAIM, namespace + "/" + claim).toList().stream()
        .filter(Pods::isAssigned)
        .map(pod -> ObjectKey.of(Pods.node(pod)))
        .distinct()
        .toList();
  }

  private static Collection<ObjectKey> nodesOf(PersistentVolume volume, Reader cache)
      throws ApiException {
    ObjectReference claim = volume.getSpec().getClaimRef();
    return claim == null ? List.of() : nodesOf(claim.getNamespace(), claim.getName(), cache);
  }

  private static boolean changesTheVolume(Event<PersistentVolumeClaim> event) {
    return !(event
            instanceof
            Event.Updated<PersistentVolumeClaim>(
                PersistentVolumeClaim old,
                PersistentVolumeClaim now))
        || !Objects.equals(old.getMetadata().getUid(), now.getMetadata().getUid())
        || !Objects.equals(old.getSpec().getVolumeName(), now.getSpec().getVolumeName())
        || !phase(old).equals(phase(now));
  }

  private static String phase(PersistentVolumeClaim claim) {
    return claim.getStatus() == null
        ? ""
        : Objects.requireNonNullElse(claim.getStatus().getPhase(), "");
  }

  private static boolean changesTheSource(Event<PersistentVolume> event) {
    return !(event
            instanceof Event.Updated<PersistentVolume>(PersistentVolume old, PersistentVolume now))
        || !old.getSpec().equals(now.getSpec());
  }

  private static boolean changesTheMigration(Event<CSINode> event) {
    return event instanceof Event.Updated<CSINode>(CSINode old, CSINode now)
        ? !Objects.equals(old.getMetadata().getAnnotations(), now.getMetadata().getAnnotations())
        : event.object().getMetadata().getAnnotations() != null;
  }
}
