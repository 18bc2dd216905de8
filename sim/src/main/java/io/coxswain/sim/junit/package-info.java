/**
 * Scenario tests of a few lines: a test method is the script of a simulation.
 *
 * <p>A class that implements {@link io.coxswain.sim.junit.SimulatedTest} declares the processes.
 * Each of its methods annotated with {@link io.coxswain.sim.junit.Simulated} gets the world, once
 * for each seed, and then once for each fault at each write of the processes it names. JUnit is an
 * optional dependency of this module, needed only by users of this package.
 */
@NullMarked
package io.coxswain.sim.junit;

import org.jspecify.annotations.NullMarked;
