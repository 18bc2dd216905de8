package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.ListType;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import io.coxswain.cel.formats.StringFormats;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates an object against the schema of its CRD. On update, unchanged parts are not reported
 * (upstream calls it ratcheting): a stricter rule does not block unrelated changes to old objects.
 */
public final class Validation {
  private static final double MAX_EXACT_FLOAT = (1L << 53) - 1;
  private static final double MAX_RELATIVE_FRACTION = 1e-9;
  private static final Set<String> BLOCKING =
      Set.of(
          "FieldValueTypeInvalid",
          "FieldValueRequired",
          "FieldValueNotSupported",
          "FieldValueTooLong",
          "FieldValueTooMany");

  /**
   * @param errors the violations
   * @param rulesApply whether the object is valid enough for its CEL rules to be evaluated
   */
  public record Result(List<FieldError> errors, boolean rulesApply) {
    public Result {
      errors = List.copyOf(errors);
    }
  }

  private Validation() {}

  /**
   * Validates an object.
   *
   * @param before as stored; null on create
   */
  public static Result validate(ObjectNode object, @Nullable ObjectNode before, Schema schema) {
    List<FieldError> errors = check("", object, before, schema);
    boolean blocked = errors.stream().anyMatch(e -> BLOCKING.contains(e.reason()));
    if (blocked && hasRules(schema)) {
      errors.add(
          FieldError.invalid(
              "<nil>",
              NullNode.instance,
              "some validation rules were not checked because the object was invalid; correct the"
                  + " existing errors to complete validation"));
    }
    return new Result(errors, !blocked);
  }

  /** The errors of a separate value, such as a default. */
  public static List<FieldError> validateValue(String path, JsonNode value, Schema schema) {
    var errors = new ArrayList<FieldError>();
    for (FieldError error : check("", value, null, schema)) {
      // Upstream looks for duplicates in objects alone.
      if (!error.reason().equals("FieldValueDuplicate")) {
        errors.add(new FieldError(error.reason(), below(path, error.field()), error.message()));
      }
    }
    return errors;
  }

  private static String below(String path, String field) {
    String name = field.startsWith(".") ? field.substring(1) : field;
    return name.isEmpty() ? path : path + "." + name;
  }

  private static boolean hasRules(Schema schema) {
    return !schema.rules().isEmpty()
        || schema.properties().values().stream()
            .anyMatch(p -> p.typeName().isEmpty() && hasRules(p))
        || (schema.items() != null && hasRules(schema.items()))
        || (schema.additionalProperties() != null && hasRules(schema.additionalProperties()));
  }

  private static List<FieldError> check(
      String path, JsonNode value, @Nullable JsonNode before, Schema schema) {
    Cancellation.check();
    var errors = new ArrayList<FieldError>();
    if (before != null && before.equals(value)) {
      return errors;
    }
    checkType(path, value, schema, errors);
    Combinations.check(path, schema, part -> check(path, value, null, part), errors);
    if (value.isTextual()) {
      ScalarLimits.string(path, value.asText(), schema, errors);
    } else if (value.isNumber()) {
      ScalarLimits.number(path, value, schema, errors);
    } else if (value.isArray()) {
      checkItems(path, value, before, schema, errors);
    }
    checkEnum(path, value, schema, errors);
    if (value instanceof ObjectNode object) {
      checkFields(path, object, before, schema, errors);
    }
    return errors;
  }

  private static void checkType(
      String path, JsonNode value, Schema schema, List<FieldError> errors) {
    String found = typeOf(value);
    String wanted = schema.intOrString() ? "integer,string" : schema.type();
    boolean fits =
        wanted.isEmpty()
            || found.equals(wanted)
            || (wanted.equals("number") && found.equals("integer"))
            || (schema.intOrString() && (found.equals("integer") || found.equals("string")))
            || (value.isNull() && schema.nullable());
    if (!fits) {
      boolean formatted = wanted.equals("string") && StringFormats.isKnown(schema.format());
      if (formatted && value.isArray()) {
        return; // upstream leaves such a value to the check of the format, which ignores lists
      }
      String expected = formatted ? schema.format() : wanted;
      String shown = formatted && !value.isNull() ? formatOf(value) : found;
      errors.add(
          FieldError.typeInvalid(
              path,
              TextNode.valueOf(shown),
              path + " in body must be of type " + expected + ": \"" + shown + "\""));
    }
  }

  /** The format that upstream infers from a value; empty for what has none. */
  private static String formatOf(JsonNode value) {
    return value.isIntegralNumber() ? "int64" : value.isNumber() ? "float64" : "";
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER ->
          value.isInt() || value.isLong() || isInteger(value.doubleValue()) ? "integer" : "number";
      default -> "null";
    };
  }

  /**
   * Whether upstream takes a float for an integer: at most 53 bits, and a fraction that is tiny in
   * relation to a positive value.
   */
  private static boolean isInteger(double value) {
    if (Math.abs(value) > MAX_EXACT_FLOAT) {
      return false;
    }
    double whole = (long) value;
    return value == whole
        || (whole > 0 && (value - whole) / (value + whole) < MAX_RELATIVE_FRACTION);
  }

  private static void checkEnum(
      String path, JsonNode value, Schema schema, List<FieldError> errors) {
    List<JsonNode> allowed = schema.limits().values();
    boolean listed =
        allowed.isEmpty() || (!value.isNull() && allowed.stream().anyMatch(a -> same(a, value)));
    if (!listed) {
      errors.add(
          FieldError.notSupported(path, value, allowed.stream().map(Validation::text).toList()));
    }
  }

  private static boolean same(JsonNode a, JsonNode b) {
    return (a.isNumber() && b.isNumber())
        ? a.decimalValue().compareTo(b.decimalValue()) == 0
        : a.equals(b);
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.asText() : value.toString();
  }

  private static void checkItems(
      String path,
      JsonNode list,
      @Nullable JsonNode before,
      Schema schema,
      List<FieldError> errors) {
    Schema items = schema.items();
    if (items != null) {
      Map<JsonNode, JsonNode> old =
          schema.listType() == ListType.MAP ? byKey(before, schema) : Map.of();
      for (int i = 0; i < list.size(); i++) {
        JsonNode item = list.get(i);
        JsonNode was = old.isEmpty() ? null : old.get(key(item, schema));
        errors.addAll(check(path + "[" + i + "]", item, was, items));
      }
    }
    Long least = schema.limits().minItems();
    Long most = schema.limits().maxItems();
    if (least != null && list.size() < least) {
      errors.add(
          FieldError.invalid(
              path,
              IntNode.valueOf(list.size()),
              path + " in body should have at least " + least + " items"));
    }
    if (most != null && list.size() > most) {
      errors.add(FieldError.tooMany(path, list.size(), most.intValue()));
    }
    checkDuplicates(path, list, schema, errors);
  }

  private static Map<JsonNode, JsonNode> byKey(@Nullable JsonNode list, Schema schema) {
    var items = new LinkedHashMap<JsonNode, JsonNode>();
    if (list != null && list.isArray()) {
      list.forEach(item -> items.put(key(item, schema), item));
    }
    return items;
  }

  private static JsonNode key(JsonNode item, Schema schema) {
    if (schema.listType() != ListType.MAP) {
      return item;
    }
    ObjectNode key = Json.MAPPER.createObjectNode();
    for (String name : schema.listMapKeys()) {
      if (item.has(name)) {
        key.set(name, item.get(name));
      }
    }
    return key;
  }

  private static void checkDuplicates(
      String path, JsonNode list, Schema schema, List<FieldError> errors) {
    if (schema.listType() != ListType.SET && schema.listType() != ListType.MAP) {
      return;
    }
    Set<JsonNode> seen = new LinkedHashSet<>();
    for (int i = 0; i < list.size(); i++) {
      JsonNode key = key(list.get(i), schema);
      if (!seen.add(key)) {
        errors.add(FieldError.duplicate(path + "[" + i + "]", key));
      }
    }
  }

  private static void checkFields(
      String path,
      ObjectNode object,
      @Nullable JsonNode before,
      Schema schema,
      List<FieldError> errors) {
    Long least = schema.limits().minProperties();
    Long most = schema.limits().maxProperties();
    if (least != null && object.size() < least) {
      errors.add(
          FieldError.invalid(
              path,
              IntNode.valueOf(object.size()),
              path + " in body should have at least " + least + " properties"));
    }
    if (most != null && object.size() > most) {
      errors.add(FieldError.tooMany(path, object.size(), most.intValue()));
    }
    for (String name : schema.required()) {
      if (!object.has(name)) {
        errors.add(FieldError.required(join(path, name), ""));
      }
    }
    if (schema.embeddedResource()) {
      checkEmbedded(path, object, errors);
    }
    for (var field : object.properties()) {
      Schema property = schema.field(field.getKey());
      // Types that Kubernetes defines, such as metadata, have their own rules.
      if (property != null && property.typeName().isEmpty()) {
        JsonNode was = before instanceof ObjectNode old ? old.get(field.getKey()) : null;
        // Upstream's names of the entries of a map begin with a dot where the map has no name.
        boolean entry = path.isEmpty() && !schema.properties().containsKey(field.getKey());
        String name = entry ? "." + field.getKey() : join(path, field.getKey());
        errors.addAll(check(name, field.getValue(), was, property));
      }
    }
  }

  private static void checkEmbedded(String path, ObjectNode object, List<FieldError> errors) {
    String apiVersion = object.path("apiVersion").asText();
    if (apiVersion.isEmpty()) {
      errors.add(FieldError.required(join(path, "apiVersion"), ""));
    } else if (apiVersion.indexOf('/') != apiVersion.lastIndexOf('/')) {
      errors.add(
          FieldError.invalid(
              join(path, "apiVersion"),
              apiVersion,
              "unexpected GroupVersion string: " + apiVersion));
    }
    String kind = object.path("kind").asText();
    if (kind.isEmpty()) {
      errors.add(FieldError.required(join(path, "kind"), ""));
    } else {
      List<String> problems = Formats.dns1035Label(kind.toLowerCase(Locale.ROOT));
      if (!problems.isEmpty()) {
        errors.add(
            FieldError.invalid(
                join(path, "kind"),
                kind,
                "may have mixed case, but should otherwise match: " + String.join(",", problems)));
      }
    }
    for (String map : List.of("labels", "annotations")) {
      Field field = Field.of(object.at("/metadata/" + map), join(path, "metadata." + map), errors);
      if (map.equals("labels")) {
        LabelRules.labels(field);
      } else {
        LabelRules.annotations(field);
      }
    }
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
