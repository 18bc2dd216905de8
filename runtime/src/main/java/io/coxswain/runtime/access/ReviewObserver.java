package io.coxswain.runtime.access;

/** Is notified of every request for a review, for metrics. */
@FunctionalInterface
public interface ReviewObserver {
  /** Observes nothing. */
  ReviewObserver NONE = (code, nanos) -> {};

  /**
   * @param code the status code of the response; {@code <error>} if the request failed
   */
  void answered(String code, long nanos);
}
