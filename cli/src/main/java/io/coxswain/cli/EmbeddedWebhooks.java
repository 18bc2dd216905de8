package io.coxswain.cli;

import io.coxswain.api.ApiException;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * Connects the API server of this process to the webhooks of programs in the same process: by the
 * service that configurations name, without a connection or a certificate.
 */
final class EmbeddedWebhooks {
  private EmbeddedWebhooks() {}

  /**
   * @param configurations the webhook configurations of the server
   */
  static void connect(
      ApiServer server,
      Client client,
      Webhooks webhooks,
      String namespace,
      String service,
      List<HasMetadata> configurations)
      throws ApiException {
    for (String path : webhooks.paths()) {
      server.webhooks().register(namespace, service, path, review -> webhooks.call(path, review));
    }
    for (HasMetadata configuration : configurations) {
      client.fieldOwner("coxswain").apply(configuration);
    }
  }
}
