package io.coxswain.sim;

import io.coxswain.env.Env;

/** The main method of a simulated process that also serves webhooks. */
@FunctionalInterface
public interface Serving {

  /**
   * @param route connects the API server to the webhooks
   */
  void run(Env env, WebhookRoute route) throws Exception;
}
