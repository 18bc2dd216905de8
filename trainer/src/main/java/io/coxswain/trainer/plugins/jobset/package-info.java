/**
 * The JobSet of a training job: how it is built ({@link
 * io.coxswain.trainer.plugins.jobset.JobSetPlugin}), which jobs cannot have one, and the job's
 * status derived from it.
 *
 * <p>A running JobSet is never changed. While the job or the JobSet is suspended the whole JobSet
 * is applied again, so that changes of the job's patches take effect. A JobSet with the same name
 * that another object controls is neither changed nor used for the status.
 */
@NullMarked
package io.coxswain.trainer.plugins.jobset;

import org.jspecify.annotations.NullMarked;
