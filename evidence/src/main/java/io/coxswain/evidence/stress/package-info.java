/**
 * Stress tests of concurrent classes: actors on threads of the operating system.
 *
 * <p>Entry: {@link io.coxswain.evidence.stress.RealThreads}.
 */
@NullMarked
package io.coxswain.evidence.stress;

import org.jspecify.annotations.NullMarked;
