package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.SortedJson;
import io.coxswain.apiserver.schema.Pruning;
import io.coxswain.apiserver.schema.Validation;
import java.util.ArrayList;
import java.util.List;

/** Validates that defaults conform to their schema. */
final class DefaultRules {
  private DefaultRules() {}

  static void check(
      String path, ObjectNode schema, boolean insideMetadata, List<FieldError> errors) {
    if (schema.has("default") && !schema.path("default").isNull()) {
      one(path + ".default", schema, insideMetadata, errors);
    }
    if (schema.get("items") instanceof ObjectNode items) {
      check(path + ".items", items, insideMetadata, errors);
    }
    boolean resource = StructuralRules.is(schema, "x-kubernetes-embedded-resource");
    for (var property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode inside) {
        boolean meta = resource && isMeta(property.getKey());
        check(
            path + ".properties[" + property.getKey() + "]",
            inside,
            insideMetadata || meta,
            errors);
      }
    }
  }

  static boolean isMeta(String name) {
    return name.equals("metadata") || name.equals("apiVersion") || name.equals("kind");
  }

  private static void one(
      String path, ObjectNode json, boolean insideMetadata, List<FieldError> errors) {
    Schema schema = Schema.fromJson(json);
    JsonNode value = json.path("default");
    if (!insideMetadata) {
      // Pruning works on objects, so the value is wrapped in one.
      ObjectNode holder = Json.MAPPER.createObjectNode();
      holder.set("value", value.deepCopy());
      Schema around =
          Schema.builder()
              .type("object")
              .properties(java.util.Map.of("value", schema), java.util.Set.of())
              .build();
      if (!Pruning.prune(holder, around).isEmpty()) {
        errors.add(
            FieldError.invalid(path, SortedJson.copy(value), "must not have unknown fields"));
      }
    }
    List<FieldError> found = new ArrayList<>(Validation.validateValue(path, value, schema));
    if (found.isEmpty()) {
      SchemaRules.checkValue(path, value, value, schema, schema.embeddedResource(), found);
      if (found.isEmpty()) {
        SchemaRules.checkValue(path, value, null, schema, schema.embeddedResource(), found);
      }
    }
    errors.addAll(found);
  }
}
