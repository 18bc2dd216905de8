package io.coxswain.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import io.coxswain.runtime.metrics.Metrics;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatusBuilder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TokenReviewTest {
  private final Metrics metrics = new Metrics();
  private final Webhooks webhooks = new Webhooks(metrics.webhooks(Env.production().clock()));

  TokenReviewTest() {
    webhooks.authenticate(
        "/token",
        review -> {
          String token = review.getSpec().getToken();
          if (token.equals("bug")) {
            throw new IllegalStateException("bug");
          }
          return new TokenReviewStatusBuilder()
              .withAuthenticated(token.equals("good"))
              .withNewUser()
              .withUsername("someone")
              .endUser()
              .build();
        });
  }

  @Test
  void returnsTheUserOfAToken() {
    JsonNode good = review("good");

    assertThat(good.path("kind").asText()).isEqualTo("TokenReview");
    assertThat(good.path("apiVersion").asText()).isEqualTo("authentication.k8s.io/v1");
    assertThat(good.at("/status/authenticated").asBoolean()).isTrue();
    assertThat(good.at("/status/user/username").asText()).isEqualTo("someone");
    assertThat(review("bad").at("/status/authenticated").asBoolean()).isFalse();
  }

  @Test
  void requestThatCannotBeDecodedIsUnauthenticated() {
    assertThat(error("application/json", "")).isEqualTo("request body is empty");
    assertThat(error("text/plain", "{}"))
        .isEqualTo("contentType=text/plain, expected application/json");
    assertThat(error("application/json", "{")).startsWith("couldn't get version/kind");
    assertThat(error("application/json", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"))
        .isEqualTo("no kind \"Pod\" is registered for version \"v1\"");
    assertThat(error("application/json", body(""))).isEqualTo("token is empty");
    assertThat(error("application/json", "x".repeat(TokenReviewHook.MAX_SIZE + 1)))
        .isEqualTo("request entity is too large; limit is 1048576 bytes");
  }

  @Test
  void countsPanicInReviewerAndDeniesAuthentication() {
    JsonNode answer = review("bug");

    assertThat(answer.at("/status/authenticated").asBoolean()).isFalse();
    assertThat(answer.at("/status/error").asText()).contains("bug").endsWith("[recovered]");
    assertThat(new String(metrics.scrape(), StandardCharsets.UTF_8))
        .contains("controller_runtime_webhook_panics_total 1.0");
  }

  private JsonNode review(String token) {
    return Json.tree(webhooks.call("/token", body(token).getBytes(StandardCharsets.UTF_8)));
  }

  private String error(String contentType, String body) {
    return Json.tree(
            webhooks.answer("/token", contentType, body.getBytes(StandardCharsets.UTF_8)).body())
        .at("/status/error")
        .asText();
  }

  private static String body(String token) {
    return "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\",\"spec\":{\"token\":\""
        + token
        + "\"}}";
  }
}
