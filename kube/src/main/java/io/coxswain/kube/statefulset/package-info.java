/**
 * The StatefulSet controller: pods with stable names, an order and their own storage.
 *
 * <p>{@link io.coxswain.kube.statefulset.StatefulSetController} registers it. A reconcile observes
 * pods, claims and revisions; {@code StatefulSetPlan} decides in stages (replicas in order, claims
 * of pods to be deleted, scaling down, rolling update), each of which starts only when the previous
 * one has nothing to wait for; {@code StatefulPodWriter} applies. {@code Ordinals} computes names
 * and ordinals, {@code StatefulPodFactory} builds pods and claims, {@code ClaimOwners} implements
 * the retention policy, {@code SetRevisions} maintains the revisions.
 *
 * <p>Guarantees: never two pods of one ordinal, because the name acts as a lock. Unless the set is
 * Parallel, a pod is created only when all before it are available, and scaling down deletes one
 * pod at a time from the highest ordinal. A rolling update replaces one pod at a time, from the
 * highest ordinal down to the partition.
 *
 * <p>Claims are not deleted here: the garbage collector deletes them through the owner references
 * of {@code ClaimOwners}.
 */
@NullMarked
package io.coxswain.kube.statefulset;

import org.jspecify.annotations.NullMarked;
