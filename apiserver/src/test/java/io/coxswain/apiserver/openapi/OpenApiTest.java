package io.coxswain.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  private static final TreeSet<String> ALL =
      new TreeSet<>(
          List.of(
              "create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"));
  private static final DocumentedKind DEPLOYMENT =
      new DocumentedKind(
          new ResourceType("apps", "v1", "Deployment", "deployments", true),
          BuiltInTypes.find("apps/v1", "Deployment").orElseThrow(),
          false,
          ALL,
          List.of("status"),
          Collections.emptySortedMap());

  @Test
  void reportsWhichPatchesAKindTakes() {
    ObjectNode document =
        OpenApi.version3(List.of(DEPLOYMENT, widget()), "v1", FieldDescriptions.none());
    JsonNode builtIn =
        document
            .get("paths")
            .path("/apis/apps/v1/namespaces/{namespace}/deployments/{name}")
            .path("patch");
    JsonNode custom = document.get("paths").path("/apis/e.com/v1/widgets/{name}").path("patch");

    assertThat(builtIn.at("/x-kubernetes-group-version-kind/kind").asText())
        .isEqualTo("Deployment");
    assertThat(builtIn.findValuesAsText("name")).contains("fieldValidation");
    assertThat(builtIn.at("/requestBody/content").has("application/strategic-merge-patch+json"))
        .isTrue();
    assertThat(custom.at("/requestBody/content").has("application/strategic-merge-patch+json"))
        .isFalse();
  }

  @Test
  void listsConnectSubresourcesWithAllTheirMethods() {
    var pod =
        new DocumentedKind(
            new ResourceType("", "v1", "Pod", "pods", true),
            BuiltInTypes.find("v1", "Pod").orElseThrow(),
            false,
            ALL,
            List.of(),
            new TreeMap<>(Map.of("exec", "PodExecOptions", "proxy", "PodProxyOptions")));

    JsonNode paths = OpenApi.version3(List.of(pod), "v1", FieldDescriptions.none()).path("paths");

    String base = "/api/v1/namespaces/{namespace}/pods/{name}/";
    assertThat(paths.path(base + "proxy/{path}").at("/head/operationId").asText())
        .isEqualTo("connectCoreV1HeadNamespacedPodProxyWithPath");
    assertThat(paths.path(base + "proxy").fieldNames())
        .toIterable()
        .contains("delete", "get", "head", "options", "patch", "post", "put");
    JsonNode exec = paths.path(base + "exec").path("post");
    assertThat(exec.path("operationId").asText()).isEqualTo("connectCoreV1PostNamespacedPodExec");
    assertThat(exec.at("/x-kubernetes-group-version-kind/kind").asText())
        .isEqualTo("PodExecOptions");
    assertThat(exec.path("x-kubernetes-action").asText()).isEqualTo("connect");
  }

  @Test
  void carriesPatchMetadata() {
    ObjectNode document = OpenApi.version3(List.of(DEPLOYMENT), "v1", FieldDescriptions.none());
    JsonNode schemas = document.at("/components/schemas");

    assertThat(
            schemas
                .at(
                    "/io.k8s.api.core.v1.PodSpec/properties/containers/x-kubernetes-patch-merge-key")
                .asText())
        .isEqualTo("name");
    assertThat(schemas.at("/io.k8s.api.apps.v1.DeploymentSpec/properties/strategy").toString())
        .isEqualTo(
            "{\"x-kubernetes-patch-strategy\":\"retainKeys\",\"allOf\":[{\"$ref\":\"#/components/schemas/io.k8s.api.apps.v1.DeploymentStrategy\"}]}");
    assertThat(
            schemas
                .at("/io.k8s.api.apps.v1.Deployment/x-kubernetes-group-version-kind/0/group")
                .asText())
        .isEqualTo("apps");
  }

  @Test
  void refersOnlyToExistingSchemas() {
    for (ObjectNode document :
        List.of(
            OpenApi.version3(all(), "v1", FieldDescriptions.none()),
            OpenApi.version2(all(), "v1", FieldDescriptions.none()))) {
      JsonNode schemas =
          document.has("definitions")
              ? document.get("definitions")
              : document.at("/components/schemas");
      for (String reference : document.findValuesAsText("$ref")) {
        if (reference.startsWith("#")) {
          assertThat(schemas.has(reference.substring(reference.lastIndexOf('/') + 1)))
              .as(reference)
              .isTrue();
        }
      }
      assertThat(schemas.size()).isGreaterThan(400);
    }
  }

  @Test
  void describesACustomKind() {
    JsonNode schema =
        OpenApi.version3(List.of(widget()), "v1", FieldDescriptions.none())
            .at("/components/schemas/com.e.v1.Widget");

    assertThat(schema.at("/properties/spec/properties/size/type").asText()).isEqualTo("integer");
    assertThat(schema.at("/x-kubernetes-group-version-kind/0/kind").asText()).isEqualTo("Widget");
  }

  @Test
  void describesTheCommonFieldsOfCustomKindsInTheWordsThatScriptsLookFor() {
    JsonNode fields =
        OpenApi.version3(List.of(widget()), "v1", FieldDescriptions.none())
            .at("/components/schemas/com.e.v1.Widget/properties");

    assertThat(fields.at("/apiVersion/description").asText()).startsWith("APIVersion defines");
    assertThat(fields.at("/metadata/description").asText())
        .startsWith("Standard object's metadata");
  }

  @Test
  void listsNoFieldsInVersion2OfAKindWhoseUnknownFieldsArePreserved() {
    ObjectNode open =
        Json.MAPPER
            .createObjectNode()
            .put("type", "object")
            .put("x-kubernetes-preserve-unknown-fields", true);
    JsonNode schema =
        OpenApi.version2(List.of(kind(open)), "v1", FieldDescriptions.none())
            .at("/definitions/com.e.v1.Widget");

    assertThat(schema.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("type", "x-kubernetes-group-version-kind");
    assertThat(
            OpenApi.version3(List.of(kind(open)), "v1", FieldDescriptions.none())
                .at("/components/schemas/com.e.v1.Widget/properties")
                .has("metadata"))
        .isTrue();
  }

  private static DocumentedKind widget() {
    ObjectNode schema = Json.MAPPER.createObjectNode().put("type", "object");
    schema.withObject("/properties/spec").put("type", "object");
    schema.withObject("/properties/spec/properties/size").put("type", "integer");
    return kind(schema);
  }

  private static DocumentedKind kind(ObjectNode schema) {
    return new DocumentedKind(
        new ResourceType("e.com", "v1", "Widget", "widgets", false),
        Schema.fromJson(schema),
        true,
        ALL,
        List.of(),
        Collections.emptySortedMap());
  }

  private static List<DocumentedKind> all() {
    var kinds = new ArrayList<DocumentedKind>();
    BuiltInTypes.kindNames()
        .forEach(
            (kind, name) -> {
              String[] words = kind.split(" ");
              int slash = words[0].indexOf('/');
              kinds.add(
                  new DocumentedKind(
                      new ResourceType(
                          slash < 0 ? "" : words[0].substring(0, slash),
                          words[0].substring(slash + 1),
                          words[1],
                          words[1].toLowerCase(Locale.ROOT) + "s",
                          true),
                      BuiltInTypes.named(name),
                      false,
                      ALL,
                      List.of(),
                      Collections.emptySortedMap()));
            });
    return kinds;
  }
}
