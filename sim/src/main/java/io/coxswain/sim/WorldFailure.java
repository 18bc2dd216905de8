package io.coxswain.sim;

import org.jspecify.annotations.Nullable;

/** A run that did not do what its script waits for; the message holds all that a replay needs. */
public final class WorldFailure extends AssertionError {
  WorldFailure(String message) {
    super(message);
  }

  WorldFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
