package io.coxswain.sim;

import io.coxswain.env.Env;

/** The main method of a simulated process that also answers webhooks. */
@FunctionalInterface
public interface Serving {

  /**
   * @param route how the API server finds its webhooks
   */
  void run(Env env, WebhookRoute route) throws Exception;
}
