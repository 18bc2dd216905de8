/**
 * power-manager: called by slurmctld to power ephemeral nodes up and down.
 *
 * <p>A run performs one action and ends: it adds ordinals to the NodeSetPowerState of each NodeSet
 * in the host list, removes them, or waits until they have been added or removed. {@link
 * io.coxswain.slurm.power.PowerManager} performs it, {@link io.coxswain.slurm.power.PowerCommand}
 * is the command. It waits for the spec, not for pods.
 */
@NullMarked
package io.coxswain.slurm.power;

import org.jspecify.annotations.NullMarked;
