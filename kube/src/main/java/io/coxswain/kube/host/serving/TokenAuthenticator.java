package io.coxswain.kube.host.serving;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.access.BearerToken;
import io.coxswain.runtime.access.TokenReviews;
import io.coxswain.runtime.access.User;
import io.coxswain.runtime.http.Request;
import java.util.Optional;

/** Authenticates by bearer token; the API server reviews it. */
record TokenAuthenticator(TokenReviews reviews) implements Authenticator {
  @Override
  public Optional<User> authenticate(Request request)
      throws InvalidCredentials, ApiException, CancelledException {
    String token = BearerToken.of(request);
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Optional<User> user = reviews.authenticate(token);
    if (user.isEmpty()) {
      throw new InvalidCredentials("invalid bearer token");
    }
    return user;
  }
}
