package io.coxswain.runtime.webhook;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;

/** Says whose a token is. */
@FunctionalInterface
public interface TokenReviewer {
  /**
   * @param review with a token that is not empty
   */
  TokenReviewStatus review(TokenReview review);
}
