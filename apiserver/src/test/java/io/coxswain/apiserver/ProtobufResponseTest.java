package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.next;
import static io.coxswain.apiserver.TestingServer.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.protobuf.TestingMessage;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtobufResponseTest {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String THINGS = "/apis/example.com/v1/namespaces/default/things";
  private static final String CRD =
      """
      {"metadata": {"name": "things.example.com"},
       "spec": {"group": "example.com", "scope": "Namespaced",
        "names": {"plural": "things", "kind": "Thing"},
        "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"scale":
          {"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}},
          "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object",
            "properties": {"n": {"type": "integer"}}}, "status": {"type": "object",
            "properties": {"n": {"type": "integer"}}}}}}}]}}
      """;

  private final TestingServer server = new TestingServer();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/vnd.kubernetes.protobuf | application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf,application/json | application/vnd.kubernetes.protobuf",
        "application/json,application/vnd.kubernetes.protobuf | application/json",
        "application/json;q=0.5,application/vnd.kubernetes.protobuf | application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf;q=0.1,application/json;q=0.2 | application/json",
        "*/*,application/vnd.kubernetes.protobuf | application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf;stream=watch | application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf;stream=other,application/json | application/json",
        "*/* | application/json",
        "text/html,application/yaml | application/yaml",
      })
  void choosesTheEncodingThatTheClientPrefers(String accept, String expected) {
    ApiResponse response = get("/api/v1/namespaces/default", accept);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("content-type")).isEqualTo(expected);
  }

  @Test
  void returnsTheSameObjectAsInJson() throws Exception {
    server.post(
        CONFIG_MAPS,
        "{'metadata': {'name': 'a', 'labels': {'b': 'c', 'a': 'b'}}, 'data': {'k': 'v'},"
            + " 'binaryData': {'x': 'AQID'}, 'immutable': true}");

    ObjectNode object = read(get(CONFIG_MAPS + "/a", PROTOBUF));

    assertThat((JsonNode) object).isEqualTo(json(server.get(CONFIG_MAPS + "/a")));
  }

  @Test
  void returnsTheSameListAsInJson() throws Exception {
    for (String name : new String[] {"a", "b", "c"}) {
      server.post(CONFIG_MAPS, "{'metadata': {'name': '" + name + "'}, 'data': {'k': 'v'}}");
    }

    ApiResponse response = get(CONFIG_MAPS + "?limit=2", PROTOBUF);

    ObjectNode list = TestingMessage.readList(response.body(), "v1", "ConfigMap");
    assertThat((JsonNode) list).isEqualTo(json(server.get(CONFIG_MAPS + "?limit=2")));
  }

  @Test
  void returnsWhatWasWrittenInProtobuf() throws Exception {
    ApiRequest create = request("POST", CONFIG_MAPS).header("accept", PROTOBUF);

    ApiResponse created = server.call(create.body("application/json", bytes("a")));
    ApiResponse deleted =
        server.call(request("DELETE", CONFIG_MAPS + "/a").header("accept", PROTOBUF));

    assertThat(created.status()).isEqualTo(201);
    assertThat(read(created).at("/metadata/name").asText()).isEqualTo("a");
    assertThat(read(deleted).path("kind").asText()).isEqualTo("Status");
    assertThat(read(deleted).path("status").asText()).isEqualTo("Success");
  }

  @Test
  void returnsErrorsInProtobuf() throws Exception {
    ApiResponse response = get(CONFIG_MAPS + "/missing", PROTOBUF);

    assertThat(response.status()).isEqualTo(404);
    assertThat(response.header("content-type")).isEqualTo(PROTOBUF);
    assertThat((JsonNode) read(response)).isEqualTo(json(server.get(CONFIG_MAPS + "/missing")));
  }

  @Test
  void returnsReviewsInProtobuf() throws Exception {
    ApiRequest review =
        request("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")
            .header("accept", PROTOBUF)
            .body(
                "application/json",
                "{\"spec\": {\"resourceAttributes\": {\"verb\": \"get\", \"resource\": \"pods\"}}}"
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8));

    ApiResponse response = server.call(review);

    assertThat(response.status()).isEqualTo(201);
    assertThat(read(response).at("/status/allowed").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "/api, APIVersions",
    "/apis, APIGroupList",
    "/apis/apps, APIGroup",
    "/apis/apps/v1, APIResourceList",
    "/api/v1, APIResourceList"
  })
  void returnsDiscoveryInProtobuf(String path, String kind) throws Exception {
    ApiResponse response = get(path, PROTOBUF);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("content-type")).isEqualTo(PROTOBUF);
    assertThat(read(response).path("kind").asText()).isEqualTo(kind);
  }

  @Test
  void watchesInProtobuf() throws Exception {
    server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}, 'data': {'k': 'v'}}");

    try (ApiWatch watch =
        server.watch(
            request("GET", CONFIG_MAPS + "?resourceVersion=0").header("accept", PROTOBUF))) {
      ApiWatch.Frame frame = next(watch);

      assertThat(watch.mediaType()).isEqualTo(PROTOBUF + ";stream=watch");
      assertThat(frame.type()).isEqualTo("ADDED");
      ObjectNode object = Protobuf.read(frame.object(), "", "");
      if (!object.at("/metadata/name").asText().equals("a")) {
        object = Protobuf.read(next(watch).object(), "", "");
      }
      assertThat((JsonNode) object).isEqualTo(json(server.get(CONFIG_MAPS + "/a")));
    }
  }

  @Test
  void doesNotWatchInYaml() throws Exception {
    ApiWatch watch = server.watch(request("GET", CONFIG_MAPS).header("accept", "application/yaml"));

    assertThat(watch.status()).isEqualTo(406);
    assertThat(Json.yamlMapper().readTree(watch.errorResponse().body()).path("message").asText())
        .isEqualTo(
            "only the following media types are accepted: application/json;stream=watch,"
                + " application/vnd.kubernetes.protobuf;stream=watch");
  }

  @Test
  void returnsMetadataOnlyInProtobuf() throws Exception {
    server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}, 'data': {'k': 'v'}}");
    String one = PROTOBUF + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    String list = PROTOBUF + ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    ObjectNode partial = read(get(CONFIG_MAPS + "/a", one));
    ObjectNode partials =
        TestingMessage.readList(get(CONFIG_MAPS, list).body(), "", "PartialObjectMetadata");

    assertThat(partial.path("kind").asText()).isEqualTo("PartialObjectMetadata");
    assertThat(partial.path("metadata"))
        .isEqualTo(json(server.get(CONFIG_MAPS + "/a")).path("metadata"));
    assertThat(partial.has("data")).isFalse();
    assertThat(partials.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
    assertThat(partials.at("/items/0/metadata")).isEqualTo(partial.path("metadata"));
  }

  @Test
  void hasNoTablesInProtobuf() {
    String table = ";as=Table;g=meta.k8s.io;v=v1";

    assertThat(get(CONFIG_MAPS, PROTOBUF + table).status()).isEqualTo(406);
    assertThat(get(CONFIG_MAPS, PROTOBUF + table + ",application/json" + table).status())
        .isEqualTo(200);
  }

  @Test
  void returnsCustomResourcesInJsonOnlyButTheirMetadataAndScaleInProtobuf() throws Exception {
    server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD);
    server.post(
        THINGS,
        "{'apiVersion': 'example.com/v1', 'kind': 'Thing', 'metadata': {'name': 't'},"
            + " 'spec': {'n': 3}}");

    ApiResponse refused = get(THINGS + "/t", PROTOBUF);
    ApiResponse fallback = get(THINGS + "/t", PROTOBUF + ",application/json");
    ApiResponse partial =
        get(THINGS + "/t", PROTOBUF + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
    ApiResponse scale = get(THINGS + "/t/scale", PROTOBUF);
    ApiResponse missing = get(THINGS + "/missing", PROTOBUF + ",application/json");

    assertThat(refused.status()).isEqualTo(406);
    assertThat(fallback.header("content-type")).isEqualTo("application/json");
    assertThat(read(partial).at("/metadata/name").asText()).isEqualTo("t");
    assertThat(read(scale).at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(read(missing).path("reason").asText()).isEqualTo("NotFound");
  }

  @ParameterizedTest
  @CsvSource({
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
    "/apis/authentication.k8s.io/v1/tokenreviews",
    "/apis/authentication.k8s.io/v1/selfsubjectreviews"
  })
  void hasNoTablesOfReviews(String path) {
    ApiResponse response =
        server.call(
            request("POST", path)
                .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1")
                .body("application/json", new byte[] {'{', '}'}));

    assertThat(response.status()).isEqualTo(406);
    assertThat(json(response).path("message").asText())
        .isEqualTo(
            "only the following media types are accepted: application/json, application/yaml,"
                + " application/vnd.kubernetes.protobuf");
  }

  @ParameterizedTest
  @CsvSource({"application/json, false", "application/vnd.kubernetes.protobuf, true"})
  void sendsBookmarksOfMetadataWatchesAsMetadata(String type, boolean protobuf) throws Exception {
    try (ApiWatch watch =
        server.watch(
            request(
                    "GET",
                    "/api/v1/namespaces/kube-public/configmaps?sendInitialEvents=true"
                        + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")
                .header("accept", type + ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1"))) {
      ApiWatch.Frame frame = next(watch);
      while (!frame.type().equals("BOOKMARK")) {
        frame = next(watch);
      }

      ObjectNode bookmark =
          protobuf ? Protobuf.read(frame.object(), "", "") : Json.tree(frame.object());
      assertThat(bookmark.path("kind").asText()).isEqualTo("PartialObjectMetadata");
      assertThat(bookmark.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
      assertThat(bookmark.at("/metadata/annotations/k8s.io~1initial-events-end").asText())
          .isEqualTo("true");
    }
  }

  @ParameterizedTest
  @CsvSource({"None", "Metadata", "Object"})
  void sendsBookmarksOfTableWatchesAsTables(String include) throws Exception {
    try (ApiWatch watch =
        server.watch(
            request(
                    "GET",
                    "/api/v1/namespaces/none/pods?sendInitialEvents=true&includeObject="
                        + include
                        + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")
                .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1"))) {
      ApiWatch.Frame frame = next(watch);

      assertThat(frame.type()).isEqualTo("BOOKMARK");
      ObjectNode table = Json.tree(frame.object());
      assertThat(table.path("kind").asText()).isEqualTo("Table");
      assertThat(table.at("/metadata/resourceVersion").asText()).isNotEmpty();
      assertThat(table.at("/columnDefinitions/0/name").asText()).isEqualTo("Name");
      assertThat(
              table.at("/rows/0/object/metadata/annotations/k8s.io~1initial-events-end").asText())
          .isEqualTo("true");
    }
  }

  private ApiResponse get(String target, String accept) {
    return server.call(request("GET", target).header("accept", accept));
  }

  private static ObjectNode read(ApiResponse response) throws Exception {
    assertThat(response.header("content-type")).isEqualTo(PROTOBUF);
    return readAny(response.body());
  }

  private static ObjectNode readAny(byte[] body) throws Exception {
    return Protobuf.read(body, "", "");
  }

  private static byte[] bytes(String name) {
    return Json.bytes(
        Json.MAPPER
            .createObjectNode()
            .set("metadata", Json.MAPPER.createObjectNode().put("name", name)));
  }
}
