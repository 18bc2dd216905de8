package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.http.EndpointResponse;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes a TokenReview and responds with its status. The response to a request that cannot be
 * decoded is unauthenticated.
 */
final class TokenReviewHook implements Hook {
  static final int MAX_SIZE = 1024 * 1024;
  private static final Logger log = LoggerFactory.getLogger("webhook");
  private static final String V1 = "authentication.k8s.io/v1";
  private static final Set<String> VERSIONS = Set.of(V1, "authentication.k8s.io/v1beta1");

  private final TokenReviewer reviewer;
  private final Runnable panicked;

  TokenReviewHook(TokenReviewer reviewer, Runnable panicked) {
    this.reviewer = reviewer;
    this.panicked = panicked;
  }

  @Override
  public EndpointResponse answer(String contentType, byte[] body) {
    if (body.length == 0) {
      return write(V1, failed("request body is empty"));
    }
    if (body.length > MAX_SIZE) {
      return write(V1, failed("request entity is too large; limit is " + MAX_SIZE + " bytes"));
    }
    if (!contentType.equals("application/json")) {
      return write(V1, failed("contentType=" + contentType + ", expected application/json"));
    }
    JsonNode tree;
    try {
      tree = Json.MAPPER.readTree(body);
    } catch (IOException e) {
      return write(V1, failed("couldn't get version/kind; json parse error: " + e.getMessage()));
    }
    String version = tree.path("apiVersion").asText("");
    String kind = tree.path("kind").asText("");
    if (!VERSIONS.contains(version) || !kind.equals("TokenReview")) {
      return write(
          V1, failed("no kind \"" + kind + "\" is registered for version \"" + version + "\""));
    }
    if (tree.path("spec").path("token").asText("").isEmpty()) {
      return write(version, failed("token is empty"));
    }
    return write(version, review((ObjectNode) tree));
  }

  private TokenReviewStatus review(ObjectNode tree) {
    try {
      return reviewer.review(Json.convert(tree, TokenReview.class));
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException e) {
      panicked.run();
      log.error("Observed a panic", e);
      return failed("panic: " + e + " [recovered]");
    }
  }

  private static TokenReviewStatus failed(String why) {
    var status = new TokenReviewStatus();
    status.setAuthenticated(false);
    status.setError(why);
    return status;
  }

  private static EndpointResponse write(String version, TokenReviewStatus status) {
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.put("kind", "TokenReview").put("apiVersion", version);
    review.putObject("metadata");
    review.putObject("spec");
    review.set("status", Json.tree(status));
    return new EndpointResponse(200, "application/json", Json.bytes(review));
  }
}
