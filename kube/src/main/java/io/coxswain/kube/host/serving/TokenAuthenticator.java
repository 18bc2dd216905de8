package io.coxswain.kube.host.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.http.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Asks the API server whose a token is; a yes and a no are remembered. */
final class TokenAuthenticator implements Authenticator {
  private static final String BEARER = "bearer ";
  private static final String SOCKET_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

  private final Reviews reviews;
  private final ExpiringCache<String, Optional<User>> known;
  private final Duration memory;

  TokenAuthenticator(Reviews reviews, Clock clock, Duration memory) {
    this.reviews = reviews;
    this.known = new ExpiringCache<>(clock);
    this.memory = memory;
  }

  @Override
  public Optional<User> authenticate(Request request)
      throws Refused, ApiException, CancelledException {
    String token = token(request);
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Optional<Optional<User>> remembered = known.find(token);
    Optional<User> user = remembered.isPresent() ? remembered.get() : review(token);
    if (user.isEmpty()) {
      throw new Refused("invalid bearer token");
    }
    return user;
  }

  private static String token(Request request) {
    String header = request.header("authorization");
    if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return header.substring(BEARER.length()).strip();
    }
    for (String protocol : request.header("sec-websocket-protocol").split(",\\s*")) {
      if (protocol.startsWith(SOCKET_PROTOCOL)) {
        return decoded(protocol.substring(SOCKET_PROTOCOL.length()));
      }
    }
    return "";
  }

  private static String decoded(String text) {
    try {
      return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private Optional<User> review(String token) throws ApiException, CancelledException {
    ObjectNode review = Reviews.review("authentication.k8s.io/v1", "TokenReview");
    review.putObject("spec").put("token", token);
    JsonNode status = reviews.ask("/apis/authentication.k8s.io/v1/tokenreviews", review);
    Optional<User> user =
        status.path("authenticated").asBoolean() ? Optional.of(user(status)) : Optional.empty();
    known.put(token, user, memory);
    return user;
  }

  private static User user(JsonNode status) {
    JsonNode user = status.path("user");
    var extra = new TreeMap<String, List<String>>();
    user.path("extra").properties().forEach(e -> extra.put(e.getKey(), texts(e.getValue())));
    return new User(
        user.path("username").asText(""),
        user.path("uid").asText(""),
        texts(user.path("groups")),
        extra);
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }
}
