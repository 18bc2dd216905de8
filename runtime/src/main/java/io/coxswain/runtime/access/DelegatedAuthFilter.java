package io.coxswain.runtime.access;

import io.coxswain.api.ApiException;
import io.coxswain.env.Env;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import io.coxswain.runtime.http.RequestFilter;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delegated authentication and authorization: a TokenReview authenticates the bearer token, a
 * SubjectAccessReview authorizes the path. Results are cached: users for a minute, allowed requests
 * for five minutes, denied ones for half a minute.
 */
public final class DelegatedAuthFilter implements RequestFilter {
  private static final Logger log = LoggerFactory.getLogger(DelegatedAuthFilter.class);
  private static final Duration USER = Duration.ofMinutes(1);
  private static final Duration ALLOWED = Duration.ofMinutes(5);
  private static final Duration DENIED = Duration.ofSeconds(30);

  private final TokenReviews tokens;
  private final AccessReviews access;

  public DelegatedAuthFilter(Env env, Rest rest) {
    this.tokens = new TokenReviews(env, rest, ReviewObserver.NONE, USER);
    this.access = new AccessReviews(env, rest, ReviewObserver.NONE, ALLOWED, DENIED);
  }

  @Override
  public @Nullable EndpointResponse reject(Request request) {
    String token = BearerToken.of(request);
    if (token.isEmpty()) {
      return unauthorized();
    }
    try {
      Optional<User> user = tokens.authenticate(token);
      if (user.isEmpty()) {
        return unauthorized();
      }
      String verb = request.method().toLowerCase(Locale.ROOT);
      return access.allows(user.get(), verb, request.path())
          ? null
          : EndpointResponse.text(403, "Authorization denied for user " + user.get().name() + "\n");
    } catch (ApiException e) {
      log.atError()
          .addKeyValue("err", e.getMessage())
          .log("Authentication or authorization failed");
      return EndpointResponse.text(500, "Authentication failed\n");
    }
  }

  private static EndpointResponse unauthorized() {
    return EndpointResponse.text(401, "Unauthorized\n");
  }
}
