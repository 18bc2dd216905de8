/**
 * The values that expressions compute with, and what all of them have in common: equality, order,
 * size, text and type.
 *
 * <p>Values are Java's own where there is one: Boolean, Long, Double, String, Instant, Duration.
 * {@link io.coxswain.cel.value.ListValue} and {@link io.coxswain.cel.value.MapValue} are the
 * aggregates; those of JSON are read from Jackson's tree on access. Values are immutable.
 */
@NullMarked
package io.coxswain.cel.value;

import org.jspecify.annotations.NullMarked;
