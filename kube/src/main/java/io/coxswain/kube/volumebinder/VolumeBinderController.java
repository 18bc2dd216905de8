package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Registers the volume binder: one controller for claims, one for volumes. */
public final class VolumeBinderController {
  private VolumeBinderController() {}

  public static void register(Manager manager, VolumeBinderOptions options) {
    PodIndexes.byClaim(manager);
    VolumeIndexes.add(manager);
    Client client = manager.client().fieldOwner("kube-controller-manager");
    Recorder events = manager.recorder("persistentvolume-controller");
    var own = new VolumeAssumeCache();
    var binding = new Binding(client, own);
    var metrics = new VolumeMetrics(manager.instruments(), client);
    var hostPaths =
        new HostPathVolumes(
            manager.env().files(), manager.env().entropy().derive("hostpath volumes"));
    var claims =
        manager
            .controller("claims")
            .kind(PersistentVolumeClaim.class)
            .workers(1)
            .watch(PersistentVolumeClaim.class, watch -> watch.self())
            .watch(PersistentVolume.class, watch -> watch.mapTo(VolumeBinderController::claimsOf))
            .watch(
                StorageClass.class,
                watch ->
                    watch
                        .mapTo(VolumeBinderController::waiting)
                        .when(VolumeBinderController::mayHelp))
            .reconcile(
                new VolumeClaimReconciler(
                    client,
                    events,
                    options,
                    binding,
                    new Provisioning(client, events, options, hostPaths, metrics),
                    own,
                    metrics));
    manager
        .controller("volumes")
        .kind(PersistentVolume.class)
        .workers(1)
        .watch(PersistentVolume.class, watch -> watch.self())
        .watch(PersistentVolumeClaim.class, watch -> watch.mapTo(VolumeBinderController::volumesOf))
        .reconcile(
            new VolumeReconciler(
                client,
                events,
                options,
                binding,
                new Reclaiming(client, events, binding, hostPaths, metrics, manager.env().clock()),
                own,
                claims::enqueue));
  }

  /** The claim that a volume refers to, claims that refer to it, and claims that it matches. */
  private static Collection<ObjectKey> claimsOf(PersistentVolume volume, Reader cache)
      throws ApiException {
    var keys = new ArrayList<ObjectKey>();
    Volumes.claimRef(volume)
        .ifPresent(ref -> keys.add(ObjectKey.of(ref.getNamespace(), ref.getName())));
    keys.addAll(
        cache
            .list(PersistentVolumeClaim.class)
            .by(VolumeIndexes.VOLUME, Volumes.name(volume))
            .keys());
    if (Volumes.claimRef(volume).isEmpty() && Volumes.phase(volume).equals(Volumes.AVAILABLE)) {
      cache
          .list(PersistentVolumeClaim.class)
          .by(VolumeIndexes.WAITING_OF_CLASS, Volumes.classOf(volume))
          .toList()
          .stream()
          .filter(claim -> VolumeMatch.best(claim, List.of(volume), false).isPresent())
          .map(ObjectKey::of)
          .forEach(keys::add);
    }
    return keys;
  }

  private static boolean mayHelp(Event<StorageClass> event) {
    return event instanceof Event.Updated<StorageClass>
        || (event instanceof Event.Created<StorageClass>(StorageClass c, boolean initial)
            && !initial);
  }

  /** Claims that wait for a storage class or for a default class. */
  private static Collection<ObjectKey> waiting(StorageClass storageClass, Reader cache)
      throws ApiException {
    var keys = new ArrayList<ObjectKey>();
    keys.addAll(
        cache
            .list(PersistentVolumeClaim.class)
            .by(VolumeIndexes.WAITING_OF_CLASS, storageClass.getMetadata().getName())
            .keys());
    if (StorageClasses.isDefault(storageClass)) {
      cache
          .list(PersistentVolumeClaim.class)
          .by(VolumeIndexes.WAITING_OF_CLASS, "")
          .toList()
          .stream()
          .filter(claim -> !Volumes.saysClass(claim))
          .map(ObjectKey::of)
          .forEach(keys::add);
    }
    return keys;
  }

  /** The volume that a claim refers to, and volumes that refer to it. */
  private static Collection<ObjectKey> volumesOf(PersistentVolumeClaim claim, Reader cache)
      throws ApiException {
    var keys = new ArrayList<ObjectKey>();
    if (!Volumes.volumeName(claim).isEmpty()) {
      keys.add(ObjectKey.of(Volumes.volumeName(claim)));
    }
    keys.addAll(
        cache.list(PersistentVolume.class).by(VolumeIndexes.CLAIM, Volumes.key(claim)).keys());
    return keys;
  }
}
