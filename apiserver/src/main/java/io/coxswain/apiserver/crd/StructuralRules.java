package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.coxswain.apiserver.schema.FieldError;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What makes the schema of a definition structural: every value has a known type, so that objects
 * can be pruned and defaulted, and logical combinations only restrict.
 */
final class StructuralRules {
  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "number", "object", "string");
  private static final List<String> COMBINATIONS = List.of("allOf", "anyOf", "oneOf");

  private final List<FieldError> errors;

  private StructuralRules(List<FieldError> errors) {
    this.errors = errors;
  }

  static void check(String path, ObjectNode schema, List<FieldError> errors) {
    var rules = new StructuralRules(errors);
    rules.checkRoot(path, schema);
    rules.checkNode(path, schema, "must not be empty at the root");
  }

  private void checkRoot(String path, ObjectNode schema) {
    String type = schema.path("type").asText();
    if (!type.isEmpty() && !type.equals("object")) {
      errors.add(FieldError.invalid(path + ".type", type, "must be object at the root"));
    }
    JsonNode metadata = schema.path("properties").path("metadata");
    for (var field : metadata.path("properties").properties()) {
      if (!field.getKey().equals("name") && !field.getKey().equals("generateName")) {
        errors.add(
            FieldError.forbidden(
                path + ".properties[metadata]",
                "must not specify anything other than name and generateName, but metadata is"
                    + " implicitly specified"));
        break;
      }
    }
  }

  private void checkNode(String path, ObjectNode schema, String untyped) {
    checkType(path, schema, untyped);
    checkForbidden(path, schema);
    checkList(path, schema);
    checkMap(path, schema);
    RuleForm.check(path, schema.path("x-kubernetes-validations"), errors);
    if (schema.path("pattern").isTextual()) {
      checkPattern(path, schema.path("pattern").asText());
    }
    for (var property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode object) {
        checkNode(
            path + ".properties[" + property.getKey() + "]",
            object,
            "must not be empty for specified object fields");
      }
    }
    if (schema.get("items") instanceof ObjectNode items) {
      checkNode(path + ".items", items, "must not be empty for specified array items");
    }
    if (schema.get("additionalProperties") instanceof ObjectNode values) {
      checkNode(
          path + ".additionalProperties", values, "must not be empty for specified object fields");
    }
    boolean intOrString = schema.path("x-kubernetes-int-or-string").asBoolean();
    for (String keyword : COMBINATIONS) {
      JsonNode parts = schema.path(keyword);
      for (int i = 0; i < parts.size(); i++) {
        checkPart(path + "." + keyword + "[" + i + "]", parts.get(i), intOrString);
      }
    }
    checkPart(path + ".not", schema.path("not"), false);
  }

  private void checkType(String path, ObjectNode schema, String untyped) {
    String type = schema.path("type").asText();
    boolean free =
        schema.path("x-kubernetes-int-or-string").asBoolean()
            || schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    if (type.isEmpty()) {
      if (!free && !schema.has("$ref")) {
        errors.add(FieldError.required(path + ".type", untyped));
      }
    } else if (!TYPES.contains(type)) {
      errors.add(FieldError.notSupported(path + ".type", schema.path("type"), TYPES));
    }
    if (type.equals("array") && !schema.path("items").isObject()) {
      errors.add(FieldError.required(path + ".items", "must be specified"));
    }
    JsonNode preserve = schema.get("x-kubernetes-preserve-unknown-fields");
    if (preserve != null && !preserve.asBoolean()) {
      errors.add(
          FieldError.invalid(
              path + ".x-kubernetes-preserve-unknown-fields",
              BooleanNode.FALSE,
              "must be true or undefined"));
    }
    if (schema.path("x-kubernetes-embedded-resource").asBoolean()
        && schema.path("properties").isEmpty()
        && !schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()) {
      errors.add(
          FieldError.required(
              path + ".properties",
              "must not be empty if x-kubernetes-embedded-resource is true without"
                  + " x-kubernetes-preserve-unknown-fields"));
    }
  }

  private void checkForbidden(String path, ObjectNode schema) {
    if (schema.has("$ref")) {
      errors.add(FieldError.forbidden(path + ".$ref", "$ref is not supported"));
    }
    if (schema.path("uniqueItems").asBoolean()) {
      errors.add(
          FieldError.forbidden(
              path + ".uniqueItems",
              "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
    }
    boolean hasValues =
        schema.path("additionalProperties").isObject()
            || schema.path("additionalProperties").asBoolean();
    if (hasValues && !schema.path("properties").isEmpty()) {
      errors.add(
          FieldError.forbidden(
              path + ".additionalProperties",
              "additionalProperties and properties are mutual exclusive"));
    }
  }

  private void checkPattern(String path, String pattern) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      errors.add(
          FieldError.invalid(
              path + ".pattern",
              pattern,
              "must be a valid regular expression, but isn't: " + e.getMessage()));
    }
  }

  private void checkList(String path, ObjectNode schema) {
    String type = schema.path("x-kubernetes-list-type").asText();
    JsonNode keys = schema.path("x-kubernetes-list-map-keys");
    JsonNode items = schema.path("items");
    if (!type.isEmpty() && !schema.path("type").asText().equals("array")) {
      errors.add(
          FieldError.invalid(
              path + ".type",
              schema.path("type").asText(),
              "must be array if x-kubernetes-list-type is specified"));
      return;
    }
    switch (type) {
      case "", "atomic" -> {}
      case "set" -> checkSetItems(path + ".items", items);
      case "map" -> checkMapItems(path, keys, items);
      default ->
          errors.add(
              FieldError.notSupported(
                  path + ".x-kubernetes-list-type",
                  schema.path("x-kubernetes-list-type"),
                  List.of("atomic", "set", "map")));
    }
    if (!keys.isEmpty() && !type.equals("map")) {
      errors.add(
          FieldError.required(
              path + ".x-kubernetes-list-type",
              "must be map if x-kubernetes-list-map-keys is non-empty"));
    }
  }

  private void checkSetItems(String path, JsonNode items) {
    String type = items.path("type").asText();
    if (type.equals("object") && !items.path("x-kubernetes-map-type").asText().equals("atomic")) {
      JsonNode found = items.path("x-kubernetes-map-type");
      errors.add(
          FieldError.invalid(
              path + ".x-kubernetes-map-type",
              found.isMissingNode() ? NullNode.instance : found,
              "must be atomic as item of a list with x-kubernetes-list-type=set"));
    }
    String list = items.path("x-kubernetes-list-type").asText();
    if (type.equals("array") && !list.isEmpty() && !list.equals("atomic")) {
      errors.add(
          FieldError.invalid(
              path + ".x-kubernetes-list-type",
              list,
              "must be atomic as item of a list with x-kubernetes-list-type=set"));
    }
  }

  private void checkMapItems(String path, JsonNode keys, JsonNode items) {
    if (keys.isEmpty()) {
      errors.add(
          FieldError.required(
              path + ".x-kubernetes-list-map-keys",
              "must not be empty if x-kubernetes-list-type is map"));
      return;
    }
    if (!items.path("type").asText().equals("object")) {
      errors.add(
          FieldError.invalid(
              path + ".items.type",
              items.path("type").asText(),
              "must be object if parent array's x-kubernetes-list-type is map"));
      return;
    }
    Set<String> seen = new LinkedHashSet<>();
    boolean known = true;
    for (JsonNode key : keys) {
      seen.add(key.asText());
      known &= items.path("properties").has(key.asText());
    }
    String keysPath = path + ".x-kubernetes-list-map-keys";
    if (!known) {
      errors.add(
          FieldError.invalid(keysPath, keys, "entries must all be names of item properties"));
    }
    if (seen.size() < keys.size()) {
      errors.add(FieldError.invalid(keysPath, keys, "must not contain duplicate entries"));
    }
    for (String key : seen) {
      checkKey(path + ".items.properties[" + key + "]", key, items);
    }
  }

  private void checkKey(String path, String key, JsonNode items) {
    JsonNode property = items.path("properties").path(key);
    if (property.isMissingNode()) {
      return;
    }
    String type = property.path("type").asText();
    if (type.equals("object") || type.equals("array")) {
      errors.add(
          FieldError.invalid(
              path + ".type",
              type,
              "must be a scalar type if parent array's x-kubernetes-list-type is map"));
    }
    boolean required = false;
    for (JsonNode name : items.path("required")) {
      required |= name.asText().equals(key);
    }
    if (!required && !property.has("default")) {
      errors.add(
          FieldError.required(
              path + ".default",
              "this property is in x-kubernetes-list-map-keys, so it must have a default or be a"
                  + " required property"));
    }
  }

  private void checkMap(String path, ObjectNode schema) {
    if (!schema.has("x-kubernetes-map-type")) {
      return;
    }
    String type = schema.path("x-kubernetes-map-type").asText();
    if (!type.equals("atomic") && !type.equals("granular")) {
      errors.add(
          FieldError.notSupported(
              path + ".x-kubernetes-map-type",
              schema.path("x-kubernetes-map-type"),
              List.of("atomic", "granular")));
    } else if (!schema.path("type").asText().equals("object")) {
      errors.add(
          FieldError.invalid(
              path + ".type",
              schema.path("type").asText(),
              "must be object if x-kubernetes-map-type is specified"));
    }
  }

  /** Inside a combination nothing may give a value its shape. */
  private void checkPart(String path, JsonNode part, boolean intOrString) {
    if (!part.isObject()) {
      return;
    }
    if (part.has("type") && !intOrString) {
      errors.add(FieldError.forbidden(path + ".type", "must be empty to be structural"));
    }
    if (part.has("default")) {
      errors.add(FieldError.forbidden(path + ".default", "must be undefined to be structural"));
    }
    if (part.path("nullable").asBoolean()) {
      errors.add(FieldError.forbidden(path + ".nullable", "must be false to be structural"));
    }
    if (!part.path("description").asText().isEmpty()) {
      errors.add(FieldError.forbidden(path + ".description", "must be empty to be structural"));
    }
    if (part.path("additionalProperties").isObject()) {
      errors.add(
          FieldError.forbidden(
              path + ".additionalProperties", "must be undefined to be structural"));
    }
    for (var property : part.path("properties").properties()) {
      checkPart(path + ".properties[" + property.getKey() + "]", property.getValue(), false);
    }
    checkPart(path + ".items", part.path("items"), false);
    for (String keyword : COMBINATIONS) {
      JsonNode parts = part.path(keyword);
      for (int i = 0; i < parts.size(); i++) {
        checkPart(path + "." + keyword + "[" + i + "]", parts.get(i), intOrString);
      }
    }
    checkPart(path + ".not", part.path("not"), false);
  }
}
