package io.coxswain.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The form of a schema in a CRD. */
final class SchemaJson {
  private static final JsonNodeFactory NODES = Json.NODES;
  private static final String QUANTITY =
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

  /**
   * Types that embed a LocalObjectReference. Generated CRDs inherit its atomicity, although the
   * built-in kinds treat them as granular.
   */
  private static final Set<String> ATOMIC_IN_DEFINITIONS =
      Set.of(
          "core.v1.ConfigMapEnvSource",
          "core.v1.SecretEnvSource",
          "core.v1.ConfigMapVolumeSource",
          "core.v1.ConfigMapProjection",
          "core.v1.SecretProjection");

  private SchemaJson() {}

  static Schema read(ObjectNode json) {
    Schema.Builder schema =
        Schema.builder()
            .type(json.path("type").asText())
            .format(json.path("format").asText())
            .description(json.path("description").asText())
            .nullable(json.path("nullable").asBoolean())
            .intOrString(json.path("x-kubernetes-int-or-string").asBoolean())
            .preserveUnknownFields(json.path("x-kubernetes-preserve-unknown-fields").asBoolean())
            .embeddedResource(json.path("x-kubernetes-embedded-resource").asBoolean())
            .patchStrategy(
                json.path("x-kubernetes-patch-strategy").asText(),
                json.path("x-kubernetes-patch-merge-key").asText())
            .defaultValue(json.get("default"))
            .limits(LimitsJson.read(json))
            .allOf(readAll(json.path("allOf")))
            .anyOf(readAll(json.path("anyOf")))
            .oneOf(readAll(json.path("oneOf")))
            .not(readOne(json.path("not")))
            .rules(readRules(json.path("x-kubernetes-validations")));
    if (json.has("properties") || json.has("required")) {
      schema.properties(readProperties(json.path("properties")), strings(json.path("required")));
    }
    Schema items = readOne(json.path("items"));
    if (items != null) {
      schema.items(items);
    }
    JsonNode values = json.path("additionalProperties");
    schema.additionalProperties(values.asBoolean() ? Schema.ANYTHING : readOne(values));
    if (json.has("x-kubernetes-list-type")) {
      schema.listType(
          ListType.of(json.get("x-kubernetes-list-type").asText()),
          List.copyOf(strings(json.path("x-kubernetes-list-map-keys"))));
    }
    if (json.has("x-kubernetes-map-type")) {
      schema.mapType(MapType.of(json.get("x-kubernetes-map-type").asText()));
    }
    return schema.build();
  }

  private static @Nullable Schema readOne(JsonNode json) {
    return json instanceof ObjectNode object ? read(object) : null;
  }

  private static List<Schema> readAll(JsonNode json) {
    var schemas = new ArrayList<Schema>();
    json.forEach(
        each -> {
          if (each instanceof ObjectNode object) {
            schemas.add(read(object));
          }
        });
    return schemas;
  }

  private static Map<String, Schema> readProperties(JsonNode json) {
    var properties = new LinkedHashMap<String, Schema>();
    json.properties()
        .forEach(
            e -> {
              if (e.getValue() instanceof ObjectNode object) {
                properties.put(e.getKey(), read(object));
              }
            });
    return properties;
  }

  private static List<Rule> readRules(JsonNode json) {
    var rules = new ArrayList<Rule>();
    json.forEach(
        each ->
            rules.add(
                new Rule(
                    each.path("rule").asText(),
                    text(each, "message"),
                    text(each, "messageExpression"),
                    text(each, "reason"),
                    text(each, "fieldPath"),
                    each.has("optionalOldSelf") ? each.get("optionalOldSelf").asBoolean() : null)));
    return rules;
  }

  private static @Nullable String text(JsonNode json, String field) {
    return json.has(field) ? json.get(field).asText() : null;
  }

  private static Set<String> strings(JsonNode json) {
    var strings = new LinkedHashSet<String>();
    json.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  static ObjectNode write(Schema schema) {
    return write(schema, new LinkedHashSet<>());
  }

  /**
   * @param open the types being written, from the outside in
   */
  private static ObjectNode write(Schema schema, Set<String> open) {
    String name = schema.typeName();
    if (name.equals("meta.v1.ObjectMeta")) {
      return describe(embeddedMetadata(), schema);
    }
    if (!name.isEmpty() && !open.add(name)) {
      throw new IllegalStateException(
          name + " refers to itself and cannot be written out; it was met in " + open);
    }
    ObjectNode json = NODES.objectNode();
    describe(json, schema);
    text(json, "type", schema.type());
    text(json, "format", schema.format());
    if (schema.intOrString() && schema.anyOf().isEmpty() && schema.allOf().isEmpty()) {
      ArrayNode types = json.putArray("anyOf");
      types.addObject().put("type", "integer");
      types.addObject().put("type", "string");
      if (name.equals("resource.Quantity")) {
        json.put("pattern", QUANTITY);
      }
    }
    LimitsJson.write(schema.limits(), json);
    if (schema.defaultValue() != null) {
      json.set("default", schema.defaultValue().deepCopy());
    }
    flag(json, "nullable", schema.nullable());
    if (!schema.properties().isEmpty()) {
      ObjectNode properties = json.putObject("properties");
      schema.properties().forEach((field, each) -> properties.set(field, write(each, open)));
    }
    if (!schema.required().isEmpty()) {
      schema.required().forEach(json.putArray("required")::add);
    }
    if (schema.additionalProperties() != null) {
      json.set("additionalProperties", write(schema.additionalProperties(), open));
    }
    if (schema.items() != null) {
      json.set("items", write(schema.items(), open));
    }
    writeAll(json, "allOf", schema.allOf(), open);
    writeAll(json, "anyOf", schema.anyOf(), open);
    writeAll(json, "oneOf", schema.oneOf(), open);
    if (schema.not() != null) {
      json.set("not", write(schema.not(), open));
    }
    flag(json, "x-kubernetes-preserve-unknown-fields", schema.preserveUnknownFields());
    flag(json, "x-kubernetes-int-or-string", schema.intOrString());
    flag(json, "x-kubernetes-embedded-resource", schema.embeddedResource());
    if (schema.listType() != null) {
      json.put("x-kubernetes-list-type", schema.listType().text());
      if (!schema.listMapKeys().isEmpty()) {
        schema.listMapKeys().forEach(json.putArray("x-kubernetes-list-map-keys")::add);
      }
    }
    if (schema.mapType() != null || ATOMIC_IN_DEFINITIONS.contains(name)) {
      json.put(
          "x-kubernetes-map-type",
          (schema.mapType() == null ? MapType.ATOMIC : schema.mapType()).text());
    }
    writeRules(json, schema.rules());
    open.remove(name);
    return json;
  }

  private static ObjectNode describe(ObjectNode json, Schema schema) {
    text(json, "description", schema.description());
    return json;
  }

  /** The schema of the metadata of an embedded template. */
  private static ObjectNode embeddedMetadata() {
    ObjectNode json = NODES.objectNode().put("type", "object");
    ObjectNode properties = json.putObject("properties");
    ObjectNode string = NODES.objectNode().put("type", "string");
    ObjectNode map = NODES.objectNode().put("type", "object");
    map.set("additionalProperties", string);
    properties.set("annotations", map);
    ObjectNode list = NODES.objectNode().put("type", "array");
    list.set("items", string);
    properties.set("finalizers", list);
    properties.set("labels", map.deepCopy());
    properties.set("name", string.deepCopy());
    properties.set("namespace", string.deepCopy());
    return json;
  }

  private static void writeAll(
      ObjectNode json, String keyword, List<Schema> schemas, Set<String> open) {
    if (!schemas.isEmpty()) {
      ArrayNode array = json.putArray(keyword);
      schemas.forEach(each -> array.add(write(each, open)));
    }
  }

  private static void writeRules(ObjectNode json, List<Rule> rules) {
    if (rules.isEmpty()) {
      return;
    }
    ArrayNode array = json.putArray("x-kubernetes-validations");
    for (Rule rule : rules) {
      ObjectNode each = array.addObject();
      optional(each, "fieldPath", rule.fieldPath());
      optional(each, "message", rule.message());
      optional(each, "messageExpression", rule.messageExpression());
      if (rule.optionalOldSelf() != null) {
        each.put("optionalOldSelf", rule.optionalOldSelf());
      }
      optional(each, "reason", rule.reason());
      each.put("rule", rule.rule());
    }
  }

  private static void optional(ObjectNode json, String field, @Nullable String value) {
    if (value != null) {
      json.put(field, value);
    }
  }

  private static void text(ObjectNode json, String field, String value) {
    if (!value.isEmpty()) {
      json.put(field, value);
    }
  }

  private static void flag(ObjectNode json, String field, boolean value) {
    if (value) {
      json.put(field, true);
    }
  }
}
