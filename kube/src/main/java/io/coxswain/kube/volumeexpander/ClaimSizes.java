package io.coxswain.kube.volumeexpander;

import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sizes in claims and volumes. */
final class ClaimSizes {
  static final String STORAGE = "storage";

  private ClaimSizes() {}

  static boolean isBound(PersistentVolumeClaim claim) {
    return claim.getStatus() != null && "Bound".equals(claim.getStatus().getPhase());
  }

  static BigDecimal requested(PersistentVolumeClaim claim) {
    return Quantities.value(request(claim).orElse(null));
  }

  static Optional<Quantity> request(PersistentVolumeClaim claim) {
    return claim.getSpec().getResources() == null
        ? Optional.empty()
        : storage(claim.getSpec().getResources().getRequests());
  }

  static BigDecimal capacity(PersistentVolumeClaim claim) {
    return Quantities.value(recordedCapacity(claim).orElse(null));
  }

  static Optional<Quantity> recordedCapacity(PersistentVolumeClaim claim) {
    PersistentVolumeClaimStatus status = claim.getStatus();
    return status == null ? Optional.empty() : storage(status.getCapacity());
  }

  /** The size of the expansion that is in progress. */
  static Optional<Quantity> allocated(PersistentVolumeClaim claim) {
    PersistentVolumeClaimStatus status = claim.getStatus();
    return status == null ? Optional.empty() : storage(status.getAllocatedResources());
  }

  /** The state of the expansion; empty for none. */
  static String resizeStatus(PersistentVolumeClaim claim) {
    PersistentVolumeClaimStatus status = claim.getStatus();
    return status == null || status.getAllocatedResourceStatuses() == null
        ? ""
        : status.getAllocatedResourceStatuses().getOrDefault(STORAGE, "");
  }

  static BigDecimal capacity(PersistentVolume volume) {
    return Quantities.value(storage(volume.getSpec().getCapacity()).orElse(null));
  }

  private static Optional<Quantity> storage(@Nullable Map<String, Quantity> resources) {
    return resources == null ? Optional.empty() : Optional.ofNullable(resources.get(STORAGE));
  }
}
