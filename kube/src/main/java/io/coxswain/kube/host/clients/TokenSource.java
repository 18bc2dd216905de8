package io.coxswain.kube.host.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token of one service account, requested if there is none and renewed in the last fifth of its
 * lifetime. One task sends the request while others wait for it.
 */
final class TokenSource {
  private static final Logger log = LoggerFactory.getLogger(TokenSource.class);
  private static final long ASKED_SECONDS = 3600;
  private static final Duration MIN_LIFE = Duration.ofMinutes(10);
  private static final int MAX_ATTEMPTS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  private final Env env;
  private final Rest root;
  private final String namespace;
  private final String name;
  private final ReentrantLock lock = new ReentrantLock();
  private final Bell answered;
  private @Nullable Token current;
  private boolean asking;

  private record Token(String text, long untilNanos) {}

  TokenSource(Env env, Rest root, String namespace, String name) {
    this.env = env;
    this.root = root;
    this.namespace = namespace;
    this.name = name;
    this.answered = env.tasks().newBell();
  }

  /** The current token. */
  String token() throws ApiException, CancelledException {
    while (true) {
      long rings = answered.rings();
      lock.lock();
      try {
        if (current != null && env.clock().nanos() < current.untilNanos) {
          return current.text;
        }
        if (!asking) {
          asking = true;
          break;
        }
      } finally {
        lock.unlock();
      }
      answered.await(rings);
    }
    Token asked = null;
    try {
      asked = ask();
      return asked.text;
    } finally {
      lock.lock();
      try {
        asking = false;
        current = asked;
      } finally {
        lock.unlock();
      }
      answered.ring();
    }
  }

  /** Discards a token that the API server rejected. */
  void refused(String token) {
    lock.lock();
    try {
      if (current != null && current.text.equals(token)) {
        current = null;
      }
    } finally {
      lock.unlock();
    }
  }

  private Token ask() throws ApiException, CancelledException {
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      try {
        ensureAccount();
        return request();
      } catch (ApiException e) {
        if (tries == MAX_ATTEMPTS) {
          throw e;
        }
        log.atInfo()
            .addKeyValue("serviceAccount", namespace + "/" + name)
            .addKeyValue("err", e.getMessage())
            .log("Failed to get token for service account, will retry");
      }
      env.clock().sleep(pause);
      pause = pause.multipliedBy(2);
    }
  }

  private Token request() throws ApiException, CancelledException {
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
    review.putObject("spec").put("expirationSeconds", ASKED_SECONDS);
    JsonNode status = post(accounts() + "/" + name + "/token", review).path("status");
    Duration life = Duration.between(env.clock().now(), expiry(status));
    if (life.compareTo(MIN_LIFE) < 0) {
      life = MIN_LIFE;
    }
    return new Token(status.path("token").asText(""), env.clock().nanos() + life.toNanos() / 5 * 4);
  }

  private Instant expiry(JsonNode status) {
    try {
      return Timestamps.instant(status.path("expirationTimestamp").asText(""));
    } catch (DateTimeParseException e) {
      return env.clock().now();
    }
  }

  // ---- service account

  /** Creates the service account unless it exists. */
  void ensureAccount() throws ApiException, CancelledException {
    if (isThere(accounts() + "/" + name)) {
      return;
    }
    ensureNamespace();
    ObjectNode account = Json.MAPPER.createObjectNode();
    account.put("apiVersion", "v1").put("kind", "ServiceAccount");
    account.putObject("metadata").put("namespace", namespace).put("name", name);
    try {
      post(accounts(), account);
    } catch (ApiException.AlreadyExists e) {
      log.atDebug()
          .addKeyValue("serviceAccount", namespace + "/" + name)
          .log("Service account already exists");
    }
  }

  private void ensureNamespace() throws CancelledException {
    try {
      if (!isThere("/api/v1/namespaces/" + namespace)) {
        ObjectNode created = Json.MAPPER.createObjectNode();
        created.put("apiVersion", "v1").put("kind", "Namespace");
        created.putObject("metadata").put("name", namespace);
        post("/api/v1/namespaces", created);
      }
    } catch (ApiException e) {
      // If this matters, creating the service account fails.
      log.atInfo()
          .addKeyValue("namespace", namespace)
          .addKeyValue("err", e.getMessage())
          .log("Failed to create namespace");
    }
  }

  private String accounts() {
    return "/api/v1/namespaces/" + namespace + "/serviceaccounts";
  }

  private boolean isThere(String path) throws ApiException, CancelledException {
    try {
      root.call(ApiRequest.get(path));
      return true;
    } catch (ApiException.NotFound e) {
      return false;
    }
  }

  private JsonNode post(String path, ObjectNode object) throws ApiException, CancelledException {
    return Json.tree(
        root.call(ApiRequest.of("POST", path).body("application/json", Json.bytes(object))).body());
  }
}
