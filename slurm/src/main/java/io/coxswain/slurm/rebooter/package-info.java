/**
 * The program {@code rebooter}: on every machine, drains and reboots it when a condition of its
 * Node asks for that.
 *
 * <p>{@link io.coxswain.slurm.rebooter.RebooterProgram} is the start-up, {@link
 * io.coxswain.slurm.rebooter.RebooterReconciler} the loop, {@link
 * io.coxswain.slurm.rebooter.RebooterPlan} decides from conditions and the time of the last boot,
 * {@link io.coxswain.slurm.rebooter.Machine} is the machine itself.
 *
 * <p>Guarantees: it acts only on conditions that others set; a machine is rebooted only when no pod
 * is left on it that the taint could drive off, and only if it has not booted since it was asked;
 * what cannot be read (pods, time of boot) never leads to a reboot. It evicts by taint and so past
 * disruption budgets, as upstream does: what runs there is worker pods, which the checks have had
 * drained by Slurm before they ask.
 */
@NullMarked
package io.coxswain.slurm.rebooter;

import org.jspecify.annotations.NullMarked;
