/**
 * The pod garbage collector: removes pods that nobody else will.
 *
 * <p>Every 20 seconds it looks for ended pods beyond a threshold, pods that cannot end because
 * their node is out of service, pods on nodes that no longer exist, and deleted pods that never had
 * a node. {@code PodGarbage} decides (pure); {@code PodGarbageReconciler} marks them as failed,
 * where they are not ended, and deletes them at once.
 *
 * <p>A node must be unknown for 40 seconds, and be absent on the server itself, before its pods are
 * given up. {@link io.coxswain.kube.podgc.PodGarbageCollector} wires it and keeps indexes, so that
 * a round over a large quiet cluster reads no pods.
 */
@NullMarked
package io.coxswain.kube.podgc;

import org.jspecify.annotations.NullMarked;
