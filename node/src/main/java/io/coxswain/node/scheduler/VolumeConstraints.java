package io.coxswain.node.scheduler;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Quantities;
import io.coxswain.node.fit.NodeRules;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a pod's volume claims on its placement.
 *
 * @param obstacle why it can go nowhere yet; empty when it can
 * @param reachable for each volume it has, the nodes that reach it
 * @param open the claims that get their volume once the pod has its node
 */
record VolumeConstraints(String obstacle, List<NodeRules> reachable, List<Open> open) {
  static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
  private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
  private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";
  static final VolumeConstraints NONE = new VolumeConstraints("", List.of(), List.of());

  /**
   * A claim without a volume.
   *
   * @param fitting the volumes it could have, smallest first
   * @param provisioned whether one can be made
   */
  record Open(PersistentVolumeClaim claim, List<PersistentVolume> fitting, boolean provisioned) {

    /** An existing volume that the node can access. */
    Optional<PersistentVolume> on(Host host) {
      return fitting.stream().filter(volume -> reaches(host, volume)).findFirst();
    }
  }

  static VolumeConstraints of(Reader client, PodFacts pod) throws ApiException {
    if (pod.shape().claims().isEmpty()) {
      return NONE;
    }
    var reachable = new ArrayList<NodeRules>();
    var open = new ArrayList<Open>();
    for (String name : pod.shape().claims()) {
      PersistentVolumeClaim claim =
          client
              .get(PersistentVolumeClaim.class, ObjectKey.of(pod.key().namespace(), name))
              .orElse(null);
      if (claim == null) {
        return blocked("persistentvolumeclaim \"" + name + "\" not found");
      }
      if (claim.getMetadata().getDeletionTimestamp() != null) {
        return blocked("persistentvolumeclaim \"" + name + "\" is being deleted");
      }
      if (isBound(claim)) {
        String volume = claim.getSpec().getVolumeName();
        Optional<PersistentVolume> bound = client.get(PersistentVolume.class, ObjectKey.of(volume));
        if (bound.isEmpty()) {
          return blocked(
              "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
        }
        reachable.add(rules(bound.get()));
        continue;
      }
      Optional<StorageClass> how = storageClass(client, claim);
      if (how.isEmpty() || !"WaitForFirstConsumer".equals(how.get().getVolumeBindingMode())) {
        return blocked("pod has unbound immediate PersistentVolumeClaims");
      }
      open.add(
          new Open(
              claim, fitting(client, claim), !NO_PROVISIONER.equals(how.get().getProvisioner())));
    }
    return new VolumeConstraints("", List.copyOf(reachable), List.copyOf(open));
  }

  private static VolumeConstraints blocked(String why) {
    return new VolumeConstraints(why, List.of(), List.of());
  }

  /** Whether the claim has its volume and both sides know it. */
  static boolean isBound(PersistentVolumeClaim claim) {
    String volume = claim.getSpec().getVolumeName();
    Map<String, String> annotations = claim.getMetadata().getAnnotations();
    return volume != null
        && !volume.isEmpty()
        && annotations != null
        && annotations.containsKey(BIND_COMPLETED);
  }

  private static Optional<StorageClass> storageClass(Reader client, PersistentVolumeClaim claim)
      throws ApiException {
    String name = claim.getSpec().getStorageClassName();
    return name == null || name.isEmpty()
        ? Optional.empty()
        : client.get(StorageClass.class, ObjectKey.of(name));
  }

  private static List<PersistentVolume> fitting(Reader client, PersistentVolumeClaim claim)
      throws ApiException {
    return client.list(PersistentVolume.class).toList().stream()
        .filter(volume -> fits(volume, claim))
        .sorted(
            Comparator.comparing((PersistentVolume v) -> capacity(v.getSpec().getCapacity()))
                .thenComparing(v -> v.getMetadata().getName()))
        .toList();
  }

  private static boolean fits(PersistentVolume volume, PersistentVolumeClaim claim) {
    if (volume.getSpec().getClaimRef() != null
        && !(claim.getMetadata().getName().equals(volume.getSpec().getClaimRef().getName())
            && claim
                .getMetadata()
                .getNamespace()
                .equals(volume.getSpec().getClaimRef().getNamespace()))) {
      return false;
    }
    String asked = claim.getSpec().getStorageClassName();
    String has = volume.getSpec().getStorageClassName();
    var resources = claim.getSpec().getResources();
    return (has == null ? "" : has).equals(asked == null ? "" : asked)
        && volume.getMetadata().getDeletionTimestamp() == null
        && volume.getSpec().getAccessModes().containsAll(claim.getSpec().getAccessModes())
        && mode(volume.getSpec().getVolumeMode()).equals(mode(claim.getSpec().getVolumeMode()))
        && (claim.getSpec().getSelector() == null
            || LabelSelector.of(claim.getSpec().getSelector())
                .test(volume.getMetadata().getLabels()))
        && capacity(volume.getSpec().getCapacity())
                .compareTo(capacity(resources == null ? null : resources.getRequests()))
            >= 0;
  }

  private static String mode(@Nullable String volumeMode) {
    return volumeMode == null ? "Filesystem" : volumeMode;
  }

  private static BigDecimal capacity(@Nullable Map<String, Quantity> amounts) {
    return Quantities.value(amounts == null ? null : amounts.get("storage"));
  }

  private static NodeRules rules(PersistentVolume volume) {
    var affinity = volume.getSpec().getNodeAffinity();
    return NodeRules.of(affinity == null ? null : affinity.getRequired());
  }

  private static boolean reaches(Host host, PersistentVolume volume) {
    return rules(volume).allow(host.name(), host.labels());
  }

  /** Why the volumes exclude a node. */
  List<String> refusal(Host host) {
    for (NodeRules rules : reachable) {
      if (!rules.allow(host.name(), host.labels())) {
        return List.of("node(s) didn't match PersistentVolume's node affinity");
      }
    }
    for (Open claim : open) {
      if (!claim.provisioned && claim.on(host).isEmpty()) {
        return List.of("node(s) didn't find available persistent volumes to bind");
      }
    }
    return List.of();
  }
}
