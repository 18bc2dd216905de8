/**
 * Log lines in the formats of Kubernetes and controller-runtime programs, so that log consumers
 * need no changes.
 *
 * <p>{@link io.coxswain.runtime.logging.Verbosity} is the {@code -v} of Kubernetes programs. {@link
 * io.coxswain.runtime.logging.ZapOptions} are the {@code --zap-*} flags; {@link
 * io.coxswain.runtime.logging.ZapLine} is one line with the field names of zap, as JSON or for a
 * console. Independent of a logging library: the program connects it to the one it uses. There is
 * no sampling: no line is dropped.
 */
@NullMarked
package io.coxswain.runtime.logging;

import org.jspecify.annotations.NullMarked;
