package io.coxswain.apiserver.admission.webhook;

import java.io.IOException;
import java.time.Duration;

/** The way to webhooks that are not in this process. */
@FunctionalInterface
public interface WebhookTransport {

  /**
   * Posts a review and returns the answer's body.
   *
   * @param service the service to be found, or null when the URL says where to go
   * @param url with the query
   * @throws IOException with what went wrong, in the words that are shown to the user
   */
  byte[] post(
      @org.jspecify.annotations.Nullable ServiceReference service,
      String url,
      byte[] caBundle,
      byte[] review,
      Duration timeout)
      throws IOException;
}
