package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** A webhook in the same process. */
@FunctionalInterface
public interface WebhookHandler {

  /**
   * Returns the response to a review, as a complete review.
   *
   * @throws IOException if there is no response; the call has failed then
   */
  ObjectNode answer(ObjectNode review) throws IOException;
}
