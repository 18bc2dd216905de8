/**
 * The work queue between watches and workers.
 *
 * <p>Guarantees of every {@link io.coxswain.runtime.queue.WorkQueue}: a key is in the queue at most
 * once, however often it is added; no two workers process the same key; a key added while it is
 * being processed is handed out once more after {@link io.coxswain.runtime.queue.WorkQueue#done};
 * of two delays of a key the shorter wins. An idle queue does nothing: one timer is set for the
 * earliest delayed key.
 *
 * <p>{@link io.coxswain.runtime.queue.PriorityWorkQueue} is the queue of controller-runtime
 * programs, {@link io.coxswain.runtime.queue.ClassicWorkQueue} that of kube-controller-manager.
 * {@link io.coxswain.runtime.queue.RateLimiter} determines the delay of failing keys.
 */
@NullMarked
package io.coxswain.runtime.queue;

import org.jspecify.annotations.NullMarked;
