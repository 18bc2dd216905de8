package io.coxswain.sim;

import io.coxswain.runtime.webhook.Webhooks;
import java.util.List;

/** Connects the API server of a world to the webhooks of one of its processes. */
@FunctionalInterface
public interface WebhookRoute {

  /**
   * Serves the webhooks for a service on these paths once they are registered, as long as the
   * process runs. If several processes serve one service, the first running one is called.
   */
  void serve(String namespace, String service, Webhooks webhooks, List<String> paths);

  /** Like the other method, for the paths that are registered by now. */
  default void serve(String namespace, String service, Webhooks webhooks) {
    serve(namespace, service, webhooks, webhooks.paths());
  }
}
