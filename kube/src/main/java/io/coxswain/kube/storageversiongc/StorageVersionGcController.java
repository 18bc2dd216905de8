package io.coxswain.kube.storageversiongc;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.ArrayList;
import java.util.List;

/** Registers the storage version garbage collector. */
public final class StorageVersionGcController {
  private StorageVersionGcController() {}

  public static void register(Manager manager) {
    manager
        .controller("storage_version_garbage_collector_storageversions")
        .kind(StorageVersion.class)
        .watch(StorageVersion.class, watch -> watch.self())
        .watch(
            Lease.class,
            watch ->
                watch
                    .mapTo(StorageVersionGcController::versionsOf)
                    .when(
                        event ->
                            event instanceof Event.Deleted<Lease>
                                && StorageVersionReconciler.isIdentity(event.object())))
        .reconcile(
            new StorageVersionReconciler(manager.client().fieldOwner("kube-controller-manager")));
  }

  /** The StorageVersions that name the API server of the lease. */
  private static List<ObjectKey> versionsOf(Lease lease, Reader client) throws ApiException {
    var keys = new ArrayList<ObjectKey>();
    for (StorageVersion version : client.list(StorageVersion.class).toList()) {
      if (StorageVersionPlan.servers(version).contains(lease.getMetadata().getName())) {
        keys.add(ObjectKey.of(version));
      }
    }
    return keys;
  }
}
