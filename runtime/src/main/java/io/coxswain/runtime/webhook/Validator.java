package io.coxswain.runtime.webhook;

import io.coxswain.api.ApiException;

/**
 * Says whether a change is acceptable. An {@link ApiException} refuses it too, and is what the
 * caller of the API gets to see.
 */
@FunctionalInterface
public interface Validator<T> {
  Verdict validate(Review<T> review) throws ApiException;
}
