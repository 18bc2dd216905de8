package io.coxswain.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.apiserver.crd.DefinitionStatus.TakenNames;
import io.coxswain.apiserver.schema.CustomForm;
import io.coxswain.apiserver.schema.DecodeException;
import io.coxswain.apiserver.schema.TypedForm;
import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void fillsInNames() {
    ObjectNode definition = widgets("{type: object}");

    assertThat(definition.at("/spec/names"))
        .isEqualTo(tree("{plural: widgets, kind: Widget, singular: widget, listKind: WidgetList}"));
    assertThat(definition.at("/spec/conversion/strategy").asText()).isEqualTo("None");
  }

  @Test
  void readsWhatTheServerNeeds() {
    ObjectNode json = widgets("{type: object, properties: {spec: {type: object}}}");
    json.withObject("/spec/versions/0")
        .set(
            "subresources",
            tree(
                "{status: {}, scale: {specReplicasPath: .spec.n, statusReplicasPath: .status.n}}"));

    Definition definition = Definition.of(json);
    DefinedVersion v1 = definition.storage();

    assertThat(definition.namespaced()).isTrue();
    assertThat(v1.hasStatus()).isTrue();
    assertThat(v1.scale()).contains(new ScalePaths(".spec.n", ".status.n", ""));
    assertThat(v1.columns()).containsExactly(PrinterColumn.AGE);
    assertThat(v1.schema().properties().keySet())
        .containsExactly("apiVersion", "kind", "metadata", "spec");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: object, properties: {spec: {properties: {a: {type: string}}}}} | .properties[spec].type: Required value: must not be empty for specified object fields
          {type: object, properties: {a: {type: strung}}} | .properties[a].type: Unsupported value: "strung": supported values: "array", "boolean", "integer", "number", "object", "string"
          {type: object, properties: {a: {type: object, properties: {x: {type: string}}, additionalProperties: {type: string}}}} | .properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive
          {type: object, properties: {a: {type: object, additionalProperties: false}}} |
          {type: object, properties: {a: {type: array}}} | .properties[a].items: Required value: must be specified
          {type: object, properties: {a: {type: array, items: {type: string}, uniqueItems: true}}} | .properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic
          {type: object, properties: {a: {x-kubernetes-int-or-string: true, type: string}}} |
          {type: object, properties: {a: {type: object, x-kubernetes-embedded-resource: true}}} | .properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields
          {type: object, properties: {a: {$ref: x}}} | .properties[a].$ref: Forbidden: $ref is not supported
          {type: object, properties: {a: {type: string}}, anyOf: [{properties: {a: {type: string}}}]} | .anyOf[0].properties[a].type: Forbidden: must be empty to be structural
          {type: object, properties: {a: {type: string}}, not: {properties: {a: {default: x}}}} | .not.properties[a].default: Forbidden: must be undefined to be structural
          {type: string} | .type: Invalid value: "string": must be object at the root
          {type: object, properties: {metadata: {type: object, properties: {labels: {type: object, additionalProperties: {type: string}}}}}} | .properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified
          {type: object, x-kubernetes-preserve-unknown-fields: false} | .x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined
          {type: object, properties: {a: {type: array, items: {type: object, properties: {k: {type: string}}}, x-kubernetes-list-type: map}}} | .properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map
          {type: object, properties: {a: {type: array, items: {type: object, properties: {k: {type: string}}}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [z]}}} | .properties[a].x-kubernetes-list-map-keys: Invalid value: ["z"]: entries must all be names of item properties
          {type: object, properties: {a: {type: array, items: {type: object, properties: {k: {type: string}}}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k]}}} | .properties[a].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property
          {type: object, properties: {a: {type: array, items: {type: object, properties: {k: {type: string}}}, x-kubernetes-list-type: set}}} | .properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set
          {type: object, properties: {a: {type: string, x-kubernetes-list-type: set}}} | .properties[a].type: Invalid value: "string": must be array if x-kubernetes-list-type is specified
          {type: object, properties: {a: {type: array, items: {type: string}, x-kubernetes-list-type: bag}}} | .properties[a].x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"
          {type: object, properties: {a: {type: string, x-kubernetes-map-type: atomic}}} | .properties[a].type: Invalid value: "string": must be object if x-kubernetes-map-type is specified
          {type: object, x-kubernetes-validations: [{rule: ''}]} | .x-kubernetes-validations[0].rule: Required value: rule is not specified
          """)
  void rejectsSchemasThatAreNotStructural(String schema, String complaint) {
    List<FieldError> errors = DefinitionRules.check(begun(widgets(schema)));

    assertThat(errors.stream().map(FieldError::toString))
        .isEqualTo(
            complaint == null ? List.of() : List.of("spec.validation.openAPIV3Schema" + complaint));
  }

  @Test
  void namesTheVersionWhenSchemasDiffer() {
    ObjectNode definition = widgets("{type: object, properties: {a: {type: array}}}");
    definition
        .withArray("/spec/versions")
        .add(tree("{name: v2, schema: {openAPIV3Schema: {type: object}}}"));

    assertThat(DefinitionRules.check(begun(definition)))
        .extracting(FieldError::field)
        .containsExactly("spec.versions[0].schema.openAPIV3Schema.properties[a].items");
  }

  @Test
  void keepsWhatInstancesRelyOn() {
    ObjectNode before = settled(widgets("{type: object}"));
    ObjectNode after = before.deepCopy();
    after.withObject("/spec").put("scope", "Cluster");
    after.withObject("/spec/versions/0").put("name", "v2");

    assertThat(DefinitionRules.checkUpdate(after, before).stream().map(FieldError::toString))
        .containsExactly(
            "spec.scope: Invalid value: \"Cluster\": field is immutable",
            "status.storedVersions: Invalid value: [\"v1\"]: must have the storage version v2",
            "status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was"
                + " previously a storage version, and must remain in spec.versions until a storage"
                + " migration ensures no data remains persisted in v1 and removes v1 from"
                + " status.storedVersions");
  }

  @Test
  void establishesACrdWhoseNamesAreFree() {
    ObjectNode definition = settled(widgets("{type: object}"));

    assertThat(definition.at("/status"))
        .isEqualTo(
            tree(
                """
                acceptedNames: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
                conditions:
                - type: NamesAccepted
                  status: "True"
                  lastTransitionTime: "2026-01-01T00:00:00Z"
                  reason: NoConflicts
                  message: no conflicts found
                - type: Established
                  status: "True"
                  lastTransitionTime: "2026-01-01T00:00:00Z"
                  reason: InitialNamesAccepted
                  message: the initial names have been accepted
                storedVersions: [v1]
                """));
    assertThat(DefinitionStatus.isEstablished(definition)).isTrue();
  }

  @Test
  void doesNotEstablishACrdWhoseNamesAreTaken() {
    ObjectNode first = settled(widgets("{type: object}"));
    ObjectNode second = widgets("{type: object}");
    second.withObject("/metadata").put("name", "gadgets.e.com");
    second.withObject("/spec/names").put("plural", "gadgets");

    DefinitionStatus.settle(second, TakenNames.of(second, List.of(first, second)), NOW);

    assertThat(second.at("/status/acceptedNames")).isEqualTo(tree("{plural: gadgets, kind: ''}"));
    assertThat(second.at("/status/conditions/0/reason").asText()).isEqualTo("ListKindConflict");
    assertThat(second.at("/status/conditions/0/message").asText())
        .isEqualTo("\"WidgetList\" is already in use");
    assertThat(second.at("/status/conditions/1/reason").asText()).isEqualTo("NotAccepted");
    assertThat(DefinitionStatus.isEstablished(second)).isFalse();
  }

  @Test
  void remembersEveryStorageVersion() {
    ObjectNode definition = settled(widgets("{type: object}"));
    definition.withObject("/spec/versions/0").put("storage", false);
    definition.withArray("/spec/versions").add(tree("{name: v2, storage: true}"));

    DefinitionStatus.settle(definition, TakenNames.of(definition, List.of()), NOW);

    assertThat(definition.at("/status/storedVersions")).isEqualTo(tree("{x: [v1, v2]}").get("x"));
  }

  @Test
  void acceptsTheCrdsWeShip() throws IOException, DecodeException {
    List<Path> files =
        Stream.of("jobset", "trainer", "soperator")
            .map(folder -> TestData.root().resolve("deploy").resolve(folder).resolve("crd.yaml"))
            .toList();
    int definitions = 0;
    for (Path file : files) {
      try (var documents =
          Json.yamlMapper().readerFor(ObjectNode.class).<ObjectNode>readValues(file.toFile())) {
        while (documents.hasNext()) {
          ObjectNode definition = documents.next();
          if (definition == null
              || !definition.path("kind").asText().equals("CustomResourceDefinition")) {
            continue;
          }
          assertThat(
                  TypedForm.decode(
                      definition,
                      BuiltInTypes.find("apiextensions.k8s.io/v1", "CustomResourceDefinition")
                          .orElseThrow()))
              .as("%s", file)
              .isEmpty();
          DefinitionDefaults.fill(definition);
          assertThat(DefinitionRules.check(begun(definition))).as("%s", file).isEmpty();
          Definition read = Definition.of(definition);
          ObjectNode instance = tree("{spec: {}, unknown: 1}");
          assertThat(CustomForm.decode(instance, read.storage().schema())).contains("unknown");
          definitions++;
        }
      }
    }
    assertThat(definitions).isEqualTo(11);
  }

  private static ObjectNode settled(ObjectNode definition) {
    DefinitionStatus.settle(definition, TakenNames.of(definition, List.of()), NOW);
    return definition;
  }

  private static ObjectNode widgets(String schema) {
    ObjectNode definition =
        tree(
            """
            metadata: {name: widgets.e.com}
            spec:
              group: e.com
              scope: Namespaced
              names: {plural: widgets, kind: Widget}
              versions: [{name: v1, served: true, storage: true, schema: {}}]
            """);
    definition.withObject("/spec/versions/0/schema").set("openAPIV3Schema", tree(schema));
    DefinitionDefaults.fill(definition);
    return definition;
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the server has it when it checks: with the status that a new definition has. */
  private static ObjectNode begun(ObjectNode definition) {
    DefinitionStatus.begin(definition);
    return definition;
  }
}
