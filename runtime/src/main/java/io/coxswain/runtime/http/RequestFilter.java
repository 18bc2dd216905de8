package io.coxswain.runtime.http;

import org.jspecify.annotations.Nullable;

/** Decides who may ask. */
@FunctionalInterface
public interface RequestFilter {
  /** Lets everybody pass. */
  RequestFilter OPEN = request -> null;

  /** What one who may not pass is told; null for one who may. */
  @Nullable EndpointResponse reject(Request request);
}
