package io.coxswain.kube.attachdetach;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.attachdetach.NodeVolumes.Attached;
import io.coxswain.kube.attachdetach.NodeVolumes.Elsewhere;
import io.coxswain.kube.attachdetach.NodeVolumes.Facts;
import io.coxswain.kube.attachdetach.NodeVolumes.Wanted;
import io.coxswain.kube.common.CsiName;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.VolumeSources;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Observes a node with its volumes, and reserves those that it is about to attach. */
final class NodeVolumesObserver {
  private final Client client;
  private final AttachmentMemory memory;
  private final PodVolumes podVolumes;
  private final Consumer<String> wake;

  /**
   * @param wake requests a reconcile of a node
   */
  NodeVolumesObserver(Client client, AttachmentMemory memory, Consumer<String> wake) {
    this.client = client;
    this.memory = memory;
    this.wake = wake;
    this.podVolumes = new PodVolumes(client);
  }

  NodeVolumes observe(String name) throws ApiException {
    Facts node =
        client
            .get(Node.class, ObjectKey.of(name))
            .map(NodeFacts::of)
            .orElseGet(() -> NodeFacts.deleted(memory.usedByDeleted(name)));
    var used = new TreeMap<String, AttachableVolume>();
    var pods = new TreeMap<String, List<Pod>>();
    var unresolved = new TreeSet<String>();
    for (Pod pod : client.list(Pod.class).by(PodIndexes.BY_NODE, name).toList()) {
      if (PodVolumes.usesVolumes(pod)) {
        PodVolumes.Found found = podVolumes.of(pod);
        unresolved.addAll(found.unresolved());
        for (AttachableVolume volume : found.attachable()) {
          used.putIfAbsent(volume.name(), volume);
          pods.computeIfAbsent(volume.name(), v -> new ArrayList<>()).add(pod);
        }
      }
    }
    SortedMap<String, Attached> attached = attached(name, node, unresolved);
    var wanted = new TreeMap<String, Wanted>();
    for (AttachableVolume volume : used.values()) {
      List<Elsewhere> elsewhere =
          volume.exclusive() ? elsewhere(volume, name, attached) : List.of();
      wanted.put(
          volume.name(),
          new Wanted(volume, pods.getOrDefault(volume.name(), List.of()), elsewhere));
    }
    memory.awaitOnly(exclusive(used), name);
    return new NodeVolumes(name, node, wanted, attached, memory.of(name));
  }

  private static List<String> exclusive(SortedMap<String, AttachableVolume> used) {
    return used.values().stream()
        .filter(AttachableVolume::exclusive)
        .map(AttachableVolume::name)
        .toList();
  }

  /** The volumes that a VolumeAttachment or the status reports as attached to the node. */
  private SortedMap<String, Attached> attached(String node, Facts facts, Set<String> unresolved)
      throws ApiException {
    var known = new TreeSet<>(facts.reported());
    facts.inUse().ifPresent(known::addAll);
    var attached = new TreeMap<String, Attached>();
    for (VolumeAttachment each :
        client.list(VolumeAttachment.class).by(AttachmentIndexes.OF_NODE, node).toList()) {
      Optional<CsiName> csi = nameOf(each, known);
      // Attachments that others made under names of their own are theirs.
      if (csi.filter(n -> n.attachment(node).equals(each.getMetadata().getName())).isPresent()) {
        attached.put(csi.get().unique(), attached(csi.get().unique(), each, unresolved));
      }
    }
    for (String name : facts.reported()) {
      attached.putIfAbsent(name, new Attached(name, name, Optional.empty(), false));
    }
    for (String name : memory.reservedFor(node)) {
      settle(name, node, attached);
    }
    return attached;
  }

  private static Attached attached(
      String name, VolumeAttachment attachment, Set<String> unresolved) {
    String volume = attachment.getSpec().getSource().getPersistentVolumeName();
    return new Attached(
        name,
        volume == null ? name : volume,
        Optional.of(attachment),
        volume != null && unresolved.contains(volume));
  }

  private Optional<CsiName> nameOf(VolumeAttachment attachment, Set<String> known)
      throws ApiException {
    String volume = attachment.getSpec().getSource().getPersistentVolumeName();
    if (volume == null) {
      return Optional.ofNullable(attachment.getSpec().getSource().getInlineVolumeSpec())
          .map(spec -> spec.getCsi())
          .map(source -> new CsiName(source.getDriver(), source.getVolumeHandle()));
    }
    Optional<PersistentVolume> persistent =
        client.get(PersistentVolume.class, ObjectKey.of(volume));
    return persistent.isPresent()
        ? VolumeSources.csi(persistent.get())
        : known.stream()
            .map(CsiName::find)
            .flatMap(Optional::stream)
            .filter(
                name ->
                    name.attachment(attachment.getSpec().getNodeName())
                        .equals(attachment.getMetadata().getName()))
            .findFirst();
  }

  /** Ends a reservation that the cache shows, or that led to nothing. */
  private void settle(String name, String node, SortedMap<String, Attached> attached)
      throws ApiException {
    Attached known = attached.get(name);
    boolean isShown = known != null && (known.attachment().isPresent() || !known.needsAttachment());
    if (!isShown) {
      // A write without a response may have succeeded.
      Optional<Attached> written = fetchWritten(name, node);
      if (written.isPresent()) {
        attached.put(name, written.get());
        return;
      }
    }
    memory.unreserve(name, node);
    memory.waitingFor(name).stream().filter(other -> !other.equals(node)).forEach(wake);
  }

  private Optional<Attached> fetchWritten(String name, String node) throws ApiException {
    Optional<CsiName> csi = CsiName.find(name);
    if (csi.isEmpty()) {
      return client
          .live()
          .get(Node.class, ObjectKey.of(node))
          .filter(found -> AttachmentIndexes.reported(found).contains(name))
          .map(found -> new Attached(name, name, Optional.empty(), false));
    }
    return client
        .live()
        .get(VolumeAttachment.class, ObjectKey.of(csi.get().attachment(node)))
        .map(found -> new Attached(name, name, Optional.of(found), false));
  }

  private List<Elsewhere> elsewhere(
      AttachableVolume volume, String node, SortedMap<String, Attached> attached)
      throws ApiException {
    memory.await(volume.name(), node);
    Attached here = attached.get(volume.name());
    if (here != null && (here.attachment().isPresent() || !here.needsAttachment())) {
      return List.of();
    }
    var others = new TreeSet<String>();
    others.add(memory.reserve(volume.name(), node));
    attachments(volume).map(a -> a.getSpec().getNodeName()).forEach(others::add);
    client
        .list(Node.class)
        .by(AttachmentIndexes.REPORTED, volume.name())
        .keys()
        .forEach(key -> others.add(key.name()));
    others.remove(node);
    if (!others.isEmpty()) {
      memory.unreserve(volume.name(), node);
    }
    var elsewhere = new ArrayList<Elsewhere>();
    for (String other : others) {
      elsewhere.add(new Elsewhere(other, users(volume, other)));
    }
    return elsewhere;
  }

  private Stream<VolumeAttachment> attachments(AttachableVolume volume) throws ApiException {
    return volume.persistentVolume().isEmpty()
        ? Stream.empty()
        : client
            .list(VolumeAttachment.class)
            .by(AttachmentIndexes.OF_VOLUME, volume.persistentVolume().get())
            .toList()
            .stream();
  }

  private List<Pod> users(AttachableVolume volume, String node) throws ApiException {
    if (volume.claim().isEmpty()) {
      return List.of();
    }
    ObjectKey claim = volume.claim().get();
    return client
        .list(Pod.class)
        .by(PodIndexes.BY_CLAIM, claim.namespace() + "/" + claim.name())
        .toList()
        .stream()
        .filter(pod -> Pods.node(pod).equals(node) && PodVolumes.usesVolumes(pod))
        .toList();
  }
}
