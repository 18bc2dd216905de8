package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Binds a claim to a volume. */
final class VolumeClaimReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder events;
  private final VolumeBinderOptions options;
  private final Binding binding;
  private final Provisioning provisioning;
  private final StorageClasses classes;
  private final VolumeAssumeCache own;
  private final VolumeMetrics metrics;

  VolumeClaimReconciler(
      Client client,
      Recorder events,
      VolumeBinderOptions options,
      Binding binding,
      Provisioning provisioning,
      VolumeAssumeCache own,
      VolumeMetrics metrics) {
    this.client = client;
    this.events = events;
    this.options = options;
    this.binding = binding;
    this.provisioning = provisioning;
    this.classes = new StorageClasses(client);
    this.own = own;
    this.metrics = metrics;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<PersistentVolumeClaim> found = client.get(PersistentVolumeClaim.class, key);
    if (found.isEmpty()) {
      return Outcome.done();
    }
    PersistentVolumeClaim claim = markMigration(found.get());
    VolumeClaimPlan plan = VolumeClaimPlan.of(observe(claim));
    return apply(claim, plan, pass);
  }

  private PersistentVolumeClaim markMigration(PersistentVolumeClaim claim) throws ApiException {
    String provisioner =
        Annotations.of(claim)
            .getOrDefault(
                Annotations.PROVISIONER,
                Annotations.of(claim).getOrDefault(Annotations.BETA_PROVISIONER, ""));
    return provisioner.isEmpty() ? claim : client.patch(claim, c -> Migration.mark(c, provisioner));
  }

  private VolumeClaimPlan.Facts observe(PersistentVolumeClaim claim) throws ApiException {
    String named = Volumes.volumeName(claim);
    boolean searches = named.isEmpty() && !Volumes.isBindCompleted(claim);
    Optional<StorageClass> storageClass =
        searches ? classes.find(Volumes.classOf(claim)) : Optional.empty();
    boolean delayed = storageClass.filter(StorageClasses::isDelayed).isPresent();
    return new VolumeClaimPlan.Facts(
        claim,
        searches ? candidates(claim) : List.of(),
        named.isEmpty()
            ? Optional.empty()
            : client.get(PersistentVolume.class, ObjectKey.of(named)),
        delayed,
        searches && !Volumes.saysClass(claim) ? classes.findDefault() : Optional.empty(),
        delayed ? waitingPods(claim) : List.of());
  }

  /** Volumes reserved for the claim, and unbound volumes of its class. */
  private List<PersistentVolume> candidates(PersistentVolumeClaim claim) throws ApiException {
    var volumes = new ArrayList<PersistentVolume>();
    volumes.addAll(
        client.list(PersistentVolume.class).by(VolumeIndexes.CLAIM, Volumes.key(claim)).toList());
    volumes.addAll(
        client
            .list(PersistentVolume.class)
            .by(VolumeIndexes.FREE_OF_CLASS, Volumes.classOf(claim))
            .toList());
    return volumes.stream().map(own::newest).toList();
  }

  private List<String> waitingPods(PersistentVolumeClaim claim) throws ApiException {
    return client.list(Pod.class).by(PodIndexes.BY_CLAIM, Volumes.key(claim)).toList().stream()
        .filter(pod -> Volumes.text(pod.getSpec().getNodeName()).isEmpty())
        .filter(pod -> !isTerminated(pod))
        .map(pod -> pod.getMetadata().getName())
        .toList();
  }

  /** A pod without a node runs nothing, so it is finished as soon as it is deleted. */
  private static boolean isTerminated(Pod pod) {
    String phase = pod.getStatus() == null ? "" : Volumes.text(pod.getStatus().getPhase());
    return phase.equals("Succeeded")
        || phase.equals("Failed")
        || pod.getMetadata().getDeletionTimestamp() != null;
  }

  private Outcome apply(PersistentVolumeClaim claim, VolumeClaimPlan plan, Reconciliation pass)
      throws ApiException {
    switch (plan) {
      case VolumeClaimPlan.Bind(PersistentVolume volume) -> {
        binding.bind(volume, claim);
        return Outcome.done();
      }
      case VolumeClaimPlan.AssignClass(String name) -> {
        assignClass(claim, name);
        return Outcome.done();
      }
      case VolumeClaimPlan.Provision provision -> provisioning.provision(claim);
      case VolumeClaimPlan.Wait(var notice) -> {
        if (notice != null) {
          recordEvent(claim, notice);
        }
        binding.setPhase(claim, Volumes.PENDING, null);
      }
      case VolumeClaimPlan.Lose(var notice) -> {
        if (!Volumes.phase(claim).equals(Volumes.LOST)) {
          recordEvent(binding.setPhase(claim, Volumes.LOST, null), notice);
        }
        return Outcome.done();
      }
      case VolumeClaimPlan.Refuse(var notice, String problem) -> {
        recordEvent(claim, notice);
        pass.log().atError().addKeyValue("err", problem).log("Unexpected state of claim");
      }
    }
    return Outcome.after(options.syncPeriod());
  }

  private void assignClass(PersistentVolumeClaim claim, String name) throws ApiException {
    try {
      client.patch(claim, c -> c.getSpec().setStorageClassName(name));
      metrics.assignedClass();
    } catch (ApiException e) {
      metrics.couldNotAssignClass();
      throw e;
    }
  }

  private void recordEvent(PersistentVolumeClaim claim, VolumeClaimPlan.Notice notice) {
    if (notice.warning()) {
      events.warning(claim, notice.reason(), "%s", notice.message());
    } else {
      events.normal(claim, notice.reason(), "%s", notice.message());
    }
  }
}
