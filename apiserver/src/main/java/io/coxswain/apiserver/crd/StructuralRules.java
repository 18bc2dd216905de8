package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.PatternSyntaxException;
import io.coxswain.api.FieldError;
import io.coxswain.cel.formats.Patterns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The structural schema rules: every value has a known type, so that objects can be pruned and
 * defaulted, and logical combinations only restrict.
 */
final class StructuralRules {
  private static final List<String> COMBINATIONS = List.of("anyOf", "allOf", "oneOf");
  private static final List<String> UNSUPPORTED =
      List.of("id", "$ref", "additionalItems", "patternProperties", "definitions", "dependencies");

  private final List<FieldError> errors = new ArrayList<>();

  private StructuralRules() {}

  /** The position of a node; the message for a missing type depends on it. */
  private enum Level {
    ROOT("must not be empty at the root"),
    ITEM("must not be empty for specified array items"),
    FIELD("must not be empty for specified object fields");

    private final String untyped;

    Level(String untyped) {
      this.untyped = untyped;
    }
  }

  /** All errors, sorted. */
  static List<FieldError> check(String path, ObjectNode schema) {
    var rules = new StructuralRules();
    rules.node(path, schema, Level.ROOT);
    rules.complete(path, schema, path, schema);
    rules.errors.sort(Comparator.comparing(FieldError::toString));
    return rules.errors;
  }

  /** Whether a node has keywords that no structural schema can contain. */
  static boolean isConvertible(JsonNode schema) {
    for (String keyword : UNSUPPORTED) {
      if (schema.has(keyword)) {
        return false;
      }
    }
    JsonNode preserve = schema.path("x-kubernetes-preserve-unknown-fields");
    if (preserve.isBoolean() && !preserve.asBoolean()) {
      return false;
    }
    for (JsonNode child : schema.path("properties")) {
      if (!isConvertible(child)) {
        return false;
      }
    }
    for (String keyword : COMBINATIONS) {
      for (JsonNode part : schema.path(keyword)) {
        if (!isConvertible(part)) {
          return false;
        }
      }
    }
    return !schema.path("items").isArray()
        && isConvertibleIfThere(schema.path("items"))
        && isConvertibleIfThere(schema.path("additionalProperties"))
        && isConvertibleIfThere(schema.path("not"));
  }

  private static boolean isConvertibleIfThere(JsonNode schema) {
    return !schema.isObject() || isConvertible(schema);
  }

  static boolean is(JsonNode schema, String keyword) {
    return schema.path(keyword).asBoolean();
  }

  private void node(String path, ObjectNode schema, Level level) {
    String type = schema.path("type").asText();
    boolean intOrString = is(schema, "x-kubernetes-int-or-string");
    boolean preserve = is(schema, "x-kubernetes-preserve-unknown-fields");
    boolean embedded = is(schema, "x-kubernetes-embedded-resource");
    if (type.equals("array") && !schema.path("items").isObject()) {
      errors.add(FieldError.required(path + ".items", "must be specified"));
    }
    if (schema.get("items") instanceof ObjectNode items) {
      node(path + ".items", items, Level.ITEM);
    }
    for (var property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode object) {
        node(path + ".properties[" + property.getKey() + "]", object, Level.FIELD);
      }
    }
    if (schema.has("additionalProperties")) {
      if (level == Level.ROOT) {
        errors.add(
            FieldError.forbidden(path + ".additionalProperties", "must not be used at the root"));
      }
      if (schema.get("additionalProperties") instanceof ObjectNode values) {
        node(path + ".additionalProperties", values, Level.FIELD);
      }
    }
    if (intOrString && preserve) {
      errors.add(
          FieldError.invalid(
              path + ".x-kubernetes-preserve-unknown-fields",
              BooleanNode.TRUE,
              "must be false if x-kubernetes-int-or-string is true"));
    }
    if (intOrString && embedded) {
      errors.add(
          FieldError.invalid(
              path + ".x-kubernetes-embedded-resource",
              BooleanNode.TRUE,
              "must be false if x-kubernetes-int-or-string is true"));
    }
    boolean first = isIntOrString(schema.path("allOf").path(0).path("anyOf"));
    values(path, schema, isIntOrString(schema.path("anyOf")), first);
    if (embedded && !type.equals("object")) {
      String text = "must be object if x-kubernetes-embedded-resource is true";
      errors.add(
          type.isEmpty()
              ? FieldError.required(path + ".type", text)
              : FieldError.invalid(path + ".type", type, text));
    } else if (type.isEmpty() && !intOrString && !preserve) {
      errors.add(FieldError.required(path + ".type", level.untyped));
    }
    if (embedded && schema.has("additionalProperties")) {
      errors.add(
          FieldError.forbidden(
              path + ".additionalProperties",
              "must not be used if x-kubernetes-embedded-resource is set"));
    }
    if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
      errors.add(FieldError.invalid(path + ".type", type, "must be object at the root"));
    }
    metadata(path, schema, level, embedded);
    if (embedded && !preserve && schema.path("properties").isEmpty()) {
      errors.add(
          FieldError.required(
              path + ".properties",
              "must not be empty if x-kubernetes-embedded-resource is true without"
                  + " x-kubernetes-preserve-unknown-fields"));
    }
  }

  private void metadata(String path, ObjectNode schema, Level level, boolean embedded) {
    JsonNode properties = schema.path("properties");
    boolean resource = level == Level.ROOT || embedded;
    for (String field : List.of("kind", "apiVersion")) {
      String type = properties.path(field).path("type").asText();
      if (resource && properties.has(field) && !type.equals("string")) {
        errors.add(
            FieldError.invalid(path + ".properties[" + field + "].type", type, "must be string"));
      }
    }
    JsonNode metadata = properties.path("metadata");
    if (metadata.isMissingNode()) {
      return;
    }
    String at = path + ".properties[metadata]";
    String type = metadata.path("type").asText();
    if (resource && !type.equals("object")) {
      errors.add(FieldError.invalid(at + ".type", type, "must be object"));
    }
    if (level == Level.ROOT && !isPlainMetadata(metadata)) {
      errors.add(
          FieldError.forbidden(
              at,
              "must not specify anything other than name and generateName, but metadata is"
                  + " implicitly specified"));
    }
  }

  private static boolean isPlainMetadata(JsonNode metadata) {
    for (var keyword : metadata.properties()) {
      boolean known =
          switch (keyword.getKey()) {
            case "type", "default" -> true;
            case "properties" -> {
              boolean names = true;
              for (var property : keyword.getValue().properties()) {
                names &=
                    property.getKey().equals("name") || property.getKey().equals("generateName");
              }
              yield names;
            }
            default -> false;
          };
      if (!known) {
        return false;
      }
    }
    return true;
  }

  /** The only combination that may contain types. */
  private static boolean isIntOrString(JsonNode anyOf) {
    return anyOf.size() == 2
        && anyOf.get(0).size() == 1
        && anyOf.get(1).size() == 1
        && anyOf.get(0).path("type").asText().equals("integer")
        && anyOf.get(1).path("type").asText().equals("string");
  }

  private void values(String path, JsonNode schema, boolean skipAnyOf, boolean skipFirst) {
    for (String keyword : COMBINATIONS) {
      JsonNode parts = schema.path(keyword);
      for (int i = 0; i < parts.size(); i++) {
        if (!(keyword.equals("anyOf") && skipAnyOf)) {
          boolean first = keyword.equals("allOf") && skipFirst && i == 0;
          nested(path + "." + keyword + "[" + i + "]", parts.get(i), first);
        }
      }
    }
    nested(path + ".not", schema.path("not"), false);
    String pattern = schema.path("pattern").asText();
    if (!pattern.isEmpty()) {
      try {
        Patterns.of(pattern);
      } catch (PatternSyntaxException e) {
        errors.add(
            FieldError.invalid(
                path + ".pattern",
                pattern,
                "must be a valid regular expression, but isn't: error parsing regexp: "
                    + goWords(e)));
      }
    }
  }

  private static String goWords(PatternSyntaxException e) {
    return e.getDescription() + ": `" + e.getPattern() + "`";
  }

  /** Checks that a combination does not determine the type of a value. */
  private void nested(String path, JsonNode part, boolean skipAnyOf) {
    if (!part.isObject()) {
      return;
    }
    values(path, part, skipAnyOf, false);
    nested(path + ".items", part.path("items"), false);
    for (var property : part.path("properties").properties()) {
      nested(path + ".properties[" + property.getKey() + "]", property.getValue(), false);
    }
    forbid(path, part, "type", "must be empty to be structural");
    forbid(path, part, "additionalProperties", "must be undefined to be structural");
    forbid(path, part, "default", "must be undefined to be structural");
    forbid(path, part, "title", "must be empty to be structural");
    forbid(path, part, "description", "must be empty to be structural");
    forbid(path, part, "nullable", "must be false to be structural");
    forbid(path, part, "x-kubernetes-preserve-unknown-fields", "must be false to be structural");
    forbid(path, part, "x-kubernetes-embedded-resource", "must be false to be structural");
    forbid(path, part, "x-kubernetes-int-or-string", "must be false to be structural");
    forbid(path, part, "x-kubernetes-list-map-keys", "must be empty to be structural");
    forbid(path, part, "x-kubernetes-list-type", "must be undefined to be structural");
    forbid(path, part, "x-kubernetes-map-type", "must be undefined to be structural");
    forbid(path, part, "x-kubernetes-validations", "must be empty to be structural");
    if (part.path("properties").has("metadata")) {
      errors.add(
          FieldError.forbidden(
              path + ".properties[metadata]", "must not be specified in a nested context"));
    }
  }

  private void forbid(String path, JsonNode part, String keyword, String text) {
    JsonNode value = part.path(keyword);
    if (isSet(keyword, value)) {
      errors.add(FieldError.forbidden(path + "." + keyword, text));
    }
  }

  private static boolean isSet(String keyword, JsonNode value) {
    if (value.isMissingNode()) {
      return false;
    }
    if (keyword.equals("default") || keyword.equals("additionalProperties")) {
      return true;
    }
    if (value.isBoolean()) {
      return value.asBoolean();
    }
    return value.isContainerNode() ? !value.isEmpty() : !value.asText().isEmpty();
  }

  /** Checks that fields named inside a combination exist outside. */
  private void complete(String path, JsonNode schema, String partPath, JsonNode part) {
    combined(path, schema, partPath + ".not", part.path("not"));
    for (String keyword : List.of("allOf", "anyOf", "oneOf")) {
      JsonNode parts = part.path(keyword);
      for (int i = 0; i < parts.size(); i++) {
        combined(path, schema, partPath + "." + keyword + "[" + i + "]", parts.get(i));
      }
    }
  }

  private void combined(String path, JsonNode schema, String partPath, JsonNode part) {
    if (!part.isObject()) {
      return;
    }
    if (!schema.isObject()) {
      errors.add(FieldError.required(path, "because it is defined in " + partPath));
      return;
    }
    complete(path, schema, partPath, part);
    combined(path + ".items", schema.path("items"), partPath + ".items", part.path("items"));
    for (var property : part.path("properties").properties()) {
      String name = ".properties[" + property.getKey() + "]";
      JsonNode outside = schema.path("properties").path(property.getKey());
      if (outside.isMissingNode()) {
        errors.add(FieldError.required(path + name, "because it is defined in " + partPath + name));
      } else {
        combined(path + name, outside, partPath + name, property.getValue());
      }
    }
  }
}
