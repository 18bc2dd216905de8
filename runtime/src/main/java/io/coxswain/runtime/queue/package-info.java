/**
 * The queue between watches and workers.
 *
 * <p>Guarantees of {@link io.coxswain.runtime.queue.WorkQueue}: a key is in the queue at most once,
 * however often it is added; no two workers hold the same key; a key added while it is held is
 * handed out once more after {@link io.coxswain.runtime.queue.WorkQueue#done}; higher priority
 * comes first, and within one priority the order is that in which keys became ready; of several
 * delays of one key the shortest counts, and adding it without a delay ends the waiting. An idle
 * queue does nothing: one timer is set for the earliest delayed key.
 *
 * <p>{@link io.coxswain.runtime.queue.BackOff} says how long a failing key waits.
 */
@NullMarked
package io.coxswain.runtime.queue;

import org.jspecify.annotations.NullMarked;
