/**
 * The queue between watches and workers.
 *
 * <p>Guarantees of every {@link io.coxswain.runtime.queue.WorkQueue}: a key is in the queue at most
 * once, however often it is added; no two workers hold the same key; a key added while it is held
 * is handed out once more after {@link io.coxswain.runtime.queue.WorkQueue#done}; of two delays of
 * a key the shorter counts. An idle queue does nothing: one timer is set for the earliest delayed
 * key.
 *
 * <p>{@link io.coxswain.runtime.queue.PriorityWorkQueue} is what programs on controller-runtime
 * have, {@link io.coxswain.runtime.queue.ClassicWorkQueue} what kube-controller-manager has. {@link
 * io.coxswain.runtime.queue.RateLimiter} says how long a failing key waits.
 */
@NullMarked
package io.coxswain.runtime.queue;

import org.jspecify.annotations.NullMarked;
