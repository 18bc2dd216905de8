package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import org.junit.jupiter.api.Test;

/** What can be made where. */
final class NamespaceScenarioTest {
  private static final String POD =
      "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}]}}";

  private final TestingServer api = new TestingServer();

  @Test
  @Scenario("apiserver-33")
  void nothingIsMadeInATerminatingNamespaceNorInAMissingOne() {
    api.post("/api/v1/namespaces", "{'metadata': {'name': 'ending'}}");
    assertThat(api.post("/api/v1/namespaces/ending/pods", POD).status()).isEqualTo(201);
    api.delete("/api/v1/namespaces/ending");

    ApiResponse refused = api.post("/api/v1/namespaces/ending/pods", POD.replace("'p'", "'late'"));

    assertThat(refused.status()).isEqualTo(403);
    JsonNode status = TestingServer.json(refused);
    assertThat(status.path("reason").asText()).isEqualTo("Forbidden");
    assertThat(status.path("message").asText())
        .isEqualTo(
            "pods \"late\" is forbidden: unable to create new content in namespace ending because"
                + " it is being terminated");
    assertThat(status.at("/details/causes")).hasSize(1);
    assertThat(status.at("/details/causes/0/reason").asText()).isEqualTo("NamespaceTerminating");
    assertThat(status.at("/details/causes/0/field").asText()).isEqualTo("metadata.namespace");

    // What is there may still be changed and deleted.
    assertThat(
            api.patch(
                    "/api/v1/namespaces/ending/pods/p",
                    TestingServer.MERGE,
                    "{'metadata': {'labels': {'a': 'b'}}}")
                .status())
        .isEqualTo(200);
    assertThat(api.delete("/api/v1/namespaces/ending/pods/p").status()).isEqualTo(200);

    ApiResponse missing = api.post("/api/v1/namespaces/nowhere/pods", POD);

    assertThat(missing.status()).isEqualTo(404);
    assertThat(TestingServer.json(missing).path("message").asText())
        .isEqualTo("namespaces \"nowhere\" not found");
  }
}
