/**
 * The TrainJob controller: turns each job and its runtime into a JobSet, and the JobSet's fate into
 * the job's status.
 *
 * <p>{@link io.coxswain.trainer.trainjob.TrainJobController} wires it, {@link
 * io.coxswain.trainer.trainjob.TrainJobReconciler} is one pass: observe (the job, its runtime or
 * the snapshot of it, its JobSet), plan ({@link io.coxswain.trainer.trainjob.TrainJobPlan}, pure),
 * apply.
 *
 * <p>Guarantees: the runtime is read once and then taken from the snapshot; a running JobSet is
 * never changed; {@code Complete} and {@code Failed} are final; a job that cannot be built is told
 * so in its conditions or events and nothing of it is silently left out. A pass that dies between
 * any two of its writes is completed by the next one.
 *
 * <p>It does not run anything itself and keeps no state between passes. Jobs whose {@code
 * managedBy} names another controller, and jobs that are being deleted, are left alone; what a
 * deleted job leaves behind is the garbage collector's.
 */
@NullMarked
package io.coxswain.trainer.trainjob;

import org.jspecify.annotations.NullMarked;
