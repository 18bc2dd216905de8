package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a real server answered otherwise when both were asked the same. */
final class SideBySideTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

  private final TestingServer server = new TestingServer();

  @Test
  void aSelectorOfEmptyFieldAndValueSelectsAll() {
    server.post(MAPS, "{'metadata':{'name':'a'}}");

    ApiResponse all = server.call(ApiRequest.get(MAPS).with("fieldSelector", "="));

    assertThat(json(all).path("items")).hasSize(1);
  }

  @Test
  void aSelectorWithABadKeyIsRejected() {
    ApiResponse refused = server.call(ApiRequest.get(MAPS).with("labelSelector", "-=1"));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText())
        .startsWith("unable to parse requirement: <nil>: Invalid value: \"-\": name part must");
  }

  @Test
  void anEmptyListOfMetadataHasNoItems() {
    ApiResponse empty =
        server.call(
            ApiRequest.get(MAPS)
                .header(
                    "accept", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"));

    assertThat(json(empty).get("items").isNull()).isTrue();
  }

  @Test
  void rejectsYamlRequestsInYaml() {
    ApiResponse refused =
        server.call(ApiRequest.get(MAPS + "/missing").header("accept", "application/yaml"));

    assertThat(refused.headers().get("content-type")).containsExactly("application/yaml");
    assertThat(new String(refused.body(), StandardCharsets.UTF_8)).contains("reason: NotFound\n");
  }

  @Test
  void budgetsAndEventsHaveLooserNameRules() {
    ApiResponse budget =
        server.post(
            "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
            "{'metadata':{'name':'Bad_Name!'},'spec':{'minAvailable':1}}");
    ApiResponse event =
        server.post(
            "/api/v1/namespaces/default/events",
            "{'metadata':{'name':''},'involvedObject':{'namespace':'other'}}");

    assertThat(budget.status()).isEqualTo(201);
    assertThat(json(event).at("/details/causes"))
        .singleElement()
        .satisfies(
            cause ->
                assertThat(cause.path("field").asText()).isEqualTo("involvedObject.namespace"));
  }

  @Test
  void aDeletedClaimIsShownAndItsStatusLeavesItsMetadataAlone() {
    server.post(
        CLAIMS,
        "{'metadata':{'name':'c'},'spec':{'devices':{'requests':[{'name':'r','exactly':"
            + "{'deviceClassName':'x'}}]}}}");

    server.patch(CLAIMS + "/c/status", TestingServer.MERGE, "{'metadata':{'labels':{'x':'y'}}}");
    ObjectNode deleted = json(server.delete(CLAIMS + "/c"));

    assertThat(deleted.path("kind").asText()).isEqualTo("ResourceClaim");
    assertThat(deleted.path("metadata").has("labels")).isFalse();
  }

  @Test
  void warnsOnDeletionOfJobsEvenIfNoneExist() {
    ApiResponse none = server.delete("/apis/batch/v1/namespaces/default/jobs/missing");

    assertThat(none.status()).isEqualTo(404);
    assertThat(none.headers().getOrDefault("warning", List.of())).hasSize(1);
  }

  @Test
  void reportsADuplicateServiceByItsStorageKey() {
    server.post(
        "/api/v1/namespaces/default/services",
        "{'metadata':{'name':'s'},'spec':{'clusterIP':'None'}}");
    ObjectNode other = json(server.get("/api/v1/namespaces/default/services/s"));
    other.withObject("/metadata").put("uid", "00000000-0000-0000-0000-000000000000");

    ApiResponse refused = server.put("/api/v1/namespaces/default/services/s", other);

    assertThat(json(refused).path("message").asText())
        .contains("Key: /registry/services/specs/default/s,");
  }

  @Test
  void discoveryReportsStorageHashesAndUnknownVersions() {
    ObjectNode definitions = json(server.get("/apis/apiextensions.k8s.io/v1"));
    ApiResponse missing = server.get("/apis/apps/v9");

    assertThat(definitions.at("/resources/0/storageVersionHash").asText())
        .isEqualTo("jfWCUB31mvA=");
    assertThat(json(missing).path("reason").asText()).isEqualTo("NotFound");
  }
}
