package io.coxswain.kube.host.clients;

import io.coxswain.env.ApiTransport;

/** Uses the credentials of the kubeconfig for all components, which differ in their User-Agent. */
public final class SimpleClientBuilder implements ClientBuilder {
  private final ApiTransport api;
  private final String program;

  /**
   * @param program the prefix of the User-Agent
   */
  public SimpleClientBuilder(ApiTransport api, String program) {
    this.api = api;
    this.program = program;
  }

  @Override
  public ApiTransport transport(String name) {
    return api;
  }

  @Override
  public String userAgent(String name) {
    return program + "/" + name;
  }
}
