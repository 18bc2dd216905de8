package io.coxswain.kube.storagemigration;

import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;

/** Registers the storage version migrator. */
public final class StorageMigrationController {
  private static final String NAME = "storage-version-migrator-controller";
  private static final int WORKERS = 5;

  private StorageMigrationController() {}

  public static void register(Manager manager) {
    manager
        .controller(NAME)
        .kind(StorageVersionMigration.class)
        .workers(WORKERS)
        .watch(StorageVersionMigration.class, watch -> watch.self())
        .reconcile(new StorageMigrationReconciler(manager.client().fieldOwner(NAME)));
  }
}
