/**
 * The JobSet of a training job: how it is built ({@link
 * io.coxswain.trainer.plugins.jobset.JobSetPlugin}), which jobs cannot have one, and what it says
 * about how far the job is.
 *
 * <p>A JobSet that runs is never touched. While the job or the JobSet is suspended the whole JobSet
 * is applied again, so that changes of the job's patches reach it. A JobSet of the same name that
 * another object controls is neither touched nor believed.
 */
@NullMarked
package io.coxswain.trainer.plugins.jobset;

import org.jspecify.annotations.NullMarked;
