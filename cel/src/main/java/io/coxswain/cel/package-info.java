/**
 * The expression language of Kubernetes: compiled once, priced before use, evaluated over JSON
 * trees.
 *
 * <p>{@link io.coxswain.cel.Environment} says which variables an expression may use and compiles it
 * to a {@link io.coxswain.cel.Program}, or says why not in upstream's words. Parsing and type
 * checking are {@code dev.cel}'s. {@link io.coxswain.cel.DeclType} is the type that a schema gives
 * to a value, with the sizes that {@link io.coxswain.cel.Coster} estimates costs from. {@link
 * io.coxswain.cel.Planner} turns a checked expression into {@link io.coxswain.cel.Node}s, and those
 * are evaluated here and not by {@code dev.cel}: every step must be counted as upstream counts it,
 * and values are read straight from Jackson's tree, without converting objects that a rule never
 * looks at.
 *
 * <p>Values are Java's own where there is one: Boolean, Long, Double, String, Instant, Duration;
 * {@link io.coxswain.cel.ListValue} and {@link io.coxswain.cel.MapValue} for aggregates; small
 * records for the rest. The functions of a library stand together with their declarations, one
 * class per library.
 *
 * <p>Nothing here is loaded until the first expression is compiled. Programs are immutable and may
 * be shared between servers and threads. Evaluation ends: each step costs, and the cost is limited.
 */
@NullMarked
package io.coxswain.cel;

import org.jspecify.annotations.NullMarked;
