/**
 * The StatefulSet controller: pods with a name, a place in an order and storage of their own.
 *
 * <p>{@link io.coxswain.kube.statefulset.StatefulSetController} wires it. A pass observes the set's
 * pods, claims and revisions; {@code StatefulSetPlan} decides in stages (replicas in order, claims
 * of pods that go, scaling down, replacing pods of another revision), each of which is reached only
 * when the one before has nothing to wait for; {@code StatefulPodWriter} acts. {@code Ordinals}
 * knows names and numbers, {@code StatefulPodFactory} makes pods and claims, {@code ClaimOwners}
 * follows the retention policy, {@code SetRevisions} keeps the history.
 *
 * <p>Guarantees: never two pods of one ordinal, as the name is the lock. Unless the set is
 * Parallel, a pod is made only when all before it are available, and scaling down deletes one at a
 * time from the top. A rolling update takes one pod at a time, from the top down to the partition.
 *
 * <p>Claims are never deleted here: the garbage collector does it, led by the owners that {@code
 * ClaimOwners} gives them.
 */
@NullMarked
package io.coxswain.kube.statefulset;

import org.jspecify.annotations.NullMarked;
