/**
 * Deterministic races of classes whose tasks wake each other by bells: {@link
 * io.coxswain.sim.race.RacingTasks} runs another task in a window that a stress test hits rarely.
 */
@NullMarked
package io.coxswain.sim.race;

import org.jspecify.annotations.NullMarked;
