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
 */
@NullMarked
package io.coxswain.runtime.controller;

import org.jspecify.annotations.NullMarked;
