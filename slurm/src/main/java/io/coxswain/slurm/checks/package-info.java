/**
 * The program {@code soperatorchecks}: keeps the nodes and jobs of Slurm clusters healthy.
 *
 * <p>{@link io.coxswain.slurm.checks.ChecksProgram} is the start-up, {@link
 * io.coxswain.slurm.checks.ChecksOptions} are its flags; each controller has its own package.
 *
 * <p>The steps for a faulty node: Slurm drains it; {@code slurmnodes} drains the other Slurm nodes
 * on the Kubernetes node and sets its conditions; {@code k8snodes} requests a reboot; the rebooter
 * on the node evicts the pods, reboots, and reports it; {@code k8snodes} resets the conditions;
 * {@code slurmnodes} undrains. Any of the programs may be killed between any two of these steps.
 */
@NullMarked
package io.coxswain.slurm.checks;

import org.jspecify.annotations.NullMarked;
