package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;

/**
 * Brings the world one step closer to what the object under the key asks for. Level-triggered: it
 * is told that something changed, never what.
 *
 * @param <K> usually {@link io.coxswain.api.ObjectKey}; any record will do
 */
@FunctionalInterface
public interface Reconciler<K> {
  Outcome reconcile(K key, Reconciliation pass) throws ApiException;
}
