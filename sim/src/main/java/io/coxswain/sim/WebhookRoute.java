package io.coxswain.sim;

import io.coxswain.runtime.webhook.Webhooks;
import java.util.List;

/** The way from the API server of a world to the webhooks of one of its processes. */
@FunctionalInterface
public interface WebhookRoute {

  /**
   * Lets the webhooks answer for a service on these paths, as long as the process runs and once
   * they are registered. Several processes may stand behind one service; the first that runs is
   * asked.
   */
  void serve(String namespace, String service, Webhooks webhooks, List<String> paths);

  /** As the other, on the paths that are registered by now. */
  default void serve(String namespace, String service, Webhooks webhooks) {
    serve(namespace, service, webhooks, webhooks.paths());
  }
}
