package io.coxswain.kube.statefulset;

import io.coxswain.api.ApiException;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Applies a plan to the pods and claims of a set, and records events. */
final class StatefulPodWriter {
  private static final Klog log = Klog.of("statefulset-controller");

  private final Client client;
  private final Recorder events;
  private final StatefulSetObservation seen;
  private final StatefulSet set;
  private final AtomicInteger replaced = new AtomicInteger();
  private final AtomicBoolean waiting = new AtomicBoolean();

  StatefulPodWriter(Client client, Recorder events, StatefulSetObservation seen) {
    this.client = client;
    this.events = events;
    this.seen = seen;
    this.set = seen.set();
  }

  /**
   * Applies the plan as far as possible.
   *
   * @return the first failure
   */
  @Nullable ApiException perform(StatefulSetPlan plan, Reconciliation pass) {
    for (List<List<PodAction>> stage : plan.stages()) {
      ApiException failure = seen.inOrder() ? oneByOne(stage) : sideBySide(stage, pass);
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }

  /** The number of pods of the current revision that were deleted for the update. */
  int replaced() {
    return replaced.get();
  }

  /**
   * Whether a PersistentVolumeClaim is still being deleted. Its deletion triggers no reconcile, so
   * the StatefulSet must be requeued.
   */
  boolean waiting() {
    return waiting.get();
  }

  private @Nullable ApiException oneByOne(List<List<PodAction>> stage) {
    try {
      for (List<PodAction> actions : stage) {
        all(actions);
      }
      return null;
    } catch (ApiException e) {
      return e;
    }
  }

  private @Nullable ApiException sideBySide(List<List<PodAction>> stage, Reconciliation pass) {
    return SlowStart.run(pass, stage, this::all);
  }

  private void all(List<PodAction> actions) throws ApiException {
    for (PodAction action : actions) {
      perform(action);
    }
  }

  private void perform(PodAction action) throws ApiException {
    switch (action) {
      case PodAction.Create(Pod pod) -> create(pod);
      case PodAction.EnsureClaims(Pod pod) -> {
        if (claimsAreThere(pod, "")) {
          alignClaims(pod);
        }
      }
      case PodAction.Repair(Pod pod) -> repair(pod);
      case PodAction.AlignClaims(Pod pod) -> alignClaims(pod);
      case PodAction.Delete(Pod pod) -> {
        if (Ordinals.of(pod) >= Ordinals.of(set).end()) {
          log.info(
              2,
              "Pod of StatefulSet is terminating for scale down",
              "statefulSet",
              set,
              "pod",
              pod);
        }
        delete(pod);
      }
      case PodAction.Replace(Pod pod) -> {
        log.info(2, "Pod of StatefulSet is terminating for update", "statefulSet", set, "pod", pod);
        delete(pod);
        if (StatefulPodFactory.revision(pod).equals(seen.revisions().current().name())) {
          replaced.incrementAndGet();
        }
      }
    }
  }

  private void create(Pod pod) throws ApiException {
    if (!claimsAreThere(pod, "Create")) {
      return;
    }
    try {
      client.create(pod);
      alignClaims(pod);
    } catch (ApiException e) {
      if (SlowStart.namespaceEnds(e)) {
        return;
      }
      if (!(e instanceof ApiException.AlreadyExists)) {
        recordEvent("Create", pod, String.valueOf(e.getMessage()));
      }
      throw e;
    }
    recordEvent("Create", pod, null);
  }

  /**
   * Creates missing claims.
   *
   * @param verb the operation on the pod, for the event of a failure; empty for none
   * @return false if one is being deleted, which must be waited for
   */
  private boolean claimsAreThere(Pod pod, String verb) throws ApiException {
    var troubles = new ArrayList<String>();
    ApiException failure = null;
    for (PersistentVolumeClaim claim : StatefulPodFactory.claims(set, pod)) {
      String name = claim.getMetadata().getName();
      PersistentVolumeClaim existing = seen.claims().get(name);
      if (existing != null && existing.getMetadata().getDeletionTimestamp() != null) {
        troubles.add("pvc " + name + " is being deleted");
      } else if (existing == null) {
        try {
          createClaim(pod, claim);
        } catch (ApiException e) {
          troubles.add("failed to create PVC " + name + ": " + e.getMessage());
          failure = failure == null ? e : failure;
        }
      }
    }
    if (troubles.isEmpty()) {
      return true;
    }
    if (!verb.isEmpty() && (failure == null || !SlowStart.namespaceEnds(failure))) {
      recordEvent(verb, pod, troubles.size() == 1 ? troubles.getFirst() : troubles.toString());
    }
    if (failure != null) {
      throw failure;
    }
    waiting.set(true);
    return false;
  }

  private void createClaim(Pod pod, PersistentVolumeClaim claim) throws ApiException {
    String name = claim.getMetadata().getName();
    String ofPod = pod.getMetadata().getName();
    String ofSet = set.getMetadata().getName();
    try {
      client.create(claim);
    } catch (ApiException e) {
      if (!(e instanceof ApiException.AlreadyExists) && !SlowStart.namespaceEnds(e)) {
        events.warning(
            set,
            "FailedCreate",
            "Create Claim %s for Pod %s in StatefulSet %s failed error: %s",
            name,
            ofPod,
            ofSet,
            String.valueOf(e.getMessage()));
      }
      throw e;
    }
    events.normal(
        set,
        "SuccessfulCreate",
        "Create Claim %s Pod %s in StatefulSet %s success",
        name,
        ofPod,
        ofSet);
  }

  /** Claims that were just created are checked in the next reconcile, when the cache shows them. */
  private void alignClaims(Pod pod) throws ApiException {
    var claims = new StatefulPodClaims(seen, pod);
    ClaimOwners owners = claims.owners();
    for (PersistentVolumeClaim claim : claims.existing()) {
      if (owners.hasConflict(claim)) {
        events.warning(
            set,
            "ConflictingController",
            "PersistentVolumeClaim %s has a conflicting OwnerReference that acts as a manging"
                + " controller, the retention policy is ignored for this claim",
            claim.getMetadata().getName());
      }
      if (!owners.areRight(claim)) {
        client.patch(claim, owners::set);
      }
    }
  }

  private void repair(Pod pod) throws ApiException {
    if (!StatefulPodFactory.hasStorage(set, pod) && !claimsAreThere(pod, "Update")) {
      return;
    }
    try {
      alignClaims(pod);
      client.patch(
          pod,
          p -> {
            if (!StatefulPodFactory.hasIdentity(set, p)) {
              StatefulPodFactory.giveIdentity(set, p);
            }
            if (!StatefulPodFactory.hasStorage(set, p)) {
              StatefulPodFactory.giveStorage(set, p);
            }
          });
    } catch (ApiException.Conflict e) {
      throw e; // outdated cache: resolved by the next reconcile
    } catch (ApiException e) {
      recordEvent("Update", pod, String.valueOf(e.getMessage()));
      throw e;
    }
    recordEvent("Update", pod, null);
  }

  private void delete(Pod pod) throws ApiException {
    try {
      client.delete(pod, Deletion.byDefault());
    } catch (ApiException e) {
      recordEvent("Delete", pod, String.valueOf(e.getMessage()));
      throw e;
    }
    recordEvent("Delete", pod, null);
  }

  private void recordEvent(String verb, Pod pod, @Nullable String failure) {
    String name = pod.getMetadata().getName();
    String owner = set.getMetadata().getName();
    if (failure == null) {
      events.normal(
          set, "Successful" + verb, "%s Pod %s in StatefulSet %s successful", verb, name, owner);
    } else {
      events.warning(
          set,
          "Failed" + verb,
          "%s Pod %s in StatefulSet %s failed error: %s",
          verb,
          name,
          owner,
          failure);
    }
  }
}
