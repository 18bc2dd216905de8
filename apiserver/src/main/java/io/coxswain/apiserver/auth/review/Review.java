package io.coxswain.apiserver.auth.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.auth.User;

/** One kind of question. */
public interface Review {

  /** Refuses a question that makes no sense. */
  default void check(ObjectNode question, String namespace) {}

  /** The question with its answer, or the answer alone. */
  ObjectNode answer(ObjectNode question, User caller);
}
