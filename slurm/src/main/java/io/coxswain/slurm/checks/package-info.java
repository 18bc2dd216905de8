/**
 * The program {@code soperatorchecks}: keeps the machines and jobs of Slurm clusters healthy.
 *
 * <p>{@link io.coxswain.slurm.checks.ChecksProgram} reads as the start-up, {@link
 * io.coxswain.slurm.checks.ChecksOptions} are its flags; each controller has a package of its own.
 *
 * <p>What happens to a bad node: Slurm drains it; {@code slurmnodes} has its neighbours on the
 * machine drained and marks the machine; {@code k8snodes} asks for a reboot; the rebooter there
 * drives the pods off, reboots, says so; {@code k8snodes} takes the marks back; {@code slurmnodes}
 * undrains. Between any two of these steps any of the programs may die.
 */
@NullMarked
package io.coxswain.slurm.checks;

import org.jspecify.annotations.NullMarked;
