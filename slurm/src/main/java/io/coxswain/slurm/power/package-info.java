/**
 * power-manager: what slurmctld calls to switch ephemeral nodes on and off.
 *
 * <p>A run does one thing and ends: it adds ordinals to the NodeSetPowerState of each node set that
 * the host list names, takes them away, or waits until they are there or gone. {@link
 * io.coxswain.slurm.power.PowerManager} does it, {@link io.coxswain.slurm.power.PowerCommand} is
 * what it was told. It waits for the spec, not for pods.
 */
@NullMarked
package io.coxswain.slurm.power;

import org.jspecify.annotations.NullMarked;
