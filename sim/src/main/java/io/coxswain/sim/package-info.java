/**
 * The deterministic simulator: programs, an API server, a clock and a disk, with one task running
 * at a time.
 *
 * <p>A {@link io.coxswain.sim.Simulation} names the processes of a scenario and the script that
 * drives it; each run builds a {@link io.coxswain.sim.World} from a seed and a {@link
 * io.coxswain.sim.FaultPlan}. Every process gets its own {@link io.coxswain.env.Env} whose ports
 * lead into that world. Exactly one task runs at a time; a generator seeded by the run picks the
 * next one at each blocking point and around each API call, and time moves only when no task can
 * run. Nothing else differs from production: the programs under test are the same classes.
 *
 * <p>Guarantees: equal seed and plan produce equal sequences of requests and responses, byte for
 * byte ({@link io.coxswain.sim.Run#hash}). A run that does not reach the state its script waits for
 * fails with its seed, its plan, the stack of every waiting task and the last requests. No task
 * outlives its run.
 *
 * <p>{@link io.coxswain.sim.Seeds} runs a simulation for many seeds, {@link io.coxswain.sim.Sweep}
 * once for every single API write of a process with a fault at that write.
 */
@NullMarked
package io.coxswain.sim;

import org.jspecify.annotations.NullMarked;
