/**
 * The functions and macros that expressions may use: CEL's standard functions and extensions, and
 * the libraries of Kubernetes. One class per library, with declarations and implementations
 * together; {@link io.coxswain.cel.library.Library} collects them.
 *
 * <p>Functions are pure and bounded: none makes a list or a text that exceeds the cost limit.
 */
@NullMarked
package io.coxswain.cel.library;

import org.jspecify.annotations.NullMarked;
