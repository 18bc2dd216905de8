/**
 * Shared by the programs of Soperator that run controllers.
 *
 * <p>{@link io.coxswain.slurm.program.ManagerFlags} declares the shared flags, {@link
 * io.coxswain.slurm.program.ManagerSettings} combines them with the environment and creates a
 * manager, {@link io.coxswain.slurm.program.ControllerSelection} parses {@code --controllers} and
 * {@link io.coxswain.slurm.program.WatchedNamespaces} the watched namespaces.
 *
 * <p>Guarantees: an invalid flag or an unknown controller ends the program before it sends a
 * request; probes respond as soon as they listen, regardless of caches, leadership and
 * certificates; every controller has its own backoff.
 */
@NullMarked
package io.coxswain.slurm.program;

import org.jspecify.annotations.NullMarked;
