/**
 * The DaemonSet controller: one pod on each node that suits.
 *
 * <p>{@link io.coxswain.kube.daemonset.DaemonSetController} wires it. {@code NodeFit} tells for a
 * node whether a pod should be there, and whether one that is there may stay; {@code DaemonSetPlan}
 * decides per node what to create and delete, and {@code DaemonRollout} which pods of another
 * revision to replace once that is all in place; {@code DaemonPodFactory} makes the pods; {@code
 * DaemonHistory} keeps the revisions; {@code FailedPodBackoff} holds back the replacement of pods
 * that fail again and again.
 *
 * <p>Guarantees: unless the set surges there is at most one running pod on a node; a rolling update
 * keeps to {@code maxUnavailable} and {@code maxSurge}; a pod of the set's present template
 * generation is never replaced, whatever its hash, so that taking over from another manager
 * restarts nothing.
 *
 * <p>Changes of nodes come through a queue of their own, which wakes only sets that gain or lose a
 * pod by them; as upstream, a set's counters follow other changes of nodes when the set is looked
 * at next.
 */
@NullMarked
package io.coxswain.kube.daemonset;

import org.jspecify.annotations.NullMarked;
