/**
 * The deterministic world: programs, an API server, a clock and a disk in one thread of time.
 *
 * <p>A {@link io.coxswain.sim.Simulation} names the processes of a scenario and the script that
 * drives it; each run of it builds a {@link io.coxswain.sim.World} from a seed and a {@link
 * io.coxswain.sim.FaultPlan}. Every process gets an {@link io.coxswain.env.Env} of its own whose
 * ports lead into that world: exactly one task runs at a time, a generator seeded by the run picks
 * the next one at each blocking point and around each API call, and time moves only when nothing
 * can run. Nothing else differs from production; the programs under test are the same classes.
 *
 * <p>Guarantees: equal seed and plan give equal sequences of requests and answers, byte for byte
 * ({@link io.coxswain.sim.Run#hash}); a run that does not reach what its script waits for fails
 * with its seed, its plan, who waits where and the last requests; when a run has ended nothing of
 * it is left running.
 *
 * <p>{@link io.coxswain.sim.Seeds} runs a simulation for many seeds, {@link io.coxswain.sim.Sweep}
 * once for every single API write of a process with a fault at that write.
 */
@NullMarked
package io.coxswain.sim;

import org.jspecify.annotations.NullMarked;
