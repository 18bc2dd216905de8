package io.coxswain.kube.host.serving;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.access.User;
import io.coxswain.runtime.http.Request;
import java.util.Optional;

/** Authenticates requests. */
@FunctionalInterface
interface Authenticator {
  /**
   * The user; empty if the request has no credentials of this type.
   *
   * @throws InvalidCredentials if it has invalid credentials
   */
  Optional<User> authenticate(Request request)
      throws InvalidCredentials, ApiException, CancelledException;

  /** The credentials of the request are invalid. */
  final class InvalidCredentials extends Exception {
    private static final long serialVersionUID = 1;

    InvalidCredentials(String message) {
      super(message);
    }
  }
}
