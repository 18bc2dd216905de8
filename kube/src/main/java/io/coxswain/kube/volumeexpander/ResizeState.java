package io.coxswain.kube.volumeexpander;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimCondition;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimConditionBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records the progress of an expansion in the status of the given claim object only. */
final class ResizeState {
  private static final String RESIZING = "Resizing";
  private static final String FILE_SYSTEM_PENDING = "FileSystemResizePending";
  private static final Set<String> OF_RESIZING =
      Set.of(RESIZING, FILE_SYSTEM_PENDING, "ControllerResizeError", "NodeResizeError");

  private ResizeState() {}

  static void begin(PersistentVolumeClaim claim, Quantity size, Instant now) {
    setCondition(claim, Optional.of(condition(RESIZING, null, now)), false);
    setResizeStatus(claim, VolumeExpanderPlan.RESIZE_IN_PROGRESS);
    Map<String, Quantity> allocated = copy(claim.getStatus().getAllocatedResources());
    allocated.put(ClaimSizes.STORAGE, size);
    claim.getStatus().setAllocatedResources(allocated);
  }

  static void awaitNode(PersistentVolumeClaim claim, Instant now) {
    setCondition(
        claim,
        Optional.of(
            condition(
                FILE_SYSTEM_PENDING,
                "Waiting for user to (re-)start a pod to finish file system resize of volume on"
                    + " node.",
                now)),
        true);
    setResizeStatus(claim, VolumeExpanderPlan.NODE_PENDING);
  }

  static void finish(PersistentVolumeClaim claim) {
    setCondition(claim, Optional.empty(), false);
    Map<String, String> statuses = copy(claim.getStatus().getAllocatedResourceStatuses());
    statuses.remove(ClaimSizes.STORAGE);
    claim.getStatus().setAllocatedResourceStatuses(statuses);
  }

  private static void setResizeStatus(PersistentVolumeClaim claim, String status) {
    Map<String, String> statuses = copy(claim.getStatus().getAllocatedResourceStatuses());
    statuses.put(ClaimSizes.STORAGE, status);
    claim.getStatus().setAllocatedResourceStatuses(statuses);
  }

  /**
   * Sets a condition, keeping its transition time if its status stays.
   *
   * @param keepsOthers whether other conditions of resizing stay
   */
  private static void setCondition(
      PersistentVolumeClaim claim,
      Optional<PersistentVolumeClaimCondition> wanted,
      boolean keepsOthers) {
    PersistentVolumeClaimStatus status = claim.getStatus();
    var conditions = new ArrayList<PersistentVolumeClaimCondition>();
    boolean isSet = false;
    for (PersistentVolumeClaimCondition each :
        status.getConditions() == null
            ? List.<PersistentVolumeClaimCondition>of()
            : status.getConditions()) {
      if (wanted.filter(w -> w.getType().equals(each.getType())).isPresent()) {
        boolean stays = wanted.get().getStatus().equals(each.getStatus());
        conditions.add(stays ? each : wanted.get());
        isSet = true;
      } else if (keepsOthers || !OF_RESIZING.contains(each.getType())) {
        conditions.add(each);
      }
    }
    if (!isSet) {
      wanted.ifPresent(conditions::add);
    }
    status.setConditions(conditions);
  }

  private static PersistentVolumeClaimCondition condition(
      String type, @Nullable String message, Instant now) {
    return new PersistentVolumeClaimConditionBuilder()
        .withType(type)
        .withStatus("True")
        .withMessage(message)
        .withLastTransitionTime(Timestamps.format(now))
        .build();
  }

  private static <V> Map<String, V> copy(@Nullable Map<String, V> resources) {
    return resources == null ? new TreeMap<>() : new TreeMap<>(resources);
  }
}
