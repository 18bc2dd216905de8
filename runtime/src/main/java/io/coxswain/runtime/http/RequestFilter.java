package io.coxswain.runtime.http;

import org.jspecify.annotations.Nullable;

/** Decides whether a request may proceed. */
@FunctionalInterface
public interface RequestFilter {
  /** Allows all requests. */
  RequestFilter OPEN = request -> null;

  /** The error response for a rejected request; null if the request may proceed. */
  @Nullable EndpointResponse reject(Request request);
}
