package io.coxswain.runtime.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Authenticates tokens with TokenReviews. Caches users and invalid tokens for the same time. */
public final class TokenReviews {
  private final Reviews reviews;
  private final ExpiringCache<String, Optional<User>> known;
  private final Duration ttl;

  public TokenReviews(Env env, Rest rest, ReviewObserver observer, Duration ttl) {
    this.reviews = new Reviews(rest, env.clock(), env.entropy().derive("token reviews"), observer);
    this.known = new ExpiringCache<>(env.clock());
    this.ttl = ttl;
  }

  /** The user of the token; empty if the token is not valid. */
  public Optional<User> authenticate(String token) throws ApiException, CancelledException {
    Optional<Optional<User>> remembered = known.find(token);
    if (remembered.isPresent()) {
      return remembered.get();
    }
    ObjectNode review = Reviews.review("authentication.k8s.io/v1", "TokenReview");
    review.putObject("spec").put("token", token);
    JsonNode status = reviews.ask("/apis/authentication.k8s.io/v1/tokenreviews", review);
    Optional<User> user =
        status.path("authenticated").asBoolean()
            ? Optional.of(user(status.path("user")))
            : Optional.empty();
    known.put(token, user, ttl);
    return user;
  }

  private static User user(JsonNode user) {
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
