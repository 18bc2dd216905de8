package io.coxswain.kube.volumebinder;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The action for a claim. */
sealed interface VolumeClaimPlan {

  /** Binds it to the volume, or completes the binding. */
  record Bind(PersistentVolume volume) implements VolumeClaimPlan {}

  /** Sets the default class, which was created after it. */
  record AssignClass(String name) implements VolumeClaimPlan {}

  /** Provisions a volume for it. */
  record Provision() implements VolumeClaimPlan {}

  /** Waits, and reports the reason. */
  record Wait(@Nullable Notice notice) implements VolumeClaimPlan {}

  /** Its volume is lost. */
  record Lose(Notice notice) implements VolumeClaimPlan {}

  /** The claim is in a state this controller never creates; reports it and does nothing. */
  record Refuse(Notice notice, String problem) implements VolumeClaimPlan {}

  /** An event to record. */
  record Notice(boolean warning, String reason, String message) {}

  /**
   * The state from which the plan is made.
   *
   * @param candidates volumes that may match
   * @param named the existing volume that it refers to, if any
   * @param delayed whether its class waits for a consumer
   * @param defaultClass for claims without a class
   * @param waitingPods pods that use it and are not bound yet
   */
  record Facts(
      PersistentVolumeClaim claim,
      List<PersistentVolume> candidates,
      Optional<PersistentVolume> named,
      boolean delayed,
      Optional<String> defaultClass,
      List<String> waitingPods) {}

  static VolumeClaimPlan of(Facts facts) {
    PersistentVolumeClaim claim = facts.claim();
    if (Volumes.isBindCompleted(claim)) {
      return ofBound(facts);
    }
    return Volumes.volumeName(claim).isEmpty() ? ofUnbound(facts) : ofNaming(facts);
  }

  private static VolumeClaimPlan ofUnbound(Facts facts) {
    PersistentVolumeClaim claim = facts.claim();
    Optional<PersistentVolume> match = VolumeMatch.best(claim, facts.candidates(), facts.delayed());
    if (match.isPresent()) {
      return new Bind(match.get());
    }
    if (!Volumes.saysClass(claim) && facts.defaultClass().isPresent()) {
      return new AssignClass(facts.defaultClass().get());
    }
    if (facts.delayed() && !Annotations.has(claim, Annotations.SELECTED_NODE)) {
      return new Wait(firstConsumer(facts.waitingPods()));
    }
    if (!Volumes.classOf(claim).isEmpty()) {
      return new Provision();
    }
    return new Wait(
        new Notice(
            false,
            "FailedBinding",
            "no persistent volumes available for this claim and no storage class is set"));
  }

  private static Notice firstConsumer(List<String> pods) {
    return switch (pods.size()) {
      case 0 ->
          new Notice(
              false,
              "WaitForFirstConsumer",
              "waiting for first consumer to be created before binding");
      case 1 ->
          new Notice(
              false,
              "WaitForPodScheduled",
              "waiting for pod " + pods.getFirst() + " to be scheduled");
      default ->
          new Notice(
              false,
              "WaitForPodScheduled",
              "waiting for pods " + String.join(",", pods) + " to be scheduled");
    };
  }

  private static VolumeClaimPlan ofNaming(Facts facts) {
    PersistentVolumeClaim claim = facts.claim();
    if (facts.named().isEmpty()) {
      return new Wait(null);
    }
    PersistentVolume volume = facts.named().get();
    if (Volumes.isFor(volume, claim)) {
      return new Bind(volume);
    }
    if (Volumes.claimRef(volume).isEmpty()) {
      String objection = VolumeMatch.objection(volume, claim);
      return objection == null
          ? new Bind(volume)
          : new Wait(
              new Notice(
                  true,
                  "VolumeMismatch",
                  "Cannot bind to requested volume \"%s\": %s"
                      .formatted(Volumes.name(volume), objection)));
    }
    var taken =
        new Notice(
            true,
            "FailedBinding",
            "volume \"%s\" already bound to a different claim.".formatted(Volumes.name(volume)));
    if (!Annotations.has(claim, Annotations.BOUND_BY_CONTROLLER)) {
      return new Wait(taken);
    }
    return new Refuse(
        taken,
        "invalid binding of claim \"%s\" to volume \"%s\": volume already claimed by \"%s\""
            .formatted(
                Volumes.key(claim),
                Volumes.name(volume),
                Volumes.key(volume.getSpec().getClaimRef())));
  }

  private static VolumeClaimPlan ofBound(Facts facts) {
    PersistentVolumeClaim claim = facts.claim();
    if (Volumes.volumeName(claim).isEmpty()) {
      return new Lose(
          new Notice(
              true,
              "ClaimLost",
              "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!"));
    }
    if (facts.named().isEmpty()) {
      return new Lose(
          new Notice(
              true,
              "ClaimLost",
              "Bound claim has lost its PersistentVolume. Data on the volume is lost!"));
    }
    PersistentVolume volume = facts.named().get();
    boolean free = Volumes.claimRef(volume).isEmpty();
    if (free || claim.getMetadata().getUid().equals(volume.getSpec().getClaimRef().getUid())) {
      return new Bind(volume);
    }
    return new Lose(
        new Notice(
            true,
            "ClaimMisbound",
            "Two claims are bound to the same volume, this one is bound incorrectly"));
  }
}
