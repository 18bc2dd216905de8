/**
 * Tests of module {@code node} that need virtual time, an API server or faults. They are here
 * because {@code node} is below the simulator.
 */
@NullMarked
package io.coxswain.sim.node;

import org.jspecify.annotations.NullMarked;
