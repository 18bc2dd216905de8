/**
 * Watches, work queues and reconcilers. A {@link io.coxswain.runtime.controller.Reconciler} moves
 * the actual state towards the desired state and returns when to run again; a {@link
 * io.coxswain.runtime.controller.ControllerBuilder} declares which events enqueue which keys.
 *
 * <p>Guarantees: a key is never reconciled by two workers at the same time; an event that arrives
 * while its key is being reconciled leads to one further reconcile; a failed reconcile is retried
 * with backoff, indefinitely, unless it failed with {@link
 * io.coxswain.runtime.controller.TerminalException}; a reconcile does not start before the cache
 * reflects the writes of the key's earlier reconciles.
 *
 * <p>A controller that is declared {@code sharded} runs on every replica of a program with several
 * shards: as one {@link io.coxswain.runtime.controller.WorkerController} for each shard that the
 * replica holds, which starts when the shard is acquired, with caches that contain what the
 * previous holder wrote, and which cannot write once the lease of the shard is lost.
 */
@NullMarked
package io.coxswain.runtime.controller;

import org.jspecify.annotations.NullMarked;
