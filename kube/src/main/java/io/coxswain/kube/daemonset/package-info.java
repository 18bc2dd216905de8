/**
 * The DaemonSet controller: runs one pod on each matching node.
 *
 * <p>{@link io.coxswain.kube.daemonset.DaemonSetController} registers it. {@code NodeFit} decides
 * whether a pod should run on a node and whether an existing one may stay; {@code DaemonSetPlan}
 * decides per node which pods to create and delete, and {@code DaemonRollout} which pods of an old
 * revision to replace after that; {@code DaemonPodFactory} builds the pods; {@code DaemonHistory}
 * maintains the revisions; {@code FailedPodBackoff} delays the replacement of pods that fail
 * repeatedly.
 *
 * <p>Guarantees: unless the set surges, a node has at most one running pod; a rolling update
 * respects {@code maxUnavailable} and {@code maxSurge}; a pod of the current template generation is
 * never replaced, whatever its hash, so that taking over from another manager restarts no pods.
 *
 * <p>Node events have their own queue, which enqueues only sets that gain or lose a pod. As
 * upstream, the status of a set reflects other changes of nodes at its next reconcile.
 */
@NullMarked
package io.coxswain.kube.daemonset;

import org.jspecify.annotations.NullMarked;
