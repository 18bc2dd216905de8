package io.coxswain.kube.host.clients;

import io.coxswain.env.ApiTransport;

/** Everybody is the kubeconfig's user, told apart by the User-Agent. */
public final class SimpleClientBuilder implements ClientBuilder {
  private final ApiTransport api;
  private final String program;

  /**
   * @param program how User-Agents begin
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
