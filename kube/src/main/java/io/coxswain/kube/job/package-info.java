/**
 * The Job controller: runs pods until enough of them have succeeded, or too many have failed.
 *
 * <p>{@link io.coxswain.kube.job.JobController} wires it. A pass of {@code JobReconciler} reads the
 * Job and its pods ({@code JobObservation}), decides ({@code JobPlan}, {@code JobVerdict}; pure),
 * and writes pods ({@code PodWriter}) and status ({@code JobAccounting}, the arithmetic; pure).
 * {@code OrphanPodReconciler} frees pods whose Job is gone from the tracking finalizer.
 *
 * <p>Guarantees: every finished pod is counted exactly once, however often the controller dies; a
 * Job is finished only when all its pods are counted and none is still ending; a pass never both
 * creates and removes pods. There are no expectations: the runtime does not start a pass before the
 * cache has seen the writes of the one before.
 *
 * <p>On purpose different from kube-controller-manager: the verdict is written before pods are
 * ended, not after, so that a crash in between cannot turn one reason into another; the failure
 * back-off is rebuilt from the pods after a restart; an active pod without the tracking finalizer,
 * which only an interrupted removal leaves behind, is removed rather than left uncounted.
 *
 * <p>Not here: Workload and PodGroup objects (alpha upstream), and metrics of its own.
 */
@NullMarked
package io.coxswain.kube.job;

import org.jspecify.annotations.NullMarked;
