package io.coxswain.console.waiting;

import io.coxswain.console.summary.Ref;

/**
 * Why something waits.
 *
 * @param sentence for people
 * @param ref the object that causes it
 */
public record Waiting(Cause cause, String sentence, Ref ref) {}
