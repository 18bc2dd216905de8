/** The controller runtime in the deterministic world. */
@NullMarked
package io.coxswain.sim.runtime;

import org.jspecify.annotations.NullMarked;
