package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code kubectl explain} has to show. */
final class OpenApiDescriptionsTest {
  private static final String CORE = "/components/schemas/io.k8s.api.core.v1.";

  private final TestingServer server = new TestingServer();

  private JsonNode document(String path) {
    return TestingServer.json(server.get("/openapi/" + path));
  }

  @Test
  void describesBuiltInTypesAndFields() {
    JsonNode core = document("v3/api/v1");

    assertThat(core.at(CORE + "Pod/description").asText()).isNotEmpty();
    assertThat(core.at(CORE + "PodList/properties/items/description").asText()).isNotEmpty();
    assertThat(core.at(CORE + "PodSpec/properties/dnsPolicy/description").asText())
        .contains("ClusterFirst");
    assertThat(core.at(CORE + "Event/properties/involvedObject")).isNotEmpty();
    assertThat(core.at(CORE + "Pod/properties/metadata/description").asText())
        .isEqualTo("Standard metadata of the object.");
    assertThat(core.at(CORE + "Pod/properties/metadata/allOf/0/$ref").asText())
        .endsWith("ObjectMeta");
    assertThat(
            document("v3/apis/events.k8s.io/v1")
                .at(
                    "/components/schemas/io.k8s.api.events.v1.Event/properties/reportingController/description")
                .asText())
        .isNotEmpty();
  }

  /** A field that refers to a type is described by the type if not by itself. */
  @Test
  void describesEveryBuiltInFieldItselfOrByItsType() {
    JsonNode definitions = document("v2").path("definitions");
    var without = new ArrayList<String>();
    int described = 0;
    for (Map.Entry<String, JsonNode> type : definitions.properties()) {
      for (Map.Entry<String, JsonNode> field : type.getValue().path("properties").properties()) {
        JsonNode reference = field.getValue().path("$ref");
        String target = reference.asText("").replace("#/definitions/", "");
        if (field.getValue().has("description") || definitions.path(target).has("description")) {
          described++;
        } else {
          without.add(type.getKey() + "." + field.getKey());
        }
      }
    }

    assertThat(described).isGreaterThan(2000);
    assertThat(without).as("fields without a description").hasSizeLessThan(60);
  }

  @Test
  void describesWhatEveryCustomKindHas() {
    server.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {'metadata': {'name': 'widgets.x.io'},
         'spec': {'group': 'x.io', 'scope': 'Namespaced',
           'names': {'plural': 'widgets', 'kind': 'Widget'},
           'versions': [{'name': 'v1', 'served': true, 'storage': true,
             'schema': {'openAPIV3Schema': {'type': 'object', 'description': 'A widget.',
               'properties': {'spec': {'type': 'object', 'description': 'What it is like.'}}}}}]}}
        """);

    JsonNode widget = document("v3/apis/x.io/v1").at("/components/schemas/io.x.v1.Widget");

    assertThat(widget.path("description").asText()).isEqualTo("A widget.");
    assertThat(widget.at("/properties/spec/description").asText()).isEqualTo("What it is like.");
    for (String field : List.of("apiVersion", "kind", "metadata")) {
      assertThat(widget.path("properties").path(field).path("description").asText())
          .as(field)
          .isNotEmpty();
    }
    assertThat(widget.at("/properties/metadata/allOf/0/$ref").asText()).endsWith("ObjectMeta");
  }

  @Test
  void leavesOutEmptyParameters() {
    for (String path : List.of("v2", "v3/api/v1", "v3/apis/apps/v1")) {
      for (JsonNode parameters : document(path).findValues("parameters")) {
        assertThat(parameters).as(path).isNotEmpty();
      }
    }
  }
}
