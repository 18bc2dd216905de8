/**
 * The TrainJob controller: creates a JobSet from each job and its runtime, and derives the job's
 * status from the JobSet.
 *
 * <p>{@link io.coxswain.trainer.trainjob.TrainJobController} wires it, {@link
 * io.coxswain.trainer.trainjob.TrainJobReconciler} is one reconcile: observe (the job, its runtime
 * or its snapshot, its JobSet), plan ({@link io.coxswain.trainer.trainjob.TrainJobPlan}, pure),
 * apply.
 *
 * <p>Guarantees: the runtime is read once and then taken from the snapshot; a running JobSet is
 * never changed; {@code Complete} and {@code Failed} are final; a job that cannot be built reports
 * so in its conditions or events, and nothing is silently omitted. A reconcile that is interrupted
 * between any two of its writes is completed by the next one.
 *
 * <p>It runs nothing itself and keeps no state between reconciles. Jobs whose {@code managedBy}
 * names another controller, and jobs that are being deleted, are ignored; the garbage collector
 * deletes the objects of a deleted job.
 */
@NullMarked
package io.coxswain.trainer.trainjob;

import org.jspecify.annotations.NullMarked;
