/**
 * Log lines as programs on controller-runtime write them, so that what reads them need not change.
 *
 * <p>{@link io.coxswain.runtime.logging.ZapOptions} are the {@code --zap-*} flags; {@link
 * io.coxswain.runtime.logging.ZapLine} is one line with the field names of zap, as JSON or for a
 * console. Knows nothing of a logging library: the program connects it to the one it uses. There is
 * no sampling: no line is dropped.
 */
@NullMarked
package io.coxswain.runtime.logging;

import org.jspecify.annotations.NullMarked;
