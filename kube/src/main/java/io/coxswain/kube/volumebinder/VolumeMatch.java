package io.coxswain.kube.volumebinder;

import io.coxswain.api.LabelSelector;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the best volume for a claim. */
final class VolumeMatch {
  private VolumeMatch() {}

  /**
   * The best volume: with the fewest additional access modes; among those, one that is reserved for
   * the claim, else the smallest that is large enough.
   *
   * @param delayed whether the scheduler selects the volume; then only a reserved one counts
   */
  static Optional<PersistentVolume> best(
      PersistentVolumeClaim claim, List<PersistentVolume> volumes, boolean delayed) {
    var byModes = new TreeMap<List<String>, List<PersistentVolume>>(VolumeMatch::fewerFirst);
    for (PersistentVolume volume : volumes) {
      if (Volumes.hasAccessModes(volume, claim)) {
        byModes
            .computeIfAbsent(
                List.copyOf(new TreeSet<>(Volumes.accessModes(volume))), m -> new ArrayList<>())
            .add(volume);
      }
    }
    for (List<PersistentVolume> group : byModes.values()) {
      Optional<PersistentVolume> match = bestAmong(claim, group, delayed);
      if (match.isPresent()) {
        return match;
      }
    }
    return Optional.empty();
  }

  private static int fewerFirst(List<String> one, List<String> other) {
    return one.size() != other.size()
        ? Integer.compare(one.size(), other.size())
        : one.toString().compareTo(other.toString());
  }

  private static Optional<PersistentVolume> bestAmong(
      PersistentVolumeClaim claim, List<PersistentVolume> volumes, boolean delayed) {
    List<PersistentVolume> usable = volumes.stream().filter(v -> isUsable(v, claim)).toList();
    Optional<PersistentVolume> kept =
        usable.stream().filter(v -> Volumes.isFor(v, claim)).findFirst();
    if (kept.isPresent() || delayed) {
      return kept;
    }
    return usable.stream()
        .filter(v -> isFree(v, claim))
        .min(Comparator.comparing(Volumes::capacity).thenComparing(Volumes::name));
  }

  private static boolean isUsable(PersistentVolume volume, PersistentVolumeClaim claim) {
    return (Volumes.claimRef(volume).isEmpty() || Volumes.isFor(volume, claim))
        && Volumes.capacity(volume).compareTo(Volumes.request(claim)) >= 0
        && Volumes.sameMode(volume, claim)
        && Volumes.sameAttributesClass(volume, claim)
        && !Volumes.isDeleting(volume);
  }

  private static boolean isFree(PersistentVolume volume, PersistentVolumeClaim claim) {
    return Volumes.phase(volume).equals(Volumes.AVAILABLE)
        && isSelected(volume, claim)
        && Volumes.classOf(volume).equals(Volumes.classOf(claim));
  }

  private static boolean isSelected(PersistentVolume volume, PersistentVolumeClaim claim) {
    return claim.getSpec().getSelector() == null
        || LabelSelector.of(claim.getSpec().getSelector()).test(volume.getMetadata().getLabels());
  }

  /** Why a claim cannot be bound to the volume it refers to; null if it can. */
  static @Nullable String objection(PersistentVolume volume, PersistentVolumeClaim claim) {
    if (Volumes.isDeleting(volume)) {
      return "the volume is marked for deletion \"" + Volumes.name(volume) + "\"";
    }
    if (Volumes.capacity(volume).compareTo(Volumes.request(claim)) < 0) {
      return "requested PV is too small";
    }
    if (!Volumes.classOf(volume).equals(Volumes.classOf(claim))) {
      return "storageClassName does not match";
    }
    if (!Volumes.sameAttributesClass(volume, claim)) {
      return "volumeAttributesClassName does not match";
    }
    if (!Volumes.sameMode(volume, claim)) {
      return "incompatible volumeMode";
    }
    return Volumes.hasAccessModes(volume, claim) ? null : "incompatible accessMode";
  }
}
