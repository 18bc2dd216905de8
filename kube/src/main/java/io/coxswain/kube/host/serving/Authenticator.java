package io.coxswain.kube.host.serving;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.http.Request;
import java.util.Optional;

/** Finds out who asks. */
@FunctionalInterface
interface Authenticator {
  /**
   * The user; empty when the request shows nothing that this one knows how to read.
   *
   * @throws Refused when it shows something that is not good
   */
  Optional<User> authenticate(Request request) throws Refused, ApiException, CancelledException;

  /** What was shown does not say who asks. */
  final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }
}
