package io.coxswain.runtime.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;

/** Sends reviews to an API server, with retries. */
final class Reviews {
  private static final int MAX_ATTEMPTS = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final double JITTER = 0.2;

  private final Rest rest;
  private final Clock clock;
  private final Entropy entropy;
  private final ReviewObserver observer;

  Reviews(Rest rest, Clock clock, Entropy entropy, ReviewObserver observer) {
    this.rest = rest;
    this.clock = clock;
    this.entropy = entropy;
    this.observer = observer;
  }

  static ObjectNode review(String version, String kind) {
    return Json.MAPPER.createObjectNode().put("apiVersion", version).put("kind", kind);
  }

  /** The status of the review. */
  JsonNode ask(String path, ObjectNode review) throws ApiException, CancelledException {
    Duration pause = FIRST_PAUSE;
    for (int tries = 1; ; tries++) {
      long began = clock.nanos();
      try {
        var answer =
            rest.call(ApiRequest.of("POST", path).body("application/json", Json.bytes(review)));
        observer.answered(Integer.toString(answer.status()), clock.nanos() - began);
        return Json.tree(answer.body()).path("status");
      } catch (ApiException.NoAnswer | ApiException.ServerError e) {
        observer.answered("<error>", clock.nanos() - began);
        if (tries == MAX_ATTEMPTS) {
          throw e;
        }
      }
      clock.sleep(Duration.ofNanos((long) (pause.toNanos() * (1 + JITTER * entropy.nextDouble()))));
      pause = pause.multipliedBy(3).dividedBy(2);
    }
  }
}
