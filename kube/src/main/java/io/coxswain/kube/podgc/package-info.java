/**
 * The pod garbage collector: deletes pods that no other component deletes.
 *
 * <p>Every 20 seconds it finds terminated pods beyond a threshold, terminating pods on
 * out-of-service nodes, pods on nodes that no longer exist, and terminating pods without a node.
 * {@code PodGarbage} decides and is pure; {@code PodGarbageReconciler} marks unfinished ones as
 * failed and force-deletes them.
 *
 * <p>A node must be unknown for 40 seconds and absent on the server before its pods are deleted.
 * {@link io.coxswain.kube.podgc.PodGarbageCollector} registers the controller and its indexes, so
 * that a round over a large idle cluster reads no pods.
 */
@NullMarked
package io.coxswain.kube.podgc;

import org.jspecify.annotations.NullMarked;
