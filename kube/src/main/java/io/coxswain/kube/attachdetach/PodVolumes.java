package io.coxswain.kube.attachdetach;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.CsiName;
import io.coxswain.kube.common.MigratedPlugins;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.kube.common.VolumeSources;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the volumes that must be attached for a pod. */
final class PodVolumes {
  private static final String MIGRATED = "storage.alpha.kubernetes.io/migrated-plugins";
  private static final Set<String> SHARED = Set.of("ReadWriteMany", "ReadOnlyMany");

  private final Reader cache;

  PodVolumes(Reader cache) {
    this.cache = cache;
  }

  /**
   * The volumes of a pod.
   *
   * @param attachable those that must be attached
   * @param unresolved names of PersistentVolumes of which this is not known at present; what is
   *     attached stays
   */
  record Found(List<AttachableVolume> attachable, List<String> unresolved) {}

  /** Whether a pod uses its volumes: it runs, or its containers may still be running. */
  static boolean usesVolumes(Pod pod) {
    return Pods.isAssigned(pod)
        && !Pods.isTerminal(pod)
        && !(Pods.isDeleting(pod) && !mayRun(pod.getStatus()));
  }

  private static boolean mayRun(@Nullable PodStatus status) {
    return status != null
        && (anyRuns(status.getInitContainerStatuses())
            || anyRuns(status.getContainerStatuses())
            || anyRuns(status.getEphemeralContainerStatuses()));
  }

  private static boolean anyRuns(@Nullable List<ContainerStatus> containers) {
    return containers != null
        && containers.stream()
            .map(ContainerStatus::getState)
            .anyMatch(
                state ->
                    state == null || (state.getTerminated() == null && state.getWaiting() == null));
  }

  Found of(Pod pod) throws ApiException {
    var found = new Found(new ArrayList<>(), new ArrayList<>());
    for (Volume volume : VolumeClaims.volumes(pod)) {
      Optional<ObjectKey> claim = VolumeClaims.keyOf(pod, volume);
      if (claim.isPresent()) {
        resolve(pod, volume, claim.get(), found);
      } else {
        VolumeSources.of(volume)
            .map(
                name ->
                    new AttachableVolume(
                        name, volume.getName(), Optional.empty(), Optional.empty(), false))
            .ifPresent(found.attachable()::add);
      }
    }
    return found;
  }

  private void resolve(Pod pod, Volume volume, ObjectKey key, Found found) throws ApiException {
    Optional<PersistentVolumeClaim> claim = cache.get(PersistentVolumeClaim.class, key);
    String name = claim.map(c -> text(c.getSpec().getVolumeName())).orElse("");
    if (claim.isEmpty()
        || name.isEmpty()
        || (volume.getEphemeral() != null && !VolumeClaims.isFor(pod, claim.get()))) {
      return;
    }
    Optional<PersistentVolume> persistent =
        cache
            .get(PersistentVolume.class, ObjectKey.of(name))
            .filter(v -> VolumeClaims.isBound(claim.get(), v));
    if (persistent.isEmpty()) {
      found.unresolved().add(name);
      return;
    }
    Optional<String> unique = VolumeSources.of(persistent.get());
    if (unique.isPresent() && needsAttaching(persistent.get(), Pods.node(pod))) {
      found
          .attachable()
          .add(
              new AttachableVolume(
                  unique.get(),
                  name,
                  Optional.of(name),
                  Optional.of(key),
                  isExclusive(persistent.get())));
    }
  }

  /** Without an access mode it is left to the driver to reject a second node. */
  private static boolean isExclusive(PersistentVolume volume) {
    List<String> modes = volume.getSpec().getAccessModes();
    return modes != null && !modes.isEmpty() && modes.stream().noneMatch(SHARED::contains);
  }

  private boolean needsAttaching(PersistentVolume volume, String node) throws ApiException {
    Optional<CsiName> csi = VolumeSources.csi(volume);
    if (csi.isEmpty()) {
      return true;
    }
    Optional<String> plugin = MigratedPlugins.of(volume);
    if (plugin.isPresent() && !isMigratedOn(node, plugin.get())) {
      return false;
    }
    return cache
        .get(CSIDriver.class, ObjectKey.of(csi.get().driver()))
        .map(driver -> !Boolean.FALSE.equals(driver.getSpec().getAttachRequired()))
        .orElse(true);
  }

  private boolean isMigratedOn(String node, String plugin) throws ApiException {
    return cache
        .get(CSINode.class, ObjectKey.of(node))
        .map(n -> n.getMetadata().getAnnotations())
        .map(annotations -> annotations.getOrDefault(MIGRATED, ""))
        .filter(plugins -> List.of(plugins.split(",")).contains(plugin))
        .isPresent();
  }

  private static String text(@Nullable String value) {
    return Objects.requireNonNullElse(value, "");
  }
}
