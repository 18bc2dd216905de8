package io.coxswain.apiserver.rest;

import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.env.Cancellation;
import io.coxswain.env.CancelledException;

/**
 * Bounds the attempts of one write that competes with others: in number, and by the time of the
 * request.
 */
final class Attempts {
  /** More than all concurrently admitted writers could cause in a row. */
  private static final int MAX_COUNT = 1000;

  private int made;

  /**
   * Must be called before each attempt.
   *
   * @throws StatusException a conflict, after too many attempts
   */
  void next(ResourceType type, String name) throws CancelledException {
    Cancellation.check();
    made++;
    if (made > MAX_COUNT) {
      throw StatusException.modified(type, name);
    }
  }
}
