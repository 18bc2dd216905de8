/**
 * Costs as upstream computes them: {@link io.coxswain.cel.cost.Coster} estimates the highest cost
 * of an expression before it is evaluated, {@link io.coxswain.cel.cost.RunCost} has the cost of a
 * call that was made.
 */
@NullMarked
package io.coxswain.cel.cost;

import org.jspecify.annotations.NullMarked;
