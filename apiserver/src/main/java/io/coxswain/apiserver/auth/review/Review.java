package io.coxswain.apiserver.auth.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.auth.User;

/** One kind of review. */
public interface Review {

  /** Rejects an invalid review. */
  default void check(ObjectNode question, String namespace) {}

  /** The review with its status, or the status alone. */
  ObjectNode answer(ObjectNode question, User caller);
}
