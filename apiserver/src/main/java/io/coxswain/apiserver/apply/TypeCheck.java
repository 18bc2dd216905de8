package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.patch.GoText;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a configuration matches the schema well enough to be merged, in upstream's words.
 */
final class TypeCheck {
  private final List<String> errors = new ArrayList<>();

  private TypeCheck() {}

  /** The first problem; empty if there is none. */
  static Optional<String> problem(ObjectNode config, Schema schema) {
    var check = new TypeCheck();
    check.visit("", config, schema);
    return switch (check.errors.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(check.errors.getFirst());
      default -> Optional.of("errors:\n  " + String.join("\n  ", check.errors));
    };
  }

  private void visit(String path, JsonNode value, @Nullable Schema schema) {
    Cancellation.check();
    if (schema == null || value.isNull()) {
      return;
    }
    switch (schema.type()) {
      case "object" -> {
        if (value instanceof ObjectNode object) {
          visitMap(path, object, schema);
        } else {
          error(path, "expected map, got &{" + GoText.of(value) + "}");
        }
      }
      case "array" -> {
        if (value.isArray()) {
          visitList(path, value, schema);
        } else {
          error(path, "expected list, got &{" + GoText.of(value) + "}");
        }
      }
      case "string" -> {
        if (!value.isTextual()) {
          error(path, "expected string, got &value.valueUnstructured{Value:" + value + "}");
        }
      }
      case "integer", "number" -> {
        if (!value.isNumber()) {
          error(path, "expected numeric (int or float), got " + goType(value));
        }
      }
      case "boolean" -> {
        if (!value.isBoolean()) {
          error(path, "expected boolean, got &{" + GoText.of(value) + "}");
        }
      }
      default -> {
        if (schema.intOrString() && value.isContainerNode()) {
          error(path, "expected any scalar, got &{" + GoText.of(value) + "}");
        }
      }
    }
  }

  private void visitMap(String path, ObjectNode object, Schema schema) {
    for (var field : object.properties()) {
      String child = path + "." + field.getKey();
      if (Shape.allows(schema, field.getKey())) {
        visit(child, field.getValue(), schema.field(field.getKey()));
      } else {
        error(child, "field not declared in schema");
      }
    }
  }

  private void visitList(String path, JsonNode list, Schema schema) {
    boolean identified = Shape.of(schema, list) == Shape.LIST;
    Set<PathElement> seen = new LinkedHashSet<>();
    for (int i = 0; i < list.size(); i++) {
      JsonNode item = list.get(i);
      String place = path + "[" + i + "]";
      if (identified) {
        try {
          PathElement element = Shape.identify(schema, item);
          place = path + element;
          if (!seen.add(element)) {
            error(path, "duplicate entries for key " + element);
          }
        } catch (IllegalArgumentException e) {
          error(path, "element " + i + ": " + e.getMessage());
          continue;
        }
      }
      visit(place, item, schema.items());
    }
  }

  private void error(String path, String message) {
    errors.add(path + ": " + message);
  }

  private static String goType(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case OBJECT -> "map[string]interface {}";
      default -> "[]interface {}";
    };
  }
}
