package io.coxswain.kube.host.clients;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;

/** Says who a part of the program is to the API server. */
public interface ClientBuilder {
  /**
   * What a part of that name sends its requests through.
   *
   * @throws ApiException when an account was to be seen to and could not be
   */
  ApiTransport transport(String name) throws ApiException, CancelledException;

  /** What stands in its requests. */
  String userAgent(String name);
}
