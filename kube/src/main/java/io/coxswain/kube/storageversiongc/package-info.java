/**
 * The storage version garbage collector: removes the entries of API servers that no longer exist
 * from StorageVersions, and StorageVersions without entries.
 *
 * <p>{@link io.coxswain.kube.storageversiongc.StorageVersionGcController} registers the watches,
 * {@code StorageVersionReconciler} observes and applies, and {@code StorageVersionPlan} decides and
 * is pure.
 *
 * <p>An API server exists as long as its identity lease in {@code kube-system}. That a lease is
 * absent is always checked on the server, because it may be newer than the cache. Nothing is
 * remembered: all StorageVersions are checked at a start.
 */
@NullMarked
package io.coxswain.kube.storageversiongc;

import org.jspecify.annotations.NullMarked;
