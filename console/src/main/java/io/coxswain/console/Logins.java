package io.coxswain.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.console.http.AllowedOrigins;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.session.LoginLinks;
import io.coxswain.console.session.Session;
import io.coxswain.console.session.Sessions;
import io.coxswain.console.session.UserInfo;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.access.BearerToken;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns credentials into sessions and finds the session of a request: by its cookie or, behind a
 * proxy that authenticates users, by the bearer token that the proxy forwards.
 */
final class Logins implements AutoCloseable {
  private static final String COOKIE = "coxswain-console";
  private static final int MAX_TOKEN = 16 * 1024;

  private final Env env;
  private final ConsoleOptions options;
  private final AllowedOrigins origins;
  private final Sessions sessions;
  private final LoginLinks links;
  private final @Nullable ClusterModel shared;
  private final Runnable linkUsed;
  private volatile String cookieName = COOKIE;

  /**
   * @param linkUsed called after a login link has been used, so that the next can be shown
   */
  Logins(Env env, ConsoleOptions options, AllowedOrigins origins, Runnable linkUsed) {
    this.env = env;
    this.options = options;
    this.origins = origins;
    this.sessions = new Sessions(env);
    this.links = new LoginLinks(env.entropy().derive("console login"));
    this.shared =
        options.access() instanceof ConsoleOptions.Shared all
            ? new ClusterModel(env, all.transport())
            : null;
    this.linkUsed = linkUsed;
  }

  /** Browsers send cookies to all ports of a host, so consoles on other ports have other names. */
  void listensOn(int port) {
    cookieName = COOKIE + "-" + port;
  }

  String mode() {
    return shared == null ? "token" : "kubeconfig";
  }

  String currentToken() {
    return links.current();
  }

  /** The model that all sessions share; null if each user has one. */
  @Nullable ClusterModel shared() {
    return shared;
  }

  // ---- sessions

  Optional<Session> find(Request request) throws HttpError, CancelledException {
    Optional<Session> byCookie = sessions.find(cookie(request));
    if (byCookie.isPresent()) {
      return byCookie;
    }
    String token = shared == null ? BearerToken.of(request) : "";
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Optional<Session> known = sessions.find(token);
    return known.isPresent() ? known : Optional.of(open(token, token).session());
  }

  private String cookie(Request request) {
    for (String each : request.header("cookie").split(";")) {
      String[] pair = each.strip().split("=", 2);
      if (pair.length == 2 && pair[0].equals(cookieName)) {
        return pair[1];
      }
    }
    return "";
  }

  /** Uses the one-time token of the link. */
  EndpointResponse byLink(String token) throws CancelledException {
    ClusterModel model = shared;
    if (model == null || !links.use(token)) {
      return EndpointResponse.text(
          403,
          """
          This login link is not valid: it has been used, or is not of this console.
          Open the newest link that the console has printed.
          """);
    }
    linkUsed.run();
    UserInfo user;
    try {
      user = user(model);
    } catch (ApiException e) {
      user = new UserInfo("", List.of());
    }
    Sessions.Opened opened = sessions.open(model, false, user);
    return new EndpointResponse(303, "text/plain; charset=utf-8", new byte[0])
        .with("Location", "/")
        .with("Cache-Control", "no-store")
        .with("Set-Cookie", setCookie(opened.secret()));
  }

  /** Uses a bearer token of the user. */
  Sessions.Opened byToken(String token) throws HttpError, CancelledException {
    if (shared != null) {
      throw HttpError.forbidden("Login", "this console is opened by the link that it has printed");
    }
    return open("", token);
  }

  /**
   * @param secret of the session; empty for a new one
   */
  private Sessions.Opened open(String secret, String token) throws HttpError, CancelledException {
    if (!(options.access() instanceof ConsoleOptions.PerUser perUser)
        || token.isEmpty()
        || token.length() > MAX_TOKEN
        || !token.matches("[\\x21-\\x7e]+")) {
      throw new HttpError(401, "Unauthorized", "the token is not a bearer token");
    }
    var model = new ClusterModel(env, new BearerTransport(perUser.anonymous(), token));
    try {
      UserInfo user = user(model);
      if (user.name().isEmpty() || user.name().equals("system:anonymous")) {
        throw new HttpError(401, "Unauthorized", "the API server does not accept the token");
      }
      return secret.isEmpty()
          ? sessions.open(model, true, user)
          : sessions.open(secret, model, true, user);
    } catch (ApiException e) {
      model.close();
      throw HttpError.of(e);
    } catch (HttpError e) {
      model.close();
      throw e;
    }
  }

  /** Asks the API server who the holder of the credentials is. */
  private static UserInfo user(ClusterModel model) throws ApiException, CancelledException {
    ObjectNode review = Json.NODES.objectNode();
    review.put("apiVersion", "authentication.k8s.io/v1").put("kind", "SelfSubjectReview");
    byte[] answer =
        model
            .client()
            .call(
                ApiRequest.of("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews")
                    .body("application/json", Json.bytes(review)))
            .body();
    JsonNode info = Json.tree(answer).path("status").path("userInfo");
    var groups = new ArrayList<String>();
    info.path("groups").forEach(group -> groups.add(group.asText()));
    return new UserInfo(info.path("username").asText(""), groups);
  }

  String setCookie(String secret) {
    return cookieName
        + "="
        + secret
        + "; Path=/; HttpOnly; SameSite=Strict"
        + (origins.isSecure() ? "; Secure" : "");
  }

  /** Ends the session of the request; returns the header that removes the cookie. */
  String end(Request request) {
    sessions.end(cookie(request));
    return cookieName + "=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0";
  }

  @Override
  public void close() {
    sessions.close();
    if (shared != null) {
      shared.close();
    }
  }
}
