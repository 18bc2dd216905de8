package io.coxswain.cel.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** JSON as values, of the types that a schema gives them, or of JSON's own types without one. */
public final class JsonValues {
  private final JsonNode tree;

  private JsonValues(JsonNode tree) {
    this.tree = tree;
  }

  /** What a schema leaves open: it can be compared and nothing else. */
  private record Opaque(JsonNode tree) {}

  /** The value of a tree about which nothing is known. */
  public static Object plain(@Nullable JsonNode tree) {
    if (tree == null || tree.isNull() || tree.isMissingNode()) {
      return NullValue.NULL;
    }
    return new JsonValues(tree).free();
  }

  /** The value of a tree with a schema; without one, as {@link #plain}. */
  public static Object of(JsonNode tree, @Nullable Schema schema) throws EvalException {
    if (schema == null) {
      return plain(tree);
    }
    if (tree.isNull()) {
      if (schema.nullable()) {
        return NullValue.NULL;
      }
      throw new EvalException("invalid data, got null for schema with nullable=false");
    }
    if (schema.intOrString()) {
      if (tree.isTextual()) {
        return tree.textValue();
      }
      if (tree.isIntegralNumber()) {
        return tree.longValue();
      }
      throw new EvalException(
          "invalid data, expected XIntOrString value to be either a string or integer");
    }
    return new JsonValues(tree).typed(schema);
  }

  private Object free() {
    return switch (tree.getNodeType()) {
      case OBJECT -> new JsonObject((ObjectNode) tree, null);
      case ARRAY -> new JsonList(tree, null);
      case STRING -> tree.textValue();
      case BOOLEAN -> tree.booleanValue();
      case NUMBER ->
          tree.isIntegralNumber() && tree.canConvertToLong()
              ? (Object) tree.longValue()
              : tree.doubleValue();
      default -> NullValue.NULL;
    };
  }

  private Object typed(Schema schema) throws EvalException {
    return switch (schema.type()) {
      case "object" -> {
        if (tree instanceof ObjectNode object) {
          yield new JsonObject(object, schema);
        }
        throw new EvalException(
            "invalid data, expected a map for the provided schema with type=object");
      }
      case "array" -> {
        if (tree.isArray()) {
          yield new JsonList(tree, schema);
        }
        throw new EvalException(
            "invalid data, expected an array for the provided schema with type=array");
      }
      case "string" -> string(schema);
      case "number" -> {
        if (tree.isNumber()) {
          yield tree.doubleValue();
        }
        throw mismatch("float");
      }
      case "integer" -> {
        if (tree.isNumber() && tree.canConvertToExactIntegral()) {
          yield tree.longValue();
        }
        throw mismatch("int");
      }
      case "boolean" -> {
        if (tree.isBoolean()) {
          yield tree.booleanValue();
        }
        throw mismatch("bool");
      }
      default -> {
        if (schema.preserveUnknownFields()) {
          yield new Opaque(tree);
        }
        throw new EvalException(
            "invalid type, expected object, array, number, integer, boolean or string, or no type"
                + " with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is"
                + " true, got "
                + schema.type());
      }
    };
  }

  private Object string(Schema schema) throws EvalException {
    if (!tree.isTextual()) {
      throw mismatch("string");
    }
    String text = tree.textValue();
    return switch (schema.format()) {
      case "duration" -> Durations.parseLoosely(text);
      case "date" -> {
        try {
          yield LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException e) {
          throw new EvalException("Invalid date formatted string " + text);
        }
      }
      case "date-time" -> {
        try {
          yield Timestamps.parse(text);
        } catch (DateTimeException e) {
          throw new EvalException("Invalid date-time formatted string " + text);
        }
      }
      case "byte" -> {
        try {
          yield Bytes.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
          throw new EvalException("Invalid byte formatted string " + text);
        }
      }
      default -> text;
    };
  }

  private EvalException mismatch(String wanted) {
    String found =
        switch (tree.getNodeType()) {
          case OBJECT -> "map[string]interface {}";
          case ARRAY -> "[]interface {}";
          case STRING -> "string";
          case BOOLEAN -> "bool";
          case NUMBER -> tree.isIntegralNumber() ? "int64" : "float64";
          default -> "<nil>";
        };
    return new EvalException("invalid data, expected " + wanted + ", got " + found);
  }
}
