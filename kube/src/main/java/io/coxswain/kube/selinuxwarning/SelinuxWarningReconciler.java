package io.coxswain.kube.selinuxwarning;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.CsiName;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.kube.common.VolumeSources;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Observes how a pod uses its volumes, and reports the conflicts with other pods. */
final class SelinuxWarningReconciler implements Reconciler<ObjectKey> {
  private final Reader cache;
  private final Recorder events;
  private final VolumeUsers users;

  SelinuxWarningReconciler(Reader cache, Recorder events, VolumeUsers users) {
    this.cache = cache;
    this.events = events;
    this.users = users;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Pod> pod = cache.get(Pod.class, key).filter(p -> !Pods.isTerminal(p));
    if (pod.isEmpty()) {
      users.forget(key);
      return Outcome.done();
    }
    for (VolumeConflict conflict : users.put(key, uses(pod.get()))) {
      Optional<Pod> about = cache.get(Pod.class, conflict.pod());
      if (about.isPresent()) {
        events.normal(about.get(), conflict.reason(), "%s", conflict.message());
      }
    }
    return Outcome.done();
  }

  /** By the unique name of the volume. */
  private SortedMap<String, VolumeUsers.Use> uses(Pod pod) throws ApiException {
    var uses = new TreeMap<String, VolumeUsers.Use>();
    SortedMap<String, List<SelinuxLabel>> labels = MountedVolumes.labels(pod);
    for (Volume volume : VolumeClaims.volumes(pod)) {
      List<SelinuxLabel> distinct = labels.get(volume.getName());
      if (distinct == null) {
        continue; // no container mounts it
      }
      Optional<ObjectKey> claim = VolumeClaims.keyOf(pod, volume);
      Optional<PersistentVolume> persistent =
          claim.isPresent() ? find(pod, volume, claim.get()) : Optional.empty();
      if (claim.isPresent() && persistent.isEmpty()) {
        continue; // the events of claims and volumes lead back here
      }
      if (distinct.size() > 1) {
        events.warning(
            pod,
            "MultipleSELinuxLabels",
            "Volume \"%s\" is mounted twice with different SELinux labels inside this pod",
            volume.getName());
        continue;
      }
      SelinuxLabel label = distinct.isEmpty() ? SelinuxLabel.NONE : distinct.getFirst();
      Optional<String> unique =
          persistent.isPresent() ? VolumeSources.of(persistent.get()) : VolumeSources.of(volume);
      if (unique.isPresent()) {
        String driver = CsiName.find(unique.get()).map(CsiName::driver).orElse("");
        uses.put(unique.get(), MountedVolumes.use(pod, label, isMountable(driver), driver));
      }
    }
    return uses;
  }

  private Optional<PersistentVolume> find(Pod pod, Volume volume, ObjectKey key)
      throws ApiException {
    Optional<PersistentVolumeClaim> claim =
        cache
            .get(PersistentVolumeClaim.class, key)
            .filter(c -> volume.getEphemeral() == null || VolumeClaims.isFor(pod, c));
    String name = claim.map(c -> c.getSpec().getVolumeName()).orElse("");
    return claim.isEmpty() || name.isEmpty()
        ? Optional.empty()
        : cache
            .get(PersistentVolume.class, ObjectKey.of(name))
            .filter(v -> VolumeClaims.isBound(claim.get(), v));
  }

  /** Whether volumes can be mounted with a label: Fibre Channel, iSCSI and some CSI drivers. */
  private boolean isMountable(String driver) throws ApiException {
    return driver.isEmpty()
        || cache
            .get(CSIDriver.class, ObjectKey.of(driver))
            .filter(SelinuxWarningController::mountsLabels)
            .isPresent();
  }
}
