package io.coxswain.apiserver.admission.webhook;

import java.io.IOException;

/** Knows where services are. */
@FunctionalInterface
public interface ServiceAddresses {

  /**
   * Host and port at which the service answers.
   *
   * @throws IOException when there is no such service, in the words that are shown to the user
   */
  String of(ServiceReference service) throws IOException;
}
