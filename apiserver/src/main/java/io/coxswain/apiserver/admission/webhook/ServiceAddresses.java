package io.coxswain.apiserver.admission.webhook;

import java.io.IOException;

/** Resolves the addresses of services. */
@FunctionalInterface
public interface ServiceAddresses {

  /**
   * Where the service is served.
   *
   * @throws IOException when there is no such service, in the words that are shown to the user
   */
  ServiceEndpoint of(ServiceReference service) throws IOException;
}
