package io.coxswain.kube.host.clients;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;

/** Creates API clients for components of the program. */
public interface ClientBuilder {
  /**
   * The transport of the named component.
   *
   * @throws ApiException if its service account cannot be created
   */
  ApiTransport transport(String name) throws ApiException, CancelledException;

  /** The User-Agent of the component. */
  String userAgent(String name);
}
