/**
 * Talking to Slurm: what its nodes and jobs are, and the few changes we ask of it.
 *
 * <p>{@link io.coxswain.slurm.client.SlurmClient} is all that controllers see. Its answers are
 * plain immutable values in one form, whatever version of Slurm gave them: states in capitals in
 * one set, absent numbers absent. What could not be read is an exception and never an empty answer,
 * so nobody concludes from a lost answer that a node is idle or a job gone; {@link
 * io.coxswain.slurm.client.SlurmException} says which of the two it was.
 */
@NullMarked
package io.coxswain.slurm.client;

import org.jspecify.annotations.NullMarked;
