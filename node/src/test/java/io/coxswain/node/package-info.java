/**
 * Tests of the scheduler and of nodes that need no API server. Those that do, and those in virtual
 * time or with faults, are in module {@code sim}, package {@code io.coxswain.sim.node}, because the
 * simulator is above this module: life of a pod, probes, simulated nodes, services, sweeps.
 */
@NullMarked
package io.coxswain.node;

import org.jspecify.annotations.NullMarked;
