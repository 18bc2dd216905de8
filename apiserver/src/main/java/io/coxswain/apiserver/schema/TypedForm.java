package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.api.Quantities;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.json.LazyJson;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The form of an object of a built-in kind after being decoded into its Go type and encoded again:
 * without unknown fields and nulls, with canonical quantities and times, and with the structs that
 * Go always writes.
 */
public final class TypedForm {
  /** The Go decoder whose wording is used for type errors. */
  public enum Wording {
    /** The decoder for JSON texts. */
    JSON,
    /** The converter for the results of patches. */
    CONVERTER
  }

  private static final List<String> TELLING =
      List.of("meta.v1.ManagedFieldsEntry", "autoscaling.v2.HPAScalingPolicy");

  private final List<String> unknown = new ArrayList<>();
  private final Wording wording;

  /** Whether the value was encoded before, so that null may be the zero time. */
  private final boolean stored;

  private TypedForm(Wording wording, boolean stored) {
    this.wording = wording;
    this.stored = stored;
  }

  /**
   * Converts the tree to its typed form.
   *
   * @return the paths of the dropped unknown fields, in the order of the body
   * @throws DecodeException if a value has the wrong type; the tree is then unusable
   */
  public static List<String> decode(ObjectNode object, Schema schema) throws DecodeException {
    return decode(object, schema, Wording.JSON);
  }

  public static List<String> decode(ObjectNode object, Schema schema, Wording wording)
      throws DecodeException {
    var form = new TypedForm(wording, false);
    form.struct(object, schema, DecodePath.root(schema.typeName()));
    fill(object, schema);
    return form.unknown;
  }

  /** Adds the fields that are written even without a value. */
  public static void fill(ObjectNode object, Schema schema) {
    for (var zero : schema.zeros().entrySet()) {
      if (!object.has(zero.getKey())) {
        object.set(zero.getKey(), zero.getValue().deepCopy());
      }
    }
    for (var field : object.properties()) {
      JsonNode value = field.getValue();
      Schema property = value.isContainerNode() ? schema.field(field.getKey()) : null;
      if (property != null) {
        fillInside(value, property);
      }
    }
  }

  private static void fillInside(JsonNode value, Schema schema) {
    if (LazyJson.isUntouched(value)) {
      return;
    }
    if (value instanceof ObjectNode object) {
      fill(object, schema);
    } else if (value.isArray() && schema.items() != null) {
      for (JsonNode item : value) {
        fillInside(item, schema.items());
      }
    }
  }

  private void struct(ObjectNode object, Schema schema, DecodePath here) throws DecodeException {
    boolean map = schema.additionalProperties() != null;
    // Values of a map are reported in the struct that has the map.
    String struct = schema.typeName().isEmpty() ? here.struct() : schema.typeName();
    for (var field : List.copyOf(object.properties())) {
      String name = field.getKey();
      Schema property = schema.field(name);
      if (property == null) {
        if (!schema.preserveUnknownFields()) {
          object.remove(name);
          unknown.add(here.field(struct, name).path());
        }
        continue;
      }
      DecodePath place = map ? here.entry(name) : here.field(struct, name);
      JsonNode typed = value(field.getValue(), property, place, map);
      if (typed == null && map) {
        typed = NullNode.instance;
      }
      if (typed == null || (!map && isOmitted(typed, property))) {
        object.remove(name);
      } else {
        object.set(name, typed);
      }
    }
  }

  /** The typed value; null if there is none, unless a value is required. */
  private @Nullable JsonNode value(JsonNode value, Schema schema, DecodePath place, boolean inList)
      throws DecodeException {
    if (value.isNull()) {
      if (inList) {
        return zeroItem(schema);
      }
      return stored && isTime(schema) && schema.pointer() ? value : null;
    }
    if (schema.intOrString()) {
      return intOrString(value, schema, place);
    }
    if (LazyJson.isUntouched(value)) {
      assert hasForm(value, schema, place) : place.path() + " was stored in another form";
      return value;
    }
    return switch (schema.type()) {
      case "object" -> {
        if (isRaw(schema)) {
          yield value;
        }
        if (!(value instanceof ObjectNode object)) {
          throw mismatch(value, schema, place);
        }
        struct(object, schema, place);
        yield object;
      }
      case "array" -> {
        if (!(value instanceof ArrayNode list)) {
          throw mismatch(value, schema, place);
        }
        Schema items = schema.items();
        for (int i = 0; items != null && i < list.size(); i++) {
          JsonNode item = value(list.get(i), items, place.item(i), true);
          list.set(i, item == null ? NullNode.instance : item);
        }
        yield list;
      }
      case "string" -> string(value, schema, place);
      case "integer" -> integer(value, schema, place);
      case "number" -> {
        if (!value.isNumber()) {
          throw mismatch(value, schema, place);
        }
        yield value;
      }
      case "boolean" -> {
        if (!value.isBoolean()) {
          throw mismatch(value, schema, place);
        }
        yield value;
      }
      default -> value;
    };
  }

  /** Whether a value already has its form, as all stored ones do. */
  private static boolean hasForm(JsonNode stored, Schema schema, DecodePath place) {
    JsonNode copy = LazyJson.read(stored.deepCopy());
    var form = new TypedForm(Wording.JSON, true);
    try {
      JsonNode typed = form.value(copy, schema, place, false);
      if (typed == null) {
        return false;
      }
      fillInside(typed, schema);
      return form.unknown.isEmpty() && typed.equals(LazyJson.read(stored.deepCopy()));
    } catch (DecodeException e) {
      return false;
    }
  }

  /** Whether the value is kept unchanged. */
  private static boolean isRaw(Schema schema) {
    return schema.preserveUnknownFields() && schema.properties().isEmpty();
  }

  /** Whether Go omits the field because its value is empty. */
  private static boolean isOmitted(JsonNode value, Schema schema) {
    if (schema.zero() != null) {
      return false;
    }
    return switch (value.getNodeType()) {
      // Raw JSON is never omitted.
      case ARRAY -> value.isEmpty() && !isReset(schema) && !schema.type().isEmpty();
      case OBJECT -> value.isEmpty() && schema.additionalProperties() != null;
      case STRING -> value.asText().isEmpty() && !schema.pointer() && !schema.intOrString();
      case NUMBER -> value.asDouble() == 0 && !schema.pointer() && !schema.intOrString();
      case BOOLEAN -> !value.asBoolean() && !schema.pointer();
      default -> false;
    };
  }

  /** An empty list with a meaning: to reset owners, or to have no policy. */
  private static boolean isReset(Schema schema) {
    return schema.items() != null && TELLING.contains(schema.items().typeName());
  }

  private static JsonNode zeroItem(Schema schema) {
    return switch (schema.type()) {
      case "string" -> isTime(schema) ? NullNode.instance : TextNode.valueOf("");
      case "integer", "number" -> IntNode.valueOf(0);
      case "object" ->
          schema.additionalProperties() == null
              ? Json.MAPPER.createObjectNode()
              : NullNode.instance;
      default ->
          schema.typeName().equals("resource.Quantity") ? TextNode.valueOf("0") : NullNode.instance;
    };
  }

  private static boolean isTime(Schema schema) {
    return schema.format().equals("date-time");
  }

  private static JsonNode quantity(String text) throws DecodeException {
    try {
      return TextNode.valueOf(Quantities.canonical(text.trim()));
    } catch (IllegalArgumentException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
  }

  private JsonNode intOrString(JsonNode value, Schema schema, DecodePath place)
      throws DecodeException {
    if (schema.typeName().equals("resource.Quantity")) {
      if (value.isTextual() || value.isNumber()) {
        return quantity(value.asText());
      }
      throw new DecodeException(Quantities.MALFORMED);
    }
    if (value.isTextual() || (value.isIntegralNumber() && value.canConvertToInt())) {
      return value;
    }
    if (wording == Wording.CONVERTER) {
      throw new DecodeException(
          "json: cannot unmarshal " + jsonName(value) + " into Go value of type int32");
    }
    throw mismatch(value, Schema.of("integer", "int32"), place);
  }

  private @Nullable JsonNode string(JsonNode value, Schema schema, DecodePath place)
      throws DecodeException {
    if (!value.isTextual()) {
      throw mismatch(value, schema, place);
    }
    return switch (schema.format()) {
      case "date-time" -> {
        boolean micro = schema.typeName().equals("meta.v1.MicroTime");
        String time = Times.canonical(value.asText(), micro);
        if (time != null) {
          yield TextNode.valueOf(time);
        }
        // A pointer to the zero time is not nil, but the zero time is written as null.
        yield schema.pointer() ? NullNode.instance : null;
      }
      case "byte" -> {
        base64(value.asText());
        yield value;
      }
      default -> value;
    };
  }

  private void base64(String text) throws DecodeException {
    String packed = text.replace("\n", "").replace("\r", "");
    try {
      if (packed.length() % 4 == 0) {
        Base64.getDecoder().decode(packed);
        return;
      }
    } catch (IllegalArgumentException e) {
      // the position is computed below
    }
    int at = 0;
    while (at < packed.length() && isBase64(packed.charAt(at))) {
      at++;
    }
    int whole = at == packed.length() ? at - at % 4 : at;
    String through = wording == Wording.CONVERTER ? "error decoding from json: " : "";
    throw new DecodeException(through + "illegal base64 data at input byte " + whole);
  }

  private static boolean isBase64(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '+'
        || c == '/';
  }

  private JsonNode integer(JsonNode value, Schema schema, DecodePath place) throws DecodeException {
    boolean fits =
        schema.format().equals("int32") ? value.canConvertToInt() : value.canConvertToLong();
    boolean whole =
        wording == Wording.JSON ? value.isIntegralNumber() : value.canConvertToExactIntegral();
    if (!value.isNumber() || !fits || !whole) {
      throw mismatch(value, schema, place);
    }
    return value.isIntegralNumber()
        ? value
        : Json.MAPPER.getNodeFactory().numberNode(value.longValue());
  }

  private DecodeException mismatch(JsonNode value, Schema wanted, DecodePath place) {
    if (wording == Wording.CONVERTER) {
      return new DecodeException(converterMismatch(value, wanted));
    }
    String found =
        switch (value.getNodeType()) {
          case NUMBER -> wanted.type().equals("integer") ? "number " + value.asText() : "number";
          case BOOLEAN -> "bool";
          default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    String struct = place.struct().substring(place.struct().lastIndexOf('.') + 1);
    String named = place.goType();
    return new DecodeException(
        "json: cannot unmarshal "
            + found
            + " into Go struct field "
            + struct
            + "."
            + place.goPath()
            + " of type "
            + (named.isEmpty() ? goType(wanted) : named));
  }

  private static String converterMismatch(JsonNode value, Schema wanted) {
    String found =
        switch (value.getNodeType()) {
          case OBJECT -> "map";
          case ARRAY -> "slice";
          case BOOLEAN -> "bool";
          case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
          default -> "string";
        };
    return switch (wanted.type()) {
      case "array" -> "cannot restore slice from " + found;
      case "object" ->
          wanted.additionalProperties() == null
              ? "cannot restore struct from: " + found
              : "cannot restore map from " + found;
      default -> {
        String type = goType(wanted);
        boolean convertible =
            (value.isIntegralNumber() && type.equals("string"))
                || (value.isNumber() && wanted.type().equals("integer"));
        yield wanted.format().equals("byte")
            ? value.isArray() ? "unrecognized type: uint8" : "cannot restore slice from " + found
            : wanted.format().equals("date-time")
                ? "json: cannot unmarshal " + jsonName(value) + " into Go value of type string"
                : convertible
                    ? "cannot convert " + found + " to " + type
                    : "unrecognized type: " + type;
      }
    };
  }

  private static String jsonName(JsonNode value) {
    return value.isBoolean() ? "bool" : value.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private static String goType(Schema schema) {
    if (schema.items() != null) {
      return schema.type().equals("array") ? "[]" + goType(schema.items()) : "";
    }
    if (schema.additionalProperties() != null) {
      return "map[string]" + goType(schema.additionalProperties());
    }
    String[] name = schema.typeName().split("\\.");
    return switch (schema.type()) {
      case "object" ->
          name.length > 1
              ? name[name.length - 2] + "." + name[name.length - 1]
              : "map[string]interface {}";
      case "integer" -> schema.format();
      case "number" -> "float64";
      case "boolean" -> "bool";
      default -> schema.format().equals("byte") ? "[]uint8" : "string";
    };
  }
}
