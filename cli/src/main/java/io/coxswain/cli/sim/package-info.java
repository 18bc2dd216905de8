/**
 * {@code coxswain sim}: the simulator for those who do not write Java.
 *
 * <p>{@link io.coxswain.cli.sim.SimCommand} runs a scenario for many seeds, with every fault at
 * every write, or once again with its story told. Scenarios are those of {@link
 * io.coxswain.cli.sim.TrainJobChain} and whatever {@link io.coxswain.sim.SimulationProvider}s are
 * on the class path.
 */
@NullMarked
package io.coxswain.cli.sim;

import org.jspecify.annotations.NullMarked;
