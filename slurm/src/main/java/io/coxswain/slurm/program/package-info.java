/**
 * What the programs of Soperator that run controllers have in common.
 *
 * <p>{@link io.coxswain.slurm.program.ManagerFlags} declares the shared flags, {@link
 * io.coxswain.slurm.program.ManagerSettings} is what they and the environment say together and
 * begins a manager by it, {@link io.coxswain.slurm.program.ControllerSelection} reads {@code
 * --controllers} and {@link io.coxswain.slurm.program.WatchedNamespaces} which namespaces are
 * looked at.
 *
 * <p>Guarantees: a wrong flag or an unknown controller ends the program before it has talked to
 * anybody; probes answer as soon as they listen, whatever caches, leadership and certificates do;
 * every controller has a back-off of its own.
 */
@NullMarked
package io.coxswain.slurm.program;

import org.jspecify.annotations.NullMarked;
