/**
 * The garbage collector: deletes objects whose owners have been deleted.
 *
 * <p>{@link io.coxswain.kube.gc.GarbageCollector} watches the metadata of every deletable kind and
 * discovers new kinds every 30 seconds. {@code OwnershipGraph} maintains owner references and
 * decides which objects a change affects; {@code GarbageReconciler} processes one object; {@code
 * GarbagePlan} decides and is pure.
 *
 * <p>Guarantees: an object is deleted only if the API server reported each of its owners as absent,
 * by UID; the graph alone is trusted only for the existence of objects. An owner deleted in the
 * foreground stays until no blocking dependent is left; one deleted with {@code orphan} is deleted
 * after its dependents have lost their references to it. An owner that cannot be looked up, for
 * example because its kind is currently not served, is never treated as absent.
 *
 * <p>A namespaced owner must be in the namespace of its dependents: a reference across namespaces
 * is reported as an event and does not keep an object. Cluster-scoped objects with a namespaced
 * owner are not touched.
 */
@NullMarked
package io.coxswain.kube.gc;

import org.jspecify.annotations.NullMarked;
