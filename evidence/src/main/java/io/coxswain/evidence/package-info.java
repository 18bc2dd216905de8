/**
 * What a test shows. {@link io.coxswain.evidence.Scenario} names the acceptance scenarios that a
 * test is evidence for; {@code build/Scenarios.java} counts them into {@code
 * docs/parity/scenarios.md}.
 */
@NullMarked
package io.coxswain.evidence;

import org.jspecify.annotations.NullMarked;
