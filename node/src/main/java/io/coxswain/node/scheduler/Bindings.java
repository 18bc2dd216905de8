package io.coxswain.node.scheduler;

import io.coxswain.api.ApiException;
import io.coxswain.api.Conditions;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.events.ActionRecorder;
import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes what was decided. */
final class Bindings {
  private static final String SCHEDULED = "PodScheduled";
  private static final String DISRUPTED = "DisruptionTarget";

  private final Client client;
  private final Client untracked;
  private final ActionRecorder recorder;

  Bindings(Client client, ActionRecorder recorder) {
    this.client = client;
    this.untracked = client.untracked();
    this.recorder = recorder;
  }

  /** How far the volumes of a pod are that has a node. */
  enum Progress {
    COMING,
    READY,
    /** The provisioner cannot create a volume for this node. */
    REFUSED
  }

  /** Gives the pod its node; false when it could not be, for now or for good. */
  boolean bind(PodFacts pod) {
    ObjectKey key = pod.key();
    Binding binding =
        new BindingBuilder()
            .withNewMetadata()
            .withNamespace(key.namespace())
            .withName(key.name())
            .withUid(pod.uid())
            .endMetadata()
            .withNewTarget()
            .withApiVersion("v1")
            .withKind("Node")
            .withName(pod.node())
            .endTarget()
            .build();
    if (!send(pod, binding)) {
      return false;
    }
    recorder.normal(
        reference(pod),
        "Scheduled",
        "Binding",
        "Successfully assigned %s/%s to %s",
        key.namespace(),
        key.name(),
        pod.node());
    return true;
  }

  /**
   * The scheduler itself knows which pods it has bound, so that no cycle waits for the cache; the
   * response does not contain the version, so each pod would have to be read for that. But a pod
   * whose binding has an unknown result is waited for: otherwise its resources would be given away.
   */
  private boolean send(PodFacts pod, Binding binding) {
    try {
      untracked.createSubresource(reference(pod), "binding", binding);
      return true;
    } catch (ApiException e) {
      return false; // deleted, bound or replaced meanwhile, or no answer: the cache will tell
    }
  }

  /** Enough of the pod to name it. */
  private static Pod reference(PodFacts pod) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(pod.key().namespace())
        .withName(pod.key().name())
        .withUid(pod.uid())
        .endMetadata()
        .build();
  }

  /** Requests volumes on the pod's node for its unbound claims. */
  boolean prepareVolumes(SchedulingDecisions.Bind bind, Host host) {
    try {
      for (VolumeConstraints.Open open : bind.volumes().open()) {
        Optional<PersistentVolume> there = open.on(host);
        if (there.isPresent()) {
          claim(there.get(), open.claim());
        } else {
          client.patch(open.claim(), claim -> select(claim, host.name()));
        }
      }
      return true;
    } catch (ApiException e) {
      return false; // claim or volume have changed: decide anew
    }
  }

  private void claim(PersistentVolume volume, PersistentVolumeClaim claim) throws ApiException {
    client.patch(
        volume,
        v ->
            v.getSpec()
                .setClaimRef(
                    new ObjectReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("PersistentVolumeClaim")
                        .withNamespace(claim.getMetadata().getNamespace())
                        .withName(claim.getMetadata().getName())
                        .withUid(claim.getMetadata().getUid())
                        .withResourceVersion(claim.getMetadata().getResourceVersion())
                        .build()));
  }

  private static void select(PersistentVolumeClaim claim, String node) {
    Map<String, String> annotations =
        claim.getMetadata().getAnnotations() == null
            ? new LinkedHashMap<>()
            : new LinkedHashMap<>(claim.getMetadata().getAnnotations());
    annotations.put(VolumeConstraints.SELECTED_NODE, node);
    claim.getMetadata().setAnnotations(annotations);
  }

  Progress volumesOf(SchedulingDecisions.Bind bind) throws ApiException {
    boolean all = true;
    for (VolumeConstraints.Open open : bind.volumes().open()) {
      ObjectKey key = ObjectKey.of(open.claim());
      PersistentVolumeClaim claim = client.get(PersistentVolumeClaim.class, key).orElse(null);
      if (claim == null
          || !claim.getMetadata().getUid().equals(open.claim().getMetadata().getUid())) {
        return Progress.REFUSED;
      }
      if (!VolumeConstraints.isBound(claim)) {
        all = false;
        // The cache may not show the annotation yet; its going away shows as a later version.
        boolean changed =
            !claim
                .getMetadata()
                .getResourceVersion()
                .equals(open.claim().getMetadata().getResourceVersion());
        Map<String, String> annotations = claim.getMetadata().getAnnotations();
        boolean selected =
            annotations != null && annotations.containsKey(VolumeConstraints.SELECTED_NODE);
        if (changed && !selected && open.fitting().isEmpty()) {
          return Progress.REFUSED;
        }
      }
    }
    return all ? Progress.READY : Progress.COMING;
  }

  /** Records why a pod has no node; false if that could not be written. */
  boolean explain(PodFacts pod, String message, String nominated, Instant now) {
    try {
      Optional<Pod> seen = client.get(Pod.class, pod.key());
      if (seen.isEmpty() || !seen.get().getMetadata().getUid().equals(pod.uid())) {
        return true;
      }
      boolean known =
          seen.get().getStatus() != null
              && seen.get().getStatus().getConditions().stream()
                  .anyMatch(c -> SCHEDULED.equals(c.getType()) && message.equals(c.getMessage()));
      if (known && nominated.isEmpty()) {
        return true;
      }
      PodCondition condition =
          new PodConditionBuilder()
              .withType(SCHEDULED)
              .withStatus("False")
              .withReason("Unschedulable")
              .withMessage(message)
              .build();
      client.patchStatus(
          seen.get(),
          p -> {
            put(p, condition, now);
            if (!nominated.isEmpty()) {
              p.getStatus().setNominatedNodeName(nominated);
            }
          });
      recorder.warning(seen.get(), "FailedScheduling", "Scheduling", "%s", message);
      return true;
    } catch (ApiException e) {
      return false; // the pod has changed since
    }
  }

  private static void put(Pod pod, PodCondition condition, Instant now) {
    condition.setObservedGeneration(pod.getMetadata().getGeneration());
    condition.setLastTransitionTime(Timestamps.format(now));
    pod.getStatus().setConditions(Conditions.POD.with(pod.getStatus().getConditions(), condition));
  }

  /** Evicts the victims and records the preemptor; false if one of them could not be evicted. */
  boolean preempt(SchedulingDecisions.Preempt preempt, String scheduler, Instant now) {
    PodFacts pod = preempt.pod();
    for (PodFacts victim : preempt.how().victims()) {
      try {
        Optional<Pod> seen = client.get(Pod.class, victim.key());
        if (seen.isEmpty() || !seen.get().getMetadata().getUid().equals(victim.uid())) {
          continue;
        }
        PodCondition condition =
            new PodConditionBuilder()
                .withType(DISRUPTED)
                .withStatus("True")
                .withReason("PreemptionByScheduler")
                .withMessage(scheduler + ": preempting to accommodate a higher priority pod")
                .build();
        Pod marked = client.patchStatus(seen.get(), p -> put(p, condition, now));
        client.delete(marked, Deletion.byDefault());
        recorder.record(
            marked,
            reference(pod),
            "Normal",
            "Preempted",
            "Preempting",
            "Preempted by pod %s on node %s".formatted(pod.uid(), preempt.how().node()));
      } catch (ApiException e) {
        return false;
      }
    }
    // Untold, it still gets the room: that is promised to it here.
    explain(pod, preempt.message(), preempt.how().node(), now);
    return true;
  }
}
