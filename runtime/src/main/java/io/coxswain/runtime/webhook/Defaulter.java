package io.coxswain.runtime.webhook;

import io.coxswain.api.ApiException;

/** Sets default values. */
@FunctionalInterface
public interface Defaulter<T> {
  /** Modifies the object in place. */
  void fill(T object) throws ApiException;
}
