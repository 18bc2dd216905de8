/**
 * Tests of the runtime that need no API server. Those that do, and those in virtual time or with
 * faults, are in module {@code sim}, package {@code io.coxswain.sim.runtime}, because the simulator
 * is above this module: elections, outages, stopping, own writes, event handlers, certificate
 * rotation.
 */
@NullMarked
package io.coxswain.runtime;

import org.jspecify.annotations.NullMarked;
