package io.coxswain.kube.volumebinder;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.volumeprotection.VolumeProtectionControllers;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Volumes and claims as a test plays with them. */
final class VolumeScripts {
  final Cluster cluster;

  private VolumeScripts(Cluster cluster) {
    this.cluster = cluster;
  }

  interface Script {
    void run(VolumeScripts volumes) throws Exception;
  }

  static Simulation with(String name, VolumeBinderOptions options, Script script) {
    return with(name, UnaryOperator.identity(), options, script);
  }

  static Simulation with(
      String name, UnaryOperator<Env> connection, VolumeBinderOptions options, Script script) {
    return Cluster.with(
        name,
        connection,
        manager -> register(manager, options),
        cluster -> script.run(new VolumeScripts(cluster)));
  }

  private static void register(Manager manager, VolumeBinderOptions options) {
    VolumeBinderController.register(manager, options);
    VolumeProtectionControllers.registerClaims(manager);
    VolumeProtectionControllers.registerVolumes(manager);
  }

  void volume(String name, String size, String moreSpec) throws ApiException {
    cluster.create(
        PersistentVolume.class,
        """
        metadata: {name: %s}
        spec:
          capacity: {storage: %s}
          accessModes: [ReadWriteOnce]
          storageClassName: s
          hostPath: {path: /tmp/%s}
          %s
        """
            .formatted(name, size, name, moreSpec));
  }

  void claim(String name, String size, String moreSpec) throws ApiException {
    cluster.create(
        PersistentVolumeClaim.class,
        """
        metadata: {name: %s}
        spec:
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: %s}}
          %s
        """
            .formatted(name, size, moreSpec));
  }

  void storageClass(String name, String provisioner, String more) throws ApiException {
    cluster.create(
        StorageClass.class,
        """
        metadata: {name: %s}
        provisioner: %s
        %s
        """
            .formatted(name, provisioner, more));
  }

  PersistentVolume volume(String name) throws ApiException {
    return cluster.world().objects().fetch(PersistentVolume.class, ObjectKey.of(name));
  }

  Optional<PersistentVolume> findVolume(String name) throws ApiException {
    return cluster.world().objects().find(PersistentVolume.class, ObjectKey.of(name));
  }

  PersistentVolumeClaim claim(String name) throws ApiException {
    return cluster.world().objects().fetch(PersistentVolumeClaim.class, Cluster.key(name));
  }

  Optional<PersistentVolumeClaim> findClaim(String name) throws ApiException {
    return cluster.world().objects().find(PersistentVolumeClaim.class, Cluster.key(name));
  }

  void deleteClaim(String name) throws ApiException {
    cluster.world().objects().delete(PersistentVolumeClaim.class, Cluster.key(name));
  }

  /** The phases of a claim and of a volume. */
  boolean areBound(String claim, String volume) throws ApiException {
    return Volumes.phase(claim(claim)).equals("Bound")
        && Volumes.phase(volume(volume)).equals("Bound")
        && Volumes.volumeName(claim(claim)).equals(volume);
  }

  void awaitPhase(String volume, String phase) {
    cluster.await(volume + " is " + phase, () -> Volumes.phase(volume(volume)).equals(phase));
  }
}
