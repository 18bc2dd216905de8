package io.coxswain.kube.volumebinder;

import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Predicates and getters for volumes and claims. */
final class Volumes {
  static final String AVAILABLE = "Available";
  static final String BOUND = "Bound";
  static final String RELEASED = "Released";
  static final String FAILED = "Failed";
  static final String PENDING = "Pending";
  static final String LOST = "Lost";
  private static final String STORAGE = "storage";

  private Volumes() {}

  static String name(PersistentVolume volume) {
    return volume.getMetadata().getName();
  }

  static String key(PersistentVolumeClaim claim) {
    return claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName();
  }

  static String key(ObjectReference claim) {
    return claim.getNamespace() + "/" + claim.getName();
  }

  /** The class of a claim; empty for none. */
  static String classOf(PersistentVolumeClaim claim) {
    String beta = Annotations.of(claim).get(Annotations.CLASS);
    return beta != null ? beta : text(claim.getSpec().getStorageClassName());
  }

  static String classOf(PersistentVolume volume) {
    String beta = Annotations.of(volume).get(Annotations.CLASS);
    return beta != null ? beta : text(volume.getSpec().getStorageClassName());
  }

  /** Whether the claim sets a class, even an empty one. */
  static boolean saysClass(PersistentVolumeClaim claim) {
    return Annotations.has(claim, Annotations.CLASS)
        || claim.getSpec().getStorageClassName() != null;
  }

  static boolean isBindCompleted(PersistentVolumeClaim claim) {
    return Annotations.has(claim, Annotations.BIND_COMPLETED);
  }

  static String volumeName(PersistentVolumeClaim claim) {
    return text(claim.getSpec().getVolumeName());
  }

  static String phase(PersistentVolume volume) {
    return volume.getStatus() == null ? "" : text(volume.getStatus().getPhase());
  }

  static String phase(PersistentVolumeClaim claim) {
    return claim.getStatus() == null ? "" : text(claim.getStatus().getPhase());
  }

  static Optional<ObjectReference> claimRef(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getClaimRef());
  }

  /** Whether the volume is reserved for or bound to this claim. */
  static boolean isFor(PersistentVolume volume, PersistentVolumeClaim claim) {
    return claimRef(volume)
        .filter(ref -> key(ref).equals(key(claim)))
        .filter(
            ref ->
                text(ref.getUid()).isEmpty() || ref.getUid().equals(claim.getMetadata().getUid()))
        .isPresent();
  }

  static BigDecimal request(PersistentVolumeClaim claim) {
    return claim.getSpec().getResources() == null
        ? BigDecimal.ZERO
        : storage(claim.getSpec().getResources().getRequests());
  }

  static BigDecimal capacity(PersistentVolume volume) {
    return storage(volume.getSpec().getCapacity());
  }

  private static BigDecimal storage(@Nullable Map<String, Quantity> resources) {
    return Quantities.value(resources == null ? null : resources.get(STORAGE));
  }

  static boolean sameMode(PersistentVolume volume, PersistentVolumeClaim claim) {
    return mode(volume.getSpec().getVolumeMode()).equals(mode(claim.getSpec().getVolumeMode()));
  }

  private static String mode(@Nullable String mode) {
    return mode == null ? "Filesystem" : mode;
  }

  static boolean sameAttributesClass(PersistentVolume volume, PersistentVolumeClaim claim) {
    return text(volume.getSpec().getVolumeAttributesClassName())
        .equals(text(claim.getSpec().getVolumeAttributesClassName()));
  }

  static List<String> accessModes(PersistentVolume volume) {
    List<String> modes = volume.getSpec().getAccessModes();
    return modes == null ? List.of() : modes;
  }

  static boolean hasAccessModes(PersistentVolume volume, PersistentVolumeClaim claim) {
    List<String> wanted = claim.getSpec().getAccessModes();
    return wanted == null || accessModes(volume).containsAll(wanted);
  }

  static boolean isDeleting(PersistentVolume volume) {
    return volume.getMetadata().getDeletionTimestamp() != null;
  }

  static String text(@Nullable String value) {
    return Objects.requireNonNullElse(value, "");
  }
}
