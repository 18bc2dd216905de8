package io.coxswain.kube.volumeprotection;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.storage.VolumeAttributesClass;
import java.util.Collection;
import java.util.List;

/** Registers the controllers that protect claims, volumes and attributes classes. */
public final class VolumeProtectionControllers {
  private static final String CLAIM = "kubernetes.io/pvc-protection";
  private static final String VOLUME = "kubernetes.io/pv-protection";
  private static final String ATTRIBUTES_CLASS = "kubernetes.io/vac-protection";

  private VolumeProtectionControllers() {}

  /** The controller {@code persistentvolumeclaim-protection-controller}. */
  public static void registerClaims(Manager manager) {
    PodIndexes.byClaim(manager);
    Client client = client(manager);
    manager
        .controller("pvcprotection")
        .kind(PersistentVolumeClaim.class)
        .workers(1)
        .watch(PersistentVolumeClaim.class, watch -> watch.self().when(e -> needsALook(e, CLAIM)))
        .watch(
            Pod.class,
            watch ->
                watch
                    .mapTo((pod, cache) -> claims(pod))
                    .when(VolumeProtectionControllers::mayFreeAClaim))
        .reconcile(
            new Protection<>(
                client,
                PersistentVolumeClaim.class,
                CLAIM,
                new Protection.Labels(
                    Klog.of("persistentvolumeclaim-protection-controller"), "PVC", 2),
                new ClaimUse(client)::isUsed));
  }

  /** The controller {@code persistentvolume-protection-controller}. */
  public static void registerVolumes(Manager manager) {
    manager
        .controller("pvprotection")
        .kind(PersistentVolume.class)
        .workers(1)
        .watch(PersistentVolume.class, watch -> watch.self().when(e -> needsALook(e, VOLUME)))
        .reconcile(
            new Protection<>(
                client(manager),
                PersistentVolume.class,
                VOLUME,
                new Protection.Labels(Klog.of("persistentvolume-protection-controller"), "PV", 4),
                volume ->
                    volume.getStatus() != null && "Bound".equals(volume.getStatus().getPhase())));
  }

  /** The controller {@code volumeattributesclass-protection-controller}. */
  public static void registerAttributesClasses(Manager manager) {
    var use = new AttributesClassUse(client(manager));
    AttributesClassUse.index(manager);
    manager
        .controller("vacprotection")
        .kind(VolumeAttributesClass.class)
        .workers(1)
        .watch(
            VolumeAttributesClass.class,
            watch -> watch.self().when(e -> needsALook(e, ATTRIBUTES_CLASS)))
        .watch(
            PersistentVolumeClaim.class,
            watch ->
                watch
                    .mapTo((claim, cache) -> keys(AttributesClassUse.names(claim)))
                    .when(
                        e ->
                            lessens(
                                e,
                                e instanceof Event.Updated<PersistentVolumeClaim>(var old, var now)
                                    && !AttributesClassUse.names(old)
                                        .equals(AttributesClassUse.names(now)))))
        .watch(
            PersistentVolume.class,
            watch ->
                watch
                    .mapTo((volume, cache) -> keys(AttributesClassUse.names(volume)))
                    .when(
                        e ->
                            lessens(
                                e,
                                e instanceof Event.Updated<PersistentVolume>(var old, var now)
                                    && !AttributesClassUse.names(old)
                                        .equals(AttributesClassUse.names(now)))))
        .reconcile(
            new Protection<>(
                client(manager),
                VolumeAttributesClass.class,
                ATTRIBUTES_CLASS,
                new Protection.Labels(
                    Klog.of("volumeattributesclass-protection-controller"), "VAC", 4),
                use::isUsed));
  }

  private static Client client(Manager manager) {
    return manager.client().fieldOwner("kube-controller-manager");
  }

  /** Whether the finalizer must be added or may be removed. */
  private static boolean needsALook(Event<? extends HasMetadata> event, String finalizer) {
    if (event instanceof Event.Deleted<?>) {
      return false;
    }
    boolean deleting = event.object().getMetadata().getDeletionTimestamp() != null;
    return deleting == Finalizers.has(event.object(), finalizer);
  }

  private static boolean lessens(Event<?> event, boolean changed) {
    return event instanceof Event.Deleted<?> || changed;
  }

  /** A running pod that is still bound keeps its claims in use. */
  private static boolean mayFreeAClaim(Event<Pod> event) {
    Pod pod = event.object();
    if (VolumeClaims.usedBy(pod).isEmpty()
        && !(event instanceof Event.Updated<Pod>(Pod old, Pod now)
            && !VolumeClaims.usedBy(old).isEmpty())) {
      return false;
    }
    return event instanceof Event.Deleted<Pod>
        || !ClaimUse.isBound(pod)
        || ClaimUse.isShutDown(pod)
        || (event instanceof Event.Updated<Pod>(Pod old, Pod now)
            && !old.getMetadata().getUid().equals(now.getMetadata().getUid()));
  }

  private static Collection<ObjectKey> claims(Pod pod) {
    return VolumeClaims.usedBy(pod).stream().map(ObjectKey.of(pod)::sibling).toList();
  }

  private static Collection<ObjectKey> keys(List<String> names) {
    return names.stream().map(ObjectKey::of).toList();
  }
}
