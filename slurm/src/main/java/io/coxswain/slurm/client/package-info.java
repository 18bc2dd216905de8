/**
 * The Slurm client: its nodes and jobs, and the few changes we make.
 *
 * <p>{@link io.coxswain.slurm.client.SlurmClient} is the interface for controllers. Its results are
 * immutable values in one form for all versions of Slurm: states in capitals in one set, absent
 * numbers absent. A failure to read is an exception and never an empty result, so that no
 * controller concludes from a lost response that a node is idle or a job has ended; {@link
 * io.coxswain.slurm.client.SlurmException} distinguishes the two.
 */
@NullMarked
package io.coxswain.slurm.client;

import org.jspecify.annotations.NullMarked;
