package io.coxswain.apiserver.rest;

import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.env.Cancellation;
import io.coxswain.env.CancelledException;

/**
 * The attempts of one write that other writers race with: bounded in number, and by the time of the
 * request.
 */
final class Attempts {
  /** More than all writers that are let in at once could cause in a row. */
  private static final int MAX_COUNT = 1000;

  private int made;

  /**
   * To be called before each attempt.
   *
   * @throws StatusException a conflict, after too many
   */
  void next(ResourceType type, String name) throws CancelledException {
    Cancellation.check();
    made++;
    if (made > MAX_COUNT) {
      throw StatusException.modified(type, name);
    }
  }
}
