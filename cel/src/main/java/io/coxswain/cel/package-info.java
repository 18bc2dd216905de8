/**
 * CEL as Kubernetes uses it: compiled once, with a cost estimate, and evaluated over JSON trees.
 *
 * <p>{@link io.coxswain.cel.Environment} declares the variables that an expression may use and
 * compiles it to a {@link io.coxswain.cel.Program}, or returns the errors in upstream's words.
 * Parsing and type checking are {@code dev.cel}'s. {@link io.coxswain.cel.Planner} turns a checked
 * expression into {@link io.coxswain.cel.Node}s. They are evaluated here and not by {@code
 * dev.cel}, because every step must cost what it costs upstream, and because values are read
 * directly from Jackson's tree, without converting fields that a rule does not use.
 *
 * <p>The packages, lowest first: {@code formats} (string formats of schemas), {@code value}, {@code
 * library}, {@code type}, {@code cost}, and this one.
 *
 * <p>No class is loaded until the first expression is compiled. Programs are immutable and may be
 * shared between servers and threads. Evaluation terminates: each step costs, and the cost is
 * limited.
 */
@NullMarked
package io.coxswain.cel;

import org.jspecify.annotations.NullMarked;
