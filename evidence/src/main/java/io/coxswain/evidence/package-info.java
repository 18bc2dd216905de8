/**
 * What a test shows, and what it reads. {@link io.coxswain.evidence.Scenario} names the acceptance
 * scenarios that a test is evidence for; {@code build/Scenarios.java} counts those that passed into
 * {@code docs/parity/scenarios.md}. {@link io.coxswain.evidence.Attack} names the attack that a
 * test reproduces; {@code build/Attacks.java} lists them in {@code docs/attacks.md}. {@link
 * io.coxswain.evidence.TestData} finds the files that tests read.
 */
@NullMarked
package io.coxswain.evidence;

import org.jspecify.annotations.NullMarked;
