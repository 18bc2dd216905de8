/**
 * The program {@code rebooter}: on every node, drains and reboots it when a condition of its Node
 * requires that.
 *
 * <p>{@link io.coxswain.slurm.rebooter.RebooterProgram} is the start-up, {@link
 * io.coxswain.slurm.rebooter.RebooterReconciler} the loop, {@link
 * io.coxswain.slurm.rebooter.RebooterPlan} decides from conditions and the boot time, {@link
 * io.coxswain.slurm.rebooter.Machine} is the host itself.
 *
 * <p>Guarantees: it acts only on conditions that others set; a node is rebooted only when no pod is
 * left on it that the taint could evict, and only if it has not booted since the request; a failure
 * to read (pods, boot time) never leads to a reboot. It evicts by taint and therefore ignores
 * disruption budgets, as upstream does: the pods are workers, which the checks have drained in
 * Slurm before.
 */
@NullMarked
package io.coxswain.slurm.rebooter;

import org.jspecify.annotations.NullMarked;
