package io.coxswain.sim;

import io.coxswain.runtime.webhook.Webhooks;

/** The way from the API server of a world to the webhooks of one of its processes. */
@FunctionalInterface
public interface WebhookRoute {

  /**
   * Lets the webhooks that are registered by now answer for a service, as long as the process runs.
   * Several processes may stand behind one service; the first that runs is asked.
   */
  void serve(String namespace, String service, Webhooks webhooks);
}
