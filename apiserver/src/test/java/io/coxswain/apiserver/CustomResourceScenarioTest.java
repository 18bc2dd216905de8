package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CustomResourceScenarioTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

  private final TestingServer api = new TestingServer();

  private void define(String spec) {
    ApiResponse answer = api.post(DEFINITIONS, definition(spec));
    assertThat(answer.status()).as(text(answer)).isEqualTo(201);
  }

  private static String definition(String spec) {
    return "{'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',"
        + " 'metadata': {'name': 'widgets.example.com'}, 'spec': {'group': 'example.com',"
        + " 'scope': 'Namespaced', 'names': {'plural': 'widgets', 'singular': 'widget',"
        + " 'kind': 'Widget', 'listKind': 'WidgetList'}, 'versions': [{'name': 'v1',"
        + " 'served': true, 'storage': true, 'schema': {'openAPIV3Schema': {'type': 'object',"
        + " 'properties': {'spec': "
        + spec
        + "}}}}]}}";
  }

  private ApiResponse create(String name, String spec) {
    return create(name, spec, "");
  }

  private ApiResponse create(String name, String spec, String query) {
    return api.post(
        WIDGETS + query,
        "{'apiVersion': 'example.com/v1', 'kind': 'Widget', 'metadata': {'name': '"
            + name
            + "'}, 'spec': "
            + spec
            + "}");
  }

  private ApiResponse merge(String name, String patch) {
    return api.patch(WIDGETS + "/" + name, TestingServer.MERGE, patch);
  }

  private static String message(ApiResponse response) {
    return TestingServer.json(response).path("message").asText();
  }

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static List<String> warnings(ApiResponse response) {
    return response.headers().getOrDefault("warning", List.of());
  }

  @Test
  @Scenario("apiserver-9")
  void aFinalizerBlocksDeletionUntilItIsRemoved() throws IOException {
    define("{'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}");
    ObjectNode made =
        TestingServer.json(
            api.post(
                WIDGETS,
                "{'apiVersion': 'example.com/v1', 'kind': 'Widget', 'metadata': {'name': 'a',"
                    + " 'finalizers': ['example.com/hold']}}"));

    ApiResponse deleted = api.delete(WIDGETS + "/a");

    assertThat(deleted.status()).isEqualTo(200);
    ObjectNode held = TestingServer.json(deleted);
    assertThat(held.at("/metadata/deletionTimestamp").asText()).isNotEmpty();
    assertThat(held.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
    assertThat(held.at("/metadata/uid")).isEqualTo(made.at("/metadata/uid"));
    String seen = held.at("/metadata/resourceVersion").asText();
    try (ApiWatch watch = api.watch(WIDGETS + "?resourceVersion=" + seen)) {
      held.withObject("/metadata").remove("finalizers");
      assertThat(api.put(WIDGETS + "/a", held).status()).isEqualTo(200);

      ApiWatch.Frame event = TestingServer.next(watch);
      JsonNode last = Json.tree(event.object());
      assertThat(event.type()).isEqualTo("DELETED");
      assertThat(last.at("/metadata/finalizers/0").asText()).isEqualTo("example.com/hold");
      assertThat(last.at("/metadata/resourceVersion").asLong()).isGreaterThan(Long.parseLong(seen));
    }
    assertThat(api.get(WIDGETS + "/a").status()).isEqualTo(404);
  }

  @Test
  @Scenario("apiserver-27")
  void defaultsValidatesAndAppliesTransitionRulesOfACrd() {
    define(
        "{'type': 'object', 'properties': {'replicas': {'type': 'integer', 'default': 3},"
            + " 'color': {'type': 'string', 'enum': ['red', 'blue'], 'default': 'red'},"
            + " 'code': {'type': 'string', 'pattern': '^[a-z]+$'}},"
            + " 'x-kubernetes-validations': [{'rule': 'self.replicas >= oldSelf.replicas',"
            + " 'message': 'may only grow'}]}");

    ObjectNode made = TestingServer.json(create("a", "{'code': 'abc'}"));
    assertThat(made.at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(made.at("/spec/color").asText()).isEqualTo("red");

    ApiResponse green = create("b", "{'color': 'green'}");
    assertThat(green.status()).isEqualTo(422);
    assertThat(message(green))
        .contains("spec.color: Unsupported value: \"green\": supported values: \"red\", \"blue\"");
    assertThat(message(create("b", "{'code': 'ABC'}")))
        .contains("spec.code in body should match '^[a-z]+$'");
    assertThat(create("c", "{'replicas': 1}").status()).isEqualTo(201);

    ApiResponse shrunk = merge("a", "{'spec': {'replicas': 2}}");
    assertThat(shrunk.status()).isEqualTo(422);
    assertThat(message(shrunk))
        .isEqualTo("Widget.example.com \"a\" is invalid: spec: Invalid value: may only grow");
    assertThat(merge("a", "{'spec': {'replicas': 4}}").status()).isEqualTo(200);
  }

  @Test
  @Scenario("apiserver-28")
  void aNewRuleDoesNotBlockUnrelatedChanges() {
    String open =
        "{'type': 'object', 'properties': {'n': {'type': 'integer'}, 'x': {'type':"
            + " 'string'}}}";
    String strict =
        "{'type': 'object', 'properties': {'n': {'type': 'integer',"
            + " 'x-kubernetes-validations': [{'rule': 'self < 5', 'message': 'n under 5'}]}, 'x':"
            + " {'type': 'string'}}}";
    define(open);
    assertThat(create("a", "{'n': 9}").status()).isEqualTo(201);
    ObjectNode definition = TestingServer.json(api.get(DEFINITIONS + "/widgets.example.com"));
    definition
        .withArray("/spec/versions")
        .set(
            0,
            Json.tree(definition(strict).replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .at("/spec/versions/0"));
    ApiResponse changed = api.put(DEFINITIONS + "/widgets.example.com", definition);
    assertThat(changed.status()).as(text(changed)).isEqualTo(200);

    ApiResponse unrelated = merge("a", "{'spec': {'x': 'y'}}");
    assertThat(unrelated.status()).isEqualTo(200);
    assertThat(warnings(unrelated))
        .containsExactly("299 - \"spec.n: Invalid value: 9: n under 5\"");

    ApiResponse stillBad = merge("a", "{'spec': {'n': 8}}");
    assertThat(stillBad.status()).isEqualTo(422);
    assertThat(message(stillBad)).endsWith("spec.n: Invalid value: 8: n under 5");
    assertThat(merge("a", "{'spec': {'n': 4}}").status()).isEqualTo(200);
  }

  @Test
  @Scenario("apiserver-29")
  void anUnknownFieldIsRejectedOrDroppedWithAWarning() {
    define("{'type': 'object', 'properties': {'n': {'type': 'integer'}}}");

    ApiResponse strict = create("a", "{'n': 1, 'x': 2}", "?fieldValidation=Strict");
    assertThat(strict.status()).isEqualTo(400);
    assertThat(message(strict)).contains("strict decoding error: unknown field \"spec.x\"");

    ApiResponse warned = create("a", "{'n': 1, 'x': 2}", "?fieldValidation=Warn");
    assertThat(warned.status()).isEqualTo(201);
    assertThat(warnings(warned)).containsExactly("299 - \"unknown field \\\"spec.x\\\"\"");
    assertThat(TestingServer.json(api.get(WIDGETS + "/a")).path("spec").has("x")).isFalse();
  }

  @Test
  @Scenario("apiserver-30")
  void aCrdIsDeletedAfterItsObjects() {
    define("{'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}");
    assertThat(
            api.post(
                    WIDGETS,
                    "{'apiVersion': 'example.com/v1', 'kind': 'Widget', 'metadata': {'name':"
                        + " 'held', 'finalizers': ['example.com/hold']}}")
                .status())
        .isEqualTo(201);
    assertThat(create("free", "{}").status()).isEqualTo(201);
    ApiResponse discovered = discovery();
    assertThat(text(discovered)).contains("example.com");

    assertThat(api.delete(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(200);

    assertThat(api.get(WIDGETS + "/free").status()).isEqualTo(404);
    ObjectNode held = TestingServer.json(api.get(WIDGETS + "/held"));
    assertThat(held.at("/metadata/deletionTimestamp").asText()).isNotEmpty();
    ApiResponse refused = create("late", "{}");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(message(refused))
        .isEqualTo(
            "widgets.example.com \"late\" is forbidden: create not allowed while custom resource"
                + " definition is terminating");
    assertThat(api.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(200);

    held.withObject("/metadata").remove("finalizers");
    assertThat(api.put(WIDGETS + "/held", held).status()).isEqualTo(200);

    assertThat(api.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(404);
    ApiResponse after = discovery();
    assertThat(text(after)).doesNotContain("\"example.com\"");
    assertThat(after.headers().get("etag")).isNotEqualTo(discovered.headers().get("etag"));
    assertThat(api.get(WIDGETS).status()).isEqualTo(404);
  }

  @Test
  void aCrdIsRemovedWhenAnApplyRemovesTheFinalizerOfItsLastObject() {
    define("{'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}");
    String identity = "'apiVersion': 'example.com/v1', 'kind': 'Widget'";
    String apply = WIDGETS + "/held?fieldManager=holder";
    String type = "application/apply-patch+yaml";
    api.patch(
        apply,
        type,
        "{" + identity + ", 'metadata': {'name': 'held', 'finalizers': ['example.com/hold']}}");
    api.delete(DEFINITIONS + "/widgets.example.com");
    assertThat(api.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(200);

    api.patch(apply, type, "{" + identity + ", 'metadata': {'name': 'held'}}");

    assertThat(api.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(404);
  }

  private ApiResponse discovery() {
    return api.call(
        TestingServer.request("GET", "/apis")
            .header(
                "accept", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?propagationPolicy=Foreground", "?propagationPolicy=Orphan"})
  void deletionOfACrdAddsItsCleanupFinalizerAloneAndCompletes(String query) throws IOException {
    define("{'type': 'object'}");
    String name = DEFINITIONS + "/widgets.example.com";
    String seen = TestingServer.json(api.get(name)).at("/metadata/resourceVersion").asText();

    try (ApiWatch watch = api.watch(DEFINITIONS + "?resourceVersion=" + seen)) {
      ObjectNode deleted = TestingServer.json(api.delete(name + query));

      assertThat(deleted.path("kind").asText()).isEqualTo("CustomResourceDefinition");
      assertThat(deleted.at("/metadata/finalizers").toString())
          .isEqualTo("[\"customresourcecleanup.apiextensions.k8s.io\"]");
      assertThat(deleted.at("/metadata/generation").asInt()).isEqualTo(1);
      assertThat(deleted.at("/metadata").has("deletionGracePeriodSeconds")).isFalse();
      assertThat(deleted.at("/status/conditions/2/reason").asText())
          .isEqualTo("InstanceDeletionPending");
      assertThat(TestingServer.next(watch).type()).isEqualTo("MODIFIED");
      JsonNode progress = Json.tree(TestingServer.next(watch).object());
      assertThat(progress.at("/status/conditions/2/reason").asText())
          .isEqualTo("InstanceDeletionInProgress");
      assertThat(TestingServer.next(watch).type()).isEqualTo("DELETED");
    }
    assertThat(api.get(name).status()).isEqualTo(404);
  }

  @Test
  void deletionOfAllCrdsDeletesTheirObjects() {
    define("{'type': 'object'}");
    create("a", "{}");

    assertThat(api.delete(DEFINITIONS).status()).isEqualTo(200);

    assertThat(api.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(404);
    define("{'type': 'object'}");
    assertThat(api.get(WIDGETS + "/a").status()).isEqualTo(404);
  }

  @Test
  void limitsOfOneAreReportedInTheSingular() {
    define(
        "{'type': 'object', 'properties': {'list': {'type': 'array', 'maxItems': 1, 'items':"
            + " {'type': 'string'}}, 'text': {'type': 'string', 'maxLength': 1}, 'map': {'type':"
            + " 'object', 'maxProperties': 1, 'additionalProperties': {'type': 'string'}}}}");

    String message =
        message(create("a", "{'list': ['a', 'b'], 'text': 'ab', 'map': {'a': 'b', 'c': 'd'}}"));

    assertThat(message)
        .contains("spec.list: Too many: 2: must have at most 1 item,")
        .contains("spec.text: Too long: may not be more than 1 byte,")
        .contains("spec.map: Too many: 2: must have at most 1 item]");
  }

  @Test
  void limitsBeyondTheRangeOfALongAreDocumented() {
    define(
        "{'type': 'object', 'properties': {'n': {'type': 'number', 'maximum': 1e30, 'minimum':"
            + " -1e30}}}");

    ApiResponse document = api.get("/openapi/v3/apis/example.com/v1");

    assertThat(document.status()).isEqualTo(200);
    assertThat(
            TestingServer.json(document)
                .at(
                    "/components/schemas/com.example.v1.Widget/properties/spec/properties/n/maximum")
                .asDouble())
        .isEqualTo(1e30);
  }
}
