/**
 * The garbage collector: deletes objects whose owners are gone.
 *
 * <p>{@link io.coxswain.kube.gc.GarbageCollector} watches the metadata of every kind that can be
 * deleted and looks for new kinds every 30 seconds. {@code OwnershipGraph} remembers who owns whom
 * and says which objects a change concerns; {@code GarbageReconciler} looks at one object; {@code
 * GarbagePlan} decides (pure).
 *
 * <p>Guarantees: an object is deleted only when each of its owners was found absent by asking the
 * server itself, by UID; the graph alone is trusted only for what is there. An owner deleted in the
 * foreground stays until no dependent that blocks it is left; one deleted with {@code orphan} goes
 * after its dependents have lost their reference to it. What cannot be looked up, such as a kind
 * that the server does not know now, is never taken for absent.
 *
 * <p>Namespaced owners live in the namespace of what they own: a reference across namespaces is
 * reported as an event and does not keep an object. Cluster-scoped objects with a namespaced owner
 * are left alone.
 *
 * <p>Not here: the debug page with the graph, and metrics of its own.
 */
@NullMarked
package io.coxswain.kube.gc;

import org.jspecify.annotations.NullMarked;
