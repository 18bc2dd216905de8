package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;

/**
 * Moves the actual state one step towards the desired state of the object with the given key.
 * Level-triggered: the reconciler learns that something changed, not what.
 *
 * @param <K> usually {@link io.coxswain.api.ObjectKey}; any record works
 */
@FunctionalInterface
public interface Reconciler<K> {
  Outcome reconcile(K key, Reconciliation pass) throws ApiException;
}
