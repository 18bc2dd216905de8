package io.coxswain.runtime.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import io.coxswain.runtime.http.RequestFilter;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets pass who shows a token that a TokenReview accepts and whose user a SubjectAccessReview
 * allows the path. Answers are remembered: users for a minute, permissions for five, refusals for
 * half a minute.
 */
public final class DelegatedAuthFilter implements RequestFilter {
  private static final Logger log = LoggerFactory.getLogger(DelegatedAuthFilter.class);
  private static final Duration USER = Duration.ofMinutes(1);
  private static final Duration ALLOWED = Duration.ofMinutes(5);
  private static final Duration DENIED = Duration.ofSeconds(30);
  private static final int MAX_ATTEMPTS = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final int REMEMBERED = 1000;

  private final Env env;
  private final Rest rest;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Remembered<JsonNode>> users = new Recent<>();
  private final Map<Question, Remembered<Boolean>> permissions = new Recent<>();

  private record Remembered<T>(T answer, long untilNanos) {}

  private record Question(JsonNode user, String verb, String path) {}

  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > REMEMBERED;
    }
  }

  public DelegatedAuthFilter(Env env, Rest rest) {
    this.env = env;
    this.rest = rest;
  }

  @Override
  public @Nullable EndpointResponse reject(Request request) {
    String header = request.header("authorization");
    if (!header.startsWith("Bearer ") || header.length() == "Bearer ".length()) {
      return unauthorized();
    }
    try {
      JsonNode user = user(header.substring("Bearer ".length()).strip());
      if (user.isMissingNode()) {
        return unauthorized();
      }
      String verb = request.method().toLowerCase(Locale.ROOT);
      return isAllowed(new Question(user, verb, request.path()))
          ? null
          : EndpointResponse.text(
              403, "Authorization denied for user " + user.path("username").asText("") + "\n");
    } catch (ApiException e) {
      log.error("Authentication or authorization failed: {}", e.getMessage());
      return EndpointResponse.text(500, "Authentication failed\n");
    }
  }

  private static EndpointResponse unauthorized() {
    return EndpointResponse.text(401, "Unauthorized\n");
  }

  /** The user the token stands for; missing when it stands for none. */
  private JsonNode user(String token) throws ApiException {
    Remembered<JsonNode> known = find(users, token);
    if (known != null) {
      return known.answer;
    }
    ObjectNode review = review("authentication.k8s.io/v1", "TokenReview");
    review.putObject("spec").put("token", token);
    JsonNode status = ask("/apis/authentication.k8s.io/v1/tokenreviews", review);
    JsonNode user =
        status.path("authenticated").asBoolean()
            ? status.path("user")
            : com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    remember(users, token, user, USER);
    return user;
  }

  private boolean isAllowed(Question question) throws ApiException {
    Remembered<Boolean> known = find(permissions, question);
    if (known != null) {
      return known.answer;
    }
    ObjectNode review = review("authorization.k8s.io/v1", "SubjectAccessReview");
    ObjectNode spec = review.putObject("spec");
    spec.put("user", question.user.path("username").asText(""));
    spec.put("uid", question.user.path("uid").asText(""));
    if (question.user.path("groups").isArray()) {
      spec.set("groups", question.user.path("groups"));
    }
    if (question.user.path("extra").isObject()) {
      spec.set("extra", question.user.path("extra"));
    }
    spec.putObject("nonResourceAttributes").put("path", question.path).put("verb", question.verb);
    JsonNode status = ask("/apis/authorization.k8s.io/v1/subjectaccessreviews", review);
    boolean allowed = status.path("allowed").asBoolean() && !status.path("denied").asBoolean();
    remember(permissions, question, allowed, allowed ? ALLOWED : DENIED);
    return allowed;
  }

  private static ObjectNode review(String version, String kind) {
    return Json.MAPPER.createObjectNode().put("apiVersion", version).put("kind", kind);
  }

  private JsonNode ask(String path, ObjectNode review) throws ApiException, CancelledException {
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      try {
        ApiRequest request =
            ApiRequest.of("POST", path).body("application/json", Json.bytes(review));
        return Json.tree(rest.call(request).body()).path("status");
      } catch (ApiException.NoAnswer | ApiException.ServerError e) {
        if (tries == MAX_ATTEMPTS) {
          throw e;
        }
      }
      env.clock().sleep(pause);
      pause = pause.multipliedBy(3).dividedBy(2);
    }
  }

  private <K, V> @Nullable Remembered<V> find(Map<K, Remembered<V>> known, K key) {
    lock.lock();
    try {
      Remembered<V> found = known.get(key);
      return found != null && found.untilNanos > env.clock().nanos() ? found : null;
    } finally {
      lock.unlock();
    }
  }

  private <K, V> void remember(Map<K, Remembered<V>> known, K key, V answer, Duration time) {
    lock.lock();
    try {
      known.remove(key);
      known.put(key, new Remembered<>(answer, env.clock().nanos() + time.toNanos()));
    } finally {
      lock.unlock();
    }
  }
}
