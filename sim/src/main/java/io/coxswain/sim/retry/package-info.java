/**
 * Trials of controllers in a world in which nothing happens any more: a write fails for a while,
 * and afterwards only the controller's own retry can finish its work. Also a check of the
 * preconditions of deletes, and connections that respond wrongly or late.
 */
@NullMarked
package io.coxswain.sim.retry;

import org.jspecify.annotations.NullMarked;
