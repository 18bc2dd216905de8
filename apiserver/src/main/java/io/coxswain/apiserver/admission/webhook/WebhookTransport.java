package io.coxswain.apiserver.admission.webhook;

import java.io.IOException;
import java.time.Duration;

/** The transport to webhooks outside this process. */
@FunctionalInterface
public interface WebhookTransport {

  /**
   * One call.
   *
   * @param url with the query; its host is a name that need not resolve
   * @param endpoint where to connect
   * @param serverName the name that the certificate must contain
   * @param caBundle the trusted CAs in PEM; empty for those of the operating system
   */
  record Call(
      String url,
      ServiceEndpoint endpoint,
      String serverName,
      byte[] caBundle,
      byte[] review,
      Duration timeout) {}

  /**
   * Posts a review and returns the body of the response.
   *
   * @throws IOException with a message that is shown to the user
   */
  byte[] post(Call call) throws IOException;
}
