/**
 * Scenario tests of a few lines: a test method is the script of a simulation.
 *
 * <p>A class that implements {@link io.coxswain.sim.junit.SimulatedTest} says which processes there
 * are; each of its methods marked {@link io.coxswain.sim.junit.Simulated} gets the world, once for
 * each seed, and then once for each fault at each write of the processes it names. JUnit is an
 * optional dependency of this module: only those who use this package need it.
 */
@NullMarked
package io.coxswain.sim.junit;

import org.jspecify.annotations.NullMarked;
