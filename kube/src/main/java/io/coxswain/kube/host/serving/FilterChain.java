package io.coxswain.kube.host.serving;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.access.User;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.Request;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP filter chain: request log, authentication, authorization, then the path handlers. */
final class FilterChain implements Handler {
  private static final Logger log = LoggerFactory.getLogger(FilterChain.class);

  private final List<Authenticator> authenticators;
  private final Authorizer authorizer;
  private final Mux mux;
  private final Clock clock;

  FilterChain(List<Authenticator> authenticators, Authorizer authorizer, Mux mux, Clock clock) {
    this.authenticators = authenticators;
    this.authorizer = authorizer;
    this.mux = mux;
    this.clock = clock;
  }

  @Override
  public EndpointResponse handle(Request request) {
    long began = clock.nanos();
    EndpointResponse answer;
    try {
      answer = filtered(request);
    } catch (CancelledException e) {
      throw e;
    } catch (Exception e) {
      log.atError()
          .addKeyValue("verb", request.method())
          .addKeyValue("URI", request.path())
          .setCause(e)
          .log("Observed a panic");
      answer = status(500, "InternalError", "internal error, please try again later");
    }
    log.atDebug()
        .addKeyValue("verb", request.method())
        .addKeyValue("URI", request.path())
        .addKeyValue("latencyMicros", (clock.nanos() - began) / 1000)
        .addKeyValue("resp", answer.status())
        .log("HTTP");
    return answer.with("Cache-Control", "no-cache, private");
  }

  private EndpointResponse filtered(Request request) throws ApiException {
    User user;
    try {
      user = who(request);
    } catch (Authenticator.InvalidCredentials e) {
      log.atInfo().addKeyValue("err", e.getMessage()).log("Unable to authenticate the request");
      return status(401, "Unauthorized", "Unauthorized");
    }
    String verb = request.method().toLowerCase(Locale.ROOT);
    if (!authorizer.allows(user, verb, request.path())) {
      return status(
          403,
          "Forbidden",
          "forbidden: User \"%s\" cannot %s path \"%s\""
              .formatted(user.name(), verb, request.path()));
    }
    return mux.answer(request);
  }

  /**
   * The first authenticator that succeeds wins. Invalid credentials are rejected unless another
   * authenticator accepts the request.
   */
  private User who(Request request) throws Authenticator.InvalidCredentials, ApiException {
    Authenticator.InvalidCredentials refused = null;
    for (Authenticator each : authenticators) {
      try {
        Optional<User> user = each.authenticate(request);
        if (user.isPresent()) {
          return user.get().authenticated();
        }
      } catch (Authenticator.InvalidCredentials e) {
        refused = e;
      }
    }
    if (refused != null) {
      throw refused;
    }
    return User.ANONYMOUS;
  }

  static EndpointResponse status(int code, String reason, String message) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Failure").put("message", message).put("reason", reason);
    if (code == 403) {
      status.putObject("details");
    }
    status.put("code", code);
    return new EndpointResponse(code, "application/json", Json.bytes(status));
  }
}
