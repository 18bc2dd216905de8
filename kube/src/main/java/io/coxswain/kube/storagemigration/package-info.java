/**
 * The storage version migrator: stores all objects of a resource again, so that each is in the
 * current storage version, as a StorageVersionMigration asks for.
 *
 * <p>{@link io.coxswain.kube.storagemigration.StorageMigrationController} registers the watch,
 * {@code StorageMigrationReconciler} observes and applies, {@code StorageMigrationPlan} decides and
 * is pure, and {@code MigrationConditions} is the arithmetic of the status.
 *
 * <p>The resource is listed from the server. An object is written by an empty server-side apply
 * with its UID and resourceVersion, which changes nothing but the version it is stored in. Objects
 * written after the migration began are skipped. When another writer was faster to change an
 * object, the resource is listed again. A migration that fails on the way, or meets a restart,
 * begins again and skips what is done. A finished migration is never repeated.
 */
@NullMarked
package io.coxswain.kube.storagemigration;

import org.jspecify.annotations.NullMarked;
