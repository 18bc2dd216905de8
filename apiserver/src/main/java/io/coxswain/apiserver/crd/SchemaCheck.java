package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules for one schema of a CRD: its structure, its keywords, and its CEL rules. */
final class SchemaCheck {
  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "number", "object", "string");
  private static final List<String> NOT_SUPPORTED =
      List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");
  private static final Set<String> AT_ROOT =
      Set.of(
          "description",
          "type",
          "format",
          "title",
          "maximum",
          "exclusiveMaximum",
          "minimum",
          "exclusiveMinimum",
          "maxLength",
          "minLength",
          "pattern",
          "maxItems",
          "minItems",
          "uniqueItems",
          "multipleOf",
          "required",
          "items",
          "properties",
          "externalDocs",
          "example",
          "x-kubernetes-preserve-unknown-fields",
          "x-kubernetes-validations");
  private static final String AT_ROOT_WORDS =
      "[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength"
          + " MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties"
          + " ExternalDocs Example XPreserveUnknownFields XValidations]";

  private final List<FieldError> keywords = new ArrayList<>();
  private final @Nullable RuleCheck rules;

  private SchemaCheck(@Nullable RuleCheck rules) {
    this.rules = rules;
  }

  /**
   * What a node inherits from its parents.
   *
   * @param noDefaults why defaults are not allowed; null if they are
   * @param uncorrelatable the parent list whose items cannot be correlated; empty if there is none
   * @param cardinality the maximum number of occurrences in an object; null if unbounded
   */
  private record Place(
      boolean root,
      @Nullable String noDefaults,
      boolean metadata,
      String uncorrelatable,
      @Nullable Long cardinality,
      boolean ruled) {

    Place below(@Nullable Long most) {
      Long product =
          cardinality == null || most == null ? null : (Long) RuleCheck.multiply(cardinality, most);
      return new Place(false, noDefaults, metadata, uncorrelatable, product, ruled);
    }

    Place withoutDefaults(String reason) {
      return new Place(root, reason, metadata, uncorrelatable, cardinality, ruled);
    }

    Place inMetadata() {
      return new Place(root, noDefaults, true, uncorrelatable, cardinality, ruled);
    }

    Place uncorrelatable(String path) {
      return uncorrelatable.isEmpty()
          ? new Place(root, noDefaults, metadata, path, cardinality, ruled)
          : this;
    }

    Place unruled() {
      return new Place(false, noDefaults, metadata, uncorrelatable, null, false);
    }
  }

  static List<FieldError> check(String path, ObjectNode schema, boolean statusEnabled) {
    List<FieldError> errors = new ArrayList<>();
    if (statusEnabled) {
      checkRoot(path, schema, errors);
    }
    if (StructuralRules.is(schema, "nullable")) {
      errors.add(FieldError.forbidden(path + ".nullable", "nullable cannot be true at the root"));
    }
    boolean sound = false;
    boolean convertible = StructuralRules.isConvertible(schema);
    if (convertible) {
      List<FieldError> structural = StructuralRules.check(path, schema);
      if (structural.isEmpty()) {
        ObjectNode resource = schema.deepCopy().put("x-kubernetes-embedded-resource", true);
        DefaultRules.check(path, resource, false, structural);
      }
      sound = structural.isEmpty();
      errors.addAll(structural);
    }
    RuleCheck rules = sound ? new RuleCheck() : null;
    var check = new SchemaCheck(rules);
    check.node(path, schema, new Place(true, null, false, "", 1L, true));
    errors.addAll(check.keywords);
    if (rules != null) {
      errors.addAll(rules.errors());
      rules.checkTotal(path, errors);
    }
    return errors;
  }

  /** With a status subresource only few keywords are allowed at the root. */
  private static void checkRoot(String path, ObjectNode schema, List<FieldError> errors) {
    for (var keyword : schema.properties()) {
      if (keyword.getKey().equals("type")) {
        if (!keyword.getValue().asText().equals("object")) {
          errors.add(
              FieldError.invalid(
                  path + ".type",
                  keyword.getValue(),
                  "only \"object\" is allowed as the type at the root of the schema if the status"
                      + " subresource is enabled"));
          return;
        }
      } else if (!AT_ROOT.contains(keyword.getKey())) {
        errors.add(
            FieldError.invalid(
                path,
                InternalSchema.of(schema),
                "only "
                    + AT_ROOT_WORDS
                    + " fields are allowed at the root of the schema if the status subresource is"
                    + " enabled"));
        return;
      }
    }
  }

  private void node(String path, ObjectNode schema, Place place) {
    int before = keywords.size();
    standard(path, schema, place);
    if (StructuralRules.is(schema, "uniqueItems")) {
      keywords.add(
          FieldError.forbidden(
              path + ".uniqueItems",
              "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
    }
    children(path, schema, place);
    JsonNode preserve = schema.path("x-kubernetes-preserve-unknown-fields");
    if (preserve.isBoolean() && !preserve.asBoolean()) {
      keywords.add(
          FieldError.invalid(
              path + ".x-kubernetes-preserve-unknown-fields",
              preserve,
              "must be true or undefined"));
    }
    mapType(path, schema);
    listType(path, schema);
    JsonNode list = schema.path("x-kubernetes-validations");
    if (!list.isEmpty()) {
      Schema typed = list.isArray() ? readable(schema) : null;
      RuleForm.check(path, list, typed, keywords);
      if (keywords.size() == before && rules != null && place.ruled && typed != null) {
        rules.check(
            path,
            typed,
            list,
            place.root || StructuralRules.is(schema, "x-kubernetes-embedded-resource"),
            place.uncorrelatable,
            place.cardinality);
      }
    }
  }

  private static @Nullable Schema readable(ObjectNode schema) {
    try {
      return Schema.fromJson(schema);
    } catch (IllegalArgumentException e) {
      return null; // an unknown list or map type, which is reported elsewhere
    }
  }

  private void standard(String path, ObjectNode schema, Place place) {
    String type = schema.path("type").asText();
    if (!type.isEmpty() && !TYPES.contains(type)) {
      keywords.add(FieldError.notSupported(path + ".type", schema.path("type"), TYPES));
    }
    if (schema.has("default") && place.noDefaults != null) {
      keywords.add(FieldError.forbidden(path + ".default", "must not be set " + place.noDefaults));
    }
    for (String keyword : NOT_SUPPORTED) {
      if (schema.has(keyword)) {
        keywords.add(FieldError.forbidden(path + "." + keyword, keyword + " is not supported"));
      }
    }
    if (type.equals("null")) {
      keywords.add(
          FieldError.forbidden(
              path + ".type", "type cannot be set to null, use nullable as an alternative"));
    }
    if (schema.path("items").isArray()) {
      keywords.add(
          FieldError.forbidden(path + ".items", "items must be a schema object and not an array"));
    }
    if (place.metadata && StructuralRules.is(schema, "x-kubernetes-embedded-resource")) {
      keywords.add(
          FieldError.forbidden(
              path + ".x-kubernetes-embedded-resource",
              "must not be used inside of resource meta"));
    }
  }

  private void children(String path, ObjectNode schema, Place place) {
    Long most = mostInside(schema);
    JsonNode values = schema.path("additionalProperties");
    if (!values.isMissingNode()) {
      boolean open = values.isBoolean() && values.asBoolean();
      if (!schema.path("properties").isEmpty() && !open) {
        keywords.add(
            FieldError.forbidden(
                path + ".additionalProperties",
                "additionalProperties and properties are mutual exclusive"));
      }
      if (values instanceof ObjectNode inside) {
        Place child = place.below(most);
        node(
            path + ".additionalProperties",
            inside,
            place.metadata
                ? child.withoutDefaults("inside additionalProperties applying to object metadata")
                : child);
      }
    }
    boolean resource = place.root || StructuralRules.is(schema, "x-kubernetes-embedded-resource");
    for (var property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode inside) {
        Place child = place.below(most);
        if (resource && DefaultRules.isMeta(property.getKey())) {
          child = child.inMetadata();
          if (place.root) {
            child = child.withoutDefaults("in top-level " + property.getKey());
          }
        }
        node(path + ".properties[" + property.getKey() + "]", inside, child);
      }
    }
    if (schema.get("not") instanceof ObjectNode inside) {
      node(path + ".not", inside, place.unruled());
    }
    for (String keyword : List.of("allOf", "oneOf", "anyOf")) {
      JsonNode parts = schema.path(keyword);
      for (int i = 0; i < parts.size(); i++) {
        if (parts.get(i) instanceof ObjectNode inside) {
          node(path + "." + keyword + "[" + i + "]", inside, place.unruled());
        }
      }
    }
    if (schema.get("items") instanceof ObjectNode inside) {
      Place child = place.below(most);
      boolean keyed = schema.path("x-kubernetes-list-type").asText().equals("map");
      node(path + ".items", inside, keyed ? child : child.uncorrelatable(path));
    }
  }

  /** The maximum number of values of one node inside another; null if unbounded. */
  private static @Nullable Long mostInside(ObjectNode schema) {
    return switch (schema.path("type").asText()) {
      case "object" ->
          schema.has("additionalProperties")
              ? (schema.has("maxProperties")
                  ? (Long) Math.max(0, schema.path("maxProperties").asLong())
                  : null)
              : (Long) 1L;
      case "array" ->
          schema.has("maxItems") ? (Long) Math.max(0, schema.path("maxItems").asLong()) : null;
      default -> 1L;
    };
  }

  private void mapType(String path, ObjectNode schema) {
    if (!schema.has("x-kubernetes-map-type")) {
      return;
    }
    mustBe("object", "x-kubernetes-map-type", path, schema);
    String type = schema.path("x-kubernetes-map-type").asText();
    if (!type.equals("atomic") && !type.equals("granular")) {
      keywords.add(
          FieldError.notSupported(
              path + ".x-kubernetes-map-type",
              schema.path("x-kubernetes-map-type"),
              List.of("atomic", "granular")));
    }
  }

  private boolean mustBe(String wanted, String keyword, String path, ObjectNode schema) {
    String type = schema.path("type").asText();
    if (type.equals(wanted)) {
      return true;
    }
    String text = "must be " + wanted + " if " + keyword + " is specified";
    keywords.add(
        type.isEmpty()
            ? FieldError.required(path + ".type", text)
            : FieldError.invalid(path + ".type", type, text));
    return false;
  }

  private void listType(String path, ObjectNode schema) {
    String type = schema.path("x-kubernetes-list-type").asText();
    JsonNode items = schema.path("items");
    JsonNode keys = schema.path("x-kubernetes-list-map-keys");
    if (schema.has("x-kubernetes-list-type")) {
      boolean array = mustBe("array", "x-kubernetes-list-type", path, schema);
      if (array && type.equals("set") && items.isObject()) {
        setItems(path + ".items", items);
      }
      if (!List.of("atomic", "set", "map").contains(type)) {
        keywords.add(
            FieldError.notSupported(
                path + ".x-kubernetes-list-type",
                schema.path("x-kubernetes-list-type"),
                List.of("atomic", "set", "map")));
      }
    }
    if (!keys.isEmpty() && !type.equals("map")) {
      String text = "must be map if x-kubernetes-list-map-keys is non-empty";
      keywords.add(
          type.isEmpty()
              ? FieldError.required(path + ".x-kubernetes-list-type", text)
              : FieldError.invalid(path + ".x-kubernetes-list-type", type, text));
    }
    if (type.equals("map")) {
      keyed(path, items, keys);
    }
    if (items.isObject() && (type.equals("set") || type.equals("map"))) {
      itemsOfSets(path, type, items, keys);
    }
  }

  private void setItems(String path, JsonNode items) {
    String type = items.path("type").asText();
    String text = "must be atomic as item of a list with x-kubernetes-list-type=set";
    JsonNode listType = items.path("x-kubernetes-list-type");
    JsonNode shown = listType.isMissingNode() ? NullNode.instance : listType;
    if (type.equals("array") && !listType.isMissingNode() && !listType.asText().equals("atomic")) {
      keywords.add(FieldError.invalid(path + ".x-kubernetes-list-type", shown, text));
    }
    if (type.equals("object") && !items.path("x-kubernetes-map-type").asText().equals("atomic")) {
      keywords.add(FieldError.invalid(path + ".x-kubernetes-map-type", shown, text));
    }
  }

  private void keyed(String path, JsonNode items, JsonNode keys) {
    if (keys.isEmpty()) {
      keywords.add(
          FieldError.required(
              path + ".x-kubernetes-list-map-keys",
              "must not be empty if x-kubernetes-list-type is map"));
    }
    if (items.isMissingNode()) {
      keywords.add(
          FieldError.required(
              path + ".items", "must have a schema if x-kubernetes-list-type is map"));
      return;
    }
    String type = items.path("type").asText();
    if (!type.equals("object")) {
      keywords.add(
          FieldError.invalid(
              path + ".items.type",
              type,
              "must be object if parent array's x-kubernetes-list-type is map"));
      return;
    }
    Set<String> seen = new LinkedHashSet<>();
    for (JsonNode key : keys) {
      JsonNode property = items.path("properties").path(key.asText());
      String keyType = property.path("type").asText();
      if (property.isMissingNode()) {
        keywords.add(
            FieldError.invalid(
                path + ".x-kubernetes-list-map-keys",
                keys,
                "entries must all be names of item properties"));
      } else if (keyType.equals("array") || keyType.equals("object")) {
        keywords.add(
            FieldError.invalid(
                path + ".items.properties[" + key.asText() + "].type",
                type,
                "must be a scalar type if parent array's x-kubernetes-list-type is map"));
      }
      if (!seen.add(key.asText())) {
        keywords.add(
            FieldError.invalid(
                path + ".x-kubernetes-list-map-keys", keys, "must not contain duplicate entries"));
      }
    }
  }

  private void itemsOfSets(String path, String type, JsonNode items, JsonNode keys) {
    if (StructuralRules.is(items, "nullable")) {
      keywords.add(
          FieldError.forbidden(
              path + ".items.nullable",
              "cannot be nullable when x-kubernetes-list-type is " + type));
    }
    if (!type.equals("map")) {
      return;
    }
    Set<String> required = new LinkedHashSet<>();
    items.path("required").forEach(name -> required.add(name.asText()));
    for (JsonNode key : keys) {
      JsonNode property = items.path("properties").path(key.asText());
      String at = path + ".items.properties[" + key.asText() + "]";
      if (property.isMissingNode()) {
        continue;
      }
      if (!required.contains(key.asText()) && !property.has("default")) {
        keywords.add(
            FieldError.required(
                at + ".default",
                "this property is in x-kubernetes-list-map-keys, so it must have a default or be a"
                    + " required property"));
      }
      if (StructuralRules.is(property, "nullable")) {
        keywords.add(
            FieldError.forbidden(
                at + ".nullable",
                "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
      }
    }
  }
}
