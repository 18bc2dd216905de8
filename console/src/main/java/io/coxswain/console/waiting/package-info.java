/**
 * Why something waits, in one sentence. {@link io.coxswain.console.waiting.WaitingReason} is a pure
 * function from what the cluster shows about a training, or a single pod, to the cause that blocks
 * it, with the object that causes it. It goes from the root of the training to its pods, because a
 * cause further up explains everything below it.
 */
@NullMarked
package io.coxswain.console.waiting;

import org.jspecify.annotations.NullMarked;
