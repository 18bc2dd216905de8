package io.coxswain.runtime.webhook;

import io.coxswain.api.ApiException;

/** Fills in what an object leaves open. */
@FunctionalInterface
public interface Defaulter<T> {
  /** Changes the object in place. */
  void fill(T object) throws ApiException;
}
