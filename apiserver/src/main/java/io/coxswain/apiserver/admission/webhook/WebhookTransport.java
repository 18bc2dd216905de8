package io.coxswain.apiserver.admission.webhook;

import java.io.IOException;
import java.time.Duration;

/** The way to webhooks that are not in this process. */
@FunctionalInterface
public interface WebhookTransport {

  /**
   * One call.
   *
   * @param url with the query; its host is a name that need not resolve
   * @param address where to go: host and port
   * @param serverName that the certificate has to show
   * @param caBundle who has to vouch for it, in PEM; empty for those this machine trusts
   */
  record Call(
      String url,
      String address,
      String serverName,
      byte[] caBundle,
      byte[] review,
      Duration timeout) {}

  /**
   * Posts a review and returns the answer's body.
   *
   * @throws IOException with what went wrong, in the words that are shown to the user
   */
  byte[] post(Call call) throws IOException;
}
