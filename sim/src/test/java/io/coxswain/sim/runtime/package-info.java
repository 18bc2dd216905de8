/**
 * Tests of module {@code runtime} that need virtual time, an API server or faults. They are here
 * because {@code runtime} is below the simulator.
 */
@NullMarked
package io.coxswain.sim.runtime;

import org.jspecify.annotations.NullMarked;
