package io.coxswain.api.crd;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.fabric8.kubernetes.api.model.Condition;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Generates the structural schema of a Java type. */
public final class TypeSchemas {
  private static final String FABRIC8 = "io.fabric8.kubernetes.api.model.";

  private final CrdDescriptions descriptions;

  public TypeSchemas(CrdDescriptions descriptions) {
    this.descriptions = descriptions;
  }

  /** The schema of one of our beans, or of a type of Kubernetes itself. */
  public ObjectNode ofClass(Class<?> type) {
    if (type == Condition.class) {
      return ofBean(ConditionShape.class);
    }
    return type.getName().startsWith(FABRIC8)
        ? SchedulingGroup.replace(BuiltInTypes.named(builtInName(type)).toJson())
        : ofBean(type);
  }

  private ObjectNode ofBean(Class<?> type) {
    ObjectNode schema = Json.MAPPER.createObjectNode().put("type", "object");
    var fields = new TreeMap<String, Field>();
    for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !field.isAnnotationPresent(JsonIgnore.class)) {
          fields.put(name(field), field);
        }
      }
    }
    if (!fields.isEmpty()) {
      ObjectNode properties = schema.putObject("properties");
      fields.forEach((name, field) -> properties.set(name, ofField(name, field)));
    }
    List<String> required =
        fields.entrySet().stream()
            .filter(entry -> entry.getValue().isAnnotationPresent(Required.class))
            .map(Map.Entry::getKey)
            .toList();
    if (!required.isEmpty()) {
      required.forEach(schema.putArray("required")::add);
    }
    Narrowing.apply(schema, type);
    return schema;
  }

  private static String name(Field field) {
    JsonProperty property = field.getAnnotation(JsonProperty.class);
    return property == null || property.value().isEmpty() ? field.getName() : property.value();
  }

  private ObjectNode ofField(String name, Field field) {
    ObjectNode schema = of(field.getAnnotatedType());
    String description = descriptions.of(field.getDeclaringClass(), name);
    if (!description.isEmpty()) {
      schema.put("description", description);
    }
    Default value = field.getAnnotation(Default.class);
    if (value != null) {
      schema.set("default", defaultValue(schema, value.value(), field));
    }
    return schema;
  }

  private static JsonNode defaultValue(ObjectNode schema, String text, Field field) {
    if (schema.path("type").asText().equals("string")) {
      return TextNode.valueOf(text);
    }
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the default of " + field + " is not JSON: " + text, e);
    }
  }

  private ObjectNode of(AnnotatedType type) {
    ObjectNode schema = plain(type);
    Narrowing.apply(schema, type);
    return schema;
  }

  private ObjectNode plain(AnnotatedType type) {
    ObjectNode schema = Json.MAPPER.createObjectNode();
    Class<?> raw = raw(type);
    if (raw == String.class) {
      schema.put("type", "string");
    } else if (raw == int.class || raw == Integer.class) {
      schema.put("type", "integer").put("format", "int32");
    } else if (raw == long.class || raw == Long.class) {
      schema.put("type", "integer").put("format", "int64");
    } else if (raw == boolean.class || raw == Boolean.class) {
      schema.put("type", "boolean");
    } else if (raw == double.class || raw == Double.class) {
      schema.put("type", "number").put("format", "double");
    } else if (raw == List.class) {
      schema.put("type", "array").set("items", of(argument(type, 0)));
    } else if (raw == Map.class) {
      schema.put("type", "object").set("additionalProperties", of(argument(type, 1)));
    } else if (JsonNode.class.isAssignableFrom(raw)) {
      schema.put("x-kubernetes-preserve-unknown-fields", true);
    } else if (raw.isPrimitive() || raw.getName().startsWith("java.")) {
      throw new IllegalArgumentException("no schema is known for " + type);
    } else {
      return ofClass(raw);
    }
    return schema;
  }

  private static Class<?> raw(AnnotatedType type) {
    return type.getType() instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : (Class<?>) type.getType();
  }

  private static AnnotatedType argument(AnnotatedType type, int index) {
    return ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[index];
  }

  /** Maps fabric8's class to the name in our type data: {@code batch.v1.JobTemplateSpec}. */
  private static String builtInName(Class<?> type) {
    String path = type.getName().substring(FABRIC8.length());
    if (path.indexOf('.') >= 0) {
      return path;
    }
    return switch (path) {
      case "Quantity" -> "resource.Quantity";
      case "IntOrString" -> "intstr.IntOrString";
      case "ObjectMeta", "LabelSelector", "LabelSelectorRequirement", "OwnerReference" ->
          "meta.v1." + path;
      default -> "core.v1." + path;
    };
  }
}
