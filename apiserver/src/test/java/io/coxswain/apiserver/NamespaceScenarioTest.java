package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be made where. */
final class NamespaceScenarioTest {
  private static final String POD =
      "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}]}}";

  private final TestingServer api = new TestingServer();

  @Test
  @Scenario("apiserver-33")
  void rejectsCreatesInATerminatingOrMissingNamespace() {
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Foreground |                                | foregroundDeletion
          Orphan     |                                | orphan
          Background |                                |
          Foreground | 'example.com/a'                | example.com/a,foregroundDeletion
          Orphan     | 'foregroundDeletion'           | orphan
          Background | 'foregroundDeletion'           |
                     | 'foregroundDeletion'           | foregroundDeletion
          """)
  void deletionAddsTheFinalizerOfItsPropagationPolicy(
      @Nullable String policy, @Nullable String finalizers, @Nullable String expected) {
    api.post(
        "/api/v1/namespaces",
        "{'metadata': {'name': 'n', 'finalizers': ["
            + (finalizers == null ? "" : "'" + finalizers + "'")
            + "]}}");

    ApiResponse deleted =
        api.delete("/api/v1/namespaces/n" + (policy == null ? "" : "?propagationPolicy=" + policy));
    api.delete("/api/v1/namespaces/n?propagationPolicy=Foreground");

    assertThat(deleted.status()).isEqualTo(200);
    assertThat(finalizers(deleted)).isEqualTo(expected == null ? "" : expected);
    JsonNode stored = TestingServer.json(api.get("/api/v1/namespaces/n"));
    assertThat(stored).isEqualTo(TestingServer.json(deleted));
    assertThat(stored.at("/spec/finalizers/0").asText()).isEqualTo("kubernetes");

    // The namespace controller finalizes the namespace, the garbage collector removes the rest.
    ((ObjectNode) stored.path("spec")).remove("finalizers");
    api.put("/api/v1/namespaces/n/finalize", stored);
    if (expected != null) {
      assertThat(api.get("/api/v1/namespaces/n").status()).isEqualTo(200);
      api.patch("/api/v1/namespaces/n", TestingServer.MERGE, "{'metadata': {'finalizers': null}}");
    }
    assertThat(api.get("/api/v1/namespaces/n").status()).isEqualTo(404);
  }

  @Test
  void firstDeletionOnlyMarksANamespaceWithoutFinalizers() {
    api.post("/api/v1/namespaces", "{'metadata': {'name': 'n'}}");
    api.put("/api/v1/namespaces/n/finalize", "{'metadata': {'name': 'n'}, 'spec': {}}");

    ApiResponse marked = api.delete("/api/v1/namespaces/n");
    ApiResponse removed = api.delete("/api/v1/namespaces/n");

    assertThat(TestingServer.json(marked).at("/status/phase").asText()).isEqualTo("Terminating");
    assertThat(removed.status()).isEqualTo(200);
    assertThat(api.get("/api/v1/namespaces/n").status()).isEqualTo(404);
  }

  @Test
  void failedPreconditionsAreReportedInTheWordsOfTheNamespaceRegistry() {
    JsonNode created =
        TestingServer.json(api.post("/api/v1/namespaces", "{'metadata': {'name': 'n'}}"));

    ApiResponse response =
        api.call(
            TestingServer.request("DELETE", "/api/v1/namespaces/n")
                .body("application/json", Json.bytes(Map.of("preconditions", Map.of("uid", "a")))));

    assertThat(response.status()).isEqualTo(409);
    assertThat(TestingServer.json(response).path("message").asText())
        .isEqualTo(
            "Operation cannot be fulfilled on namespaces \"n\": Precondition failed: UID in"
                + " precondition: a, UID in object meta: "
                + created.at("/metadata/uid").asText());
    assertThat(TestingServer.json(response).at("/details/kind").asText()).isEqualTo("namespaces");
  }

  @Test
  void deletionWithOrphanDependentsFalseIsAcceptedWhileTheObjectRemains() {
    api.post("/api/v1/namespaces", "{'metadata': {'name': 'n'}}");

    ApiResponse response =
        api.call(
            TestingServer.request("DELETE", "/api/v1/namespaces/n")
                .body("application/json", Json.bytes(Map.of("orphanDependents", false))));

    assertThat(response.status()).isEqualTo(202);
    assertThat(finalizers(response)).isEqualTo("foregroundDeletion");
  }

  private static String finalizers(ApiResponse response) {
    return String.join(",", Meta.strings(TestingServer.json(response).at("/metadata/finalizers")));
  }
}
