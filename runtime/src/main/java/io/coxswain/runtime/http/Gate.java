package io.coxswain.runtime.http;

import org.jspecify.annotations.Nullable;

/** Decides who may ask. */
@FunctionalInterface
public interface Gate {
  /** Lets everybody pass. */
  Gate OPEN = request -> null;

  /** What one who may not pass is told; null for one who may. */
  @Nullable Answer refusal(Request request);
}
