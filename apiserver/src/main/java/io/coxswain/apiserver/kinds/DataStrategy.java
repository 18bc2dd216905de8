package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.schema.SameJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** ConfigMaps and Secrets: data that may be frozen. */
final class DataStrategy implements Strategy {
  private static final int LIMIT = 1024 * 1024;
  private final boolean secret;

  DataStrategy(boolean secret) {
    this.secret = secret;
  }

  @Override
  public void defaults(ObjectNode object) {
    if (!secret) {
      return;
    }
    Meta.setDefault(object, "type", "Opaque");
    JsonNode plain = object.remove("stringData");
    if (plain != null) {
      for (var entry : plain.properties()) {
        byte[] text = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
        Meta.child(object, "data").put(entry.getKey(), Base64.getEncoder().encodeToString(text));
      }
    }
  }

  @Override
  public void validate(ObjectNode object, List<FieldError> errors) {
    long total = 0;
    for (String field : List.of("data", "binaryData")) {
      for (var entry : object.path(field).properties()) {
        if (field.equals("binaryData") && object.path("data").has(entry.getKey())) {
          errors.add(
              FieldError.invalid(
                  "data[" + entry.getKey() + "]",
                  entry.getKey(),
                  "duplicate of key present in binaryData"));
        }
        if (!entry.getKey().matches("[-._a-zA-Z0-9]+")) {
          errors.add(
              FieldError.invalid(
                  field + "[" + entry.getKey() + "]",
                  entry.getKey(),
                  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
                      + " (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for"
                      + " validation is '[-._a-zA-Z0-9]+')"));
        }
        total += entry.getValue().asText().length();
      }
    }
    if (total > LIMIT) {
      errors.add(
          secret
              ? FieldError.tooLong("data", LIMIT)
              : new FieldError(
                  "FieldValueTooLong", "", "Too long: may not be more than " + LIMIT + " bytes"));
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    if (secret && !object.path("type").equals(before.path("type"))) {
      errors.add(FieldError.invalid("type", object.path("type"), "field is immutable"));
    }
    if (!before.path("immutable").asBoolean(false)) {
      return;
    }
    if (!object.path("immutable").asBoolean(false)) {
      errors.add(FieldError.forbidden("immutable", "field is immutable when `immutable` is set"));
    }
    for (String field : List.of("data", "binaryData")) {
      if (!SameJson.same(object.path(field), before.path(field))) {
        errors.add(FieldError.forbidden(field, "field is immutable when `immutable` is set"));
      }
    }
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode object) {
    var fields = new TreeMap<String, String>();
    if (secret) {
      fields.put("type", object.path("type").asText(""));
    }
    return fields;
  }
}
