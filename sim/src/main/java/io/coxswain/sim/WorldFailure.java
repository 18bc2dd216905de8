package io.coxswain.sim;

import org.jspecify.annotations.Nullable;

/**
 * A run that did not reach the state its script waits for; the message contains everything a replay
 * needs.
 */
public final class WorldFailure extends AssertionError {
  WorldFailure(String message) {
    super(message);
  }

  WorldFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
