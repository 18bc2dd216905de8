package io.coxswain.api.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.catalogue.TypeCatalogue;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BuiltInTypesTest {
  @Test
  void findsKindsByApiVersionAndName() {
    assertThat(BuiltInTypes.find("apps/v1", "Deployment")).isPresent();
    assertThat(BuiltInTypes.find("v1", "Pod").orElseThrow().typeName()).isEqualTo("core.v1.Pod");
    assertThat(BuiltInTypes.find("v1", "Deployment")).isEmpty();
  }

  @Test
  void readsEveryType() {
    for (String name : publishedTypes()) {
      Schema schema = BuiltInTypes.named(name);

      assertThat(schema.properties().keySet()).as(name).containsAll(schema.required());
    }
    assertThat(publishedTypes()).hasSizeGreaterThan(500);
  }

  @Test
  void followsReferencesWithTheMetadataOfTheField() {
    Schema pod = BuiltInTypes.find("v1", "Pod").orElseThrow();
    Schema containers = field(pod, "spec", "containers");
    Schema ports = field(pod, "spec", "containers", "[]", "ports");

    assertThat(containers.listType()).isEqualTo(ListType.MAP);
    assertThat(containers.listMapKeys()).containsExactly("name");
    assertThat(containers.patchStrategy()).isEqualTo("merge");
    assertThat(containers.patchMergeKey()).isEqualTo("name");
    assertThat(ports.listMapKeys()).containsExactly("containerPort", "protocol");
    assertThat(ports.patchMergeKey()).isEqualTo("containerPort");
    assertThat(field(ports, "[]", "protocol").defaultValue()).isEqualTo(new TextNode("TCP"));
    assertThat(field(pod, "spec", "containers", "[]", "resources", "limits", "cpu").typeName())
        .isEqualTo("resource.Quantity");
    assertThat(field(pod, "spec", "nodeSelector").mapType()).isEqualTo(MapType.ATOMIC);
    assertThat(field(pod, "spec", "volumes").patchStrategy()).isEqualTo("merge,retainKeys");
    assertThat(BuiltInTypes.named("meta.v1.LabelSelector").mapType()).isEqualTo(MapType.ATOMIC);
    assertThat(field(BuiltInTypes.named("core.v1.PersistentVolumeSpec"), "claimRef").mapType())
        .isEqualTo(MapType.GRANULAR);
  }

  @Test
  void writesATemplateOutInFullAndReadsItBack() {
    ObjectNode json = BuiltInTypes.named("core.v1.PodTemplateSpec").toJson();

    assertThat(json.at("/properties/spec/required/0").asText()).isEqualTo("containers");
    assertThat(
            json.at("/properties/spec/properties/containers/x-kubernetes-list-map-keys/0").asText())
        .isEqualTo("name");
    assertThat(Schema.fromJson(json).toJson()).isEqualTo(json);
  }

  @Test
  void doesNotExpandARecursiveType() {
    assertThatThrownBy(() -> BuiltInTypes.named("apiextensions.v1.JSONSchemaProps").toJson())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("refers to itself");
  }

  @Test
  void rejectsAnUnknownName() {
    assertThatThrownBy(() -> BuiltInTypes.named("core.v1.Pood"))
        .hasMessage("no such built-in type: core.v1.Pood");
  }

  private static List<String> publishedTypes() {
    return TypeCatalogue.names().stream()
        .filter(name -> !TypeCatalogue.named(name).internal())
        .toList();
  }

  private static Schema field(Schema schema, String... path) {
    Schema at = schema;
    for (String name : path) {
      at = Objects.requireNonNull(name.equals("[]") ? at.items() : at.field(name), () -> name);
    }
    return at;
  }
}
