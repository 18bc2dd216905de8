package io.coxswain.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bootstrap tokens as credentials. */
final class BootstrapTokenTest {
  private static final String TOKEN = "abcdef.0123456789abcdef";

  private final Env env = Env.production();
  private final ApiServer server = ApiServer.create(env);
  private final ApiTransport admin = server.transport("admin", List.of("system:masters"));

  private JsonNode review(String token) throws IOException {
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.putObject("spec").put("token", token);
    ApiResponse response =
        admin.call(
            ApiRequest.of("POST", "/apis/authentication.k8s.io/v1/tokenreviews")
                .body("application/json", Json.bytes(review)));
    assertThat(response.status()).isEqualTo(201);
    return Json.tree(response.body()).path("status");
  }

  private void create(Map<String, String> changes, String type) throws IOException {
    ObjectNode secret = Json.MAPPER.createObjectNode();
    secret.put("type", type);
    secret.putObject("metadata").put("name", "bootstrap-token-abcdef");
    ObjectNode data = secret.putObject("stringData");
    data.put("token-id", "abcdef");
    data.put("token-secret", "0123456789abcdef");
    data.put("usage-bootstrap-authentication", "true");
    data.put("auth-extra-groups", "system:bootstrappers:kubeadm:default-node-token");
    data.put("expiration", Timestamps.format(env.clock().now().plus(Duration.ofHours(1))));
    changes.forEach(data::put);
    ApiResponse response =
        admin.call(
            ApiRequest.of("POST", "/api/v1/namespaces/kube-system/secrets")
                .body("application/json", Json.bytes(secret)));
    assertThat(response.status()).isEqualTo(201);
  }

  @Test
  void authenticatesTheHolderAsABootstrapper() throws Exception {
    create(Map.of(), "bootstrap.kubernetes.io/token");

    JsonNode status = review(TOKEN);

    assertThat(status.path("authenticated").asBoolean()).isTrue();
    assertThat(status.at("/user/username").asText()).isEqualTo("system:bootstrap:abcdef");
    assertThat(status.at("/user/groups").toString())
        .isEqualTo(
            "[\"system:bootstrappers\",\"system:bootstrappers:kubeadm:default-node-token\",\"system:authenticated\"]");
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource({
    "token-secret, 0123456789abcdeg",
    "token-id, abcdeg",
    "usage-bootstrap-authentication, false",
    "expiration, 2020-01-01T00:00:00Z",
    "expiration, soon",
    "auth-extra-groups, system:masters",
    "auth-extra-groups, 'system:bootstrappers:a,system:masters'"
  })
  void rejectsASecretThatDoesNotAllowIt(String key, String value) throws Exception {
    create(Map.of(key, value), "bootstrap.kubernetes.io/token");

    assertThat(review(TOKEN).path("authenticated").asBoolean()).isFalse();
  }

  @Test
  void rejectsASecretOfAnotherType() throws Exception {
    create(Map.of(), "Opaque");

    assertThat(review(TOKEN).path("authenticated").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "abcdef.0123456789abcde",
    "abcdef.0123456789ABCDEF",
    "abcdef0123456789abcdef",
    "zzzzzz.0123456789abcdef"
  })
  void rejectsOtherTokens(String token) throws Exception {
    create(Map.of(), "bootstrap.kubernetes.io/token");

    assertThat(review(token).path("authenticated").asBoolean()).isFalse();
  }

  @Test
  void mayNotReadTheSecretsOfTheCluster() throws Exception {
    create(Map.of(), "bootstrap.kubernetes.io/token");

    ApiResponse response =
        admin.call(
            ApiRequest.get("/api/v1/namespaces/kube-system/secrets")
                .header("authorization", "Bearer " + TOKEN));

    assertThat(response.status()).isEqualTo(403);
  }
}
