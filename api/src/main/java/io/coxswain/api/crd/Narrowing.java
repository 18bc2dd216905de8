package io.coxswain.api.crd;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;

/** Adds the constraints in the annotations of a type, or of a use of it, to a schema. */
public final class Narrowing {
  private Narrowing() {}

  public static void apply(ObjectNode schema, AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      switch (annotation) {
        case Format format -> format(schema, format.value());
        case Allowed allowed -> strings(schema.putArray("enum"), allowed.value());
        case Minimum minimum -> schema.put("minimum", minimum.value());
        case Maximum maximum -> schema.put("maximum", maximum.value());
        case Pattern pattern -> schema.put("pattern", pattern.value());
        case Length length -> limits(schema, "minLength", length.min(), "maxLength", length.max());
        case Size size -> size(schema, size);
        case CrdListType list -> listType(schema, list);
        case CrdMapType map -> schema.put("x-kubernetes-map-type", map.value());
        case Named named -> ((ObjectNode) schema.at("/properties/name")).put("minLength", 1);
        case Without without -> without(schema, without.value());
        default -> {}
      }
    }
    CrdRule[] rules = element.getAnnotationsByType(CrdRule.class);
    if (rules.length > 0) {
      ArrayNode array = schema.withArray("x-kubernetes-validations");
      for (CrdRule rule : rules) {
        array.addObject().put("rule", rule.value()).put("message", rule.message());
      }
    }
  }

  private static void format(ObjectNode schema, String format) {
    if (format.isEmpty()) {
      schema.remove("format");
    } else {
      schema.put("format", format);
    }
  }

  private static void size(ObjectNode schema, Size size) {
    if (schema.path("type").asText().equals("array")) {
      limits(schema, "minItems", size.min(), "maxItems", size.max());
    } else {
      limits(schema, "minProperties", size.min(), "maxProperties", size.max());
    }
  }

  private static void listType(ObjectNode schema, CrdListType list) {
    schema.put("x-kubernetes-list-type", list.value());
    if (list.keys().length > 0) {
      strings(schema.putArray("x-kubernetes-list-map-keys"), list.keys());
    }
  }

  private static void without(ObjectNode schema, String[] paths) {
    for (String path : paths) {
      ObjectNode at = schema;
      String[] names = path.split("\\.", -1);
      for (int i = 0; i < names.length - 1; i++) {
        at = (ObjectNode) at.path("properties").path(names[i]);
      }
      if (((ObjectNode) at.path("properties")).remove(names[names.length - 1]) == null) {
        throw new IllegalStateException("there is no " + path + " to leave out");
      }
      notRequired(at, names[names.length - 1]);
    }
  }

  private static void notRequired(ObjectNode schema, String name) {
    if (schema.get("required") instanceof ArrayNode required) {
      required.removeIf(item -> item.asText().equals(name));
      if (required.isEmpty()) {
        schema.remove("required");
      }
    }
  }

  private static void limits(ObjectNode schema, String low, int min, String high, int max) {
    if (min > 0) {
      schema.put(low, min);
    }
    if (max < Integer.MAX_VALUE) {
      schema.put(high, max);
    }
  }

  private static void strings(ArrayNode array, String[] values) {
    for (String value : values) {
      array.add(value);
    }
  }
}
