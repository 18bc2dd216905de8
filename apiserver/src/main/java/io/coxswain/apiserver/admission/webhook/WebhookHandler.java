package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** A webhook in the same process. */
@FunctionalInterface
public interface WebhookHandler {

  /**
   * The answer to a review, as a whole review again.
   *
   * @throws IOException when there is no answer; the call has failed then
   */
  ObjectNode answer(ObjectNode review) throws IOException;
}
