/**
 * The Job controller: runs pods until enough of them have succeeded or too many have failed.
 *
 * <p>{@link io.coxswain.kube.job.JobController} registers it. A reconcile of {@code JobReconciler}
 * reads the Job and its pods ({@code JobObservation}), decides ({@code JobPlan} and {@code
 * JobVerdict}, pure), and writes pods ({@code PodWriter}) and status ({@code JobAccounting}, pure).
 * {@code OrphanPodReconciler} removes the tracking finalizer from pods whose Job no longer exists.
 *
 * <p>Guarantees: every finished pod is counted exactly once, however often the controller crashes;
 * a Job is finished only when all of its pods are counted and none is terminating; a reconcile
 * never both creates and deletes pods. There are no expectations: the runtime does not start a
 * reconcile before the cache reflects the writes of the previous one.
 *
 * <p>Intentional differences from kube-controller-manager: the verdict is written before pods are
 * deleted, not after, so that a crash cannot change the reason; the backoff is rebuilt from pods
 * after a restart; an active pod without the tracking finalizer, which only an interrupted deletion
 * leaves behind, is deleted rather than left uncounted.
 *
 * <p>Non-goals: Workload and PodGroup objects (alpha upstream).
 */
@NullMarked
package io.coxswain.kube.job;

import org.jspecify.annotations.NullMarked;
