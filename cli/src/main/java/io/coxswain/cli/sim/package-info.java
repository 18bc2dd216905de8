/**
 * {@code coxswain sim}: the simulator as a command.
 *
 * <p>{@link io.coxswain.cli.sim.SimCommand} runs a scenario for many seeds, with every fault at
 * every write, or once with its trace printed. It offers the scenarios of {@link
 * io.coxswain.cli.sim.TrainJobChain} and of every {@link io.coxswain.sim.SimulationProvider} on the
 * class path.
 */
@NullMarked
package io.coxswain.cli.sim;

import org.jspecify.annotations.NullMarked;
