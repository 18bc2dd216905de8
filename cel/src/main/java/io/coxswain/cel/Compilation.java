package io.coxswain.cel;

import org.jspecify.annotations.Nullable;

/**
 * What came of compiling an expression.
 *
 * @param program null if it cannot be compiled
 * @param error why not, with the place in the source; empty if it can
 */
public record Compilation(@Nullable Program program, String error) {}
