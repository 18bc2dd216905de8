package io.coxswain.runtime.webhook;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;

/** Authenticates tokens. */
@FunctionalInterface
public interface TokenReviewer {
  /**
   * @param review with a non-empty token
   */
  TokenReviewStatus review(TokenReview review);
}
