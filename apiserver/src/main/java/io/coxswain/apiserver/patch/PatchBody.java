package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.schema.GoJson;
import java.io.IOException;
import java.util.Optional;

/** Parses the JSON of a request body, with the error messages of Go's decoder. */
final class PatchBody {
  private PatchBody() {}

  static JsonNode read(byte[] body, String prefix) throws PatchException {
    return read(body, prefix, "value");
  }

  /**
   * @param holder what a number is decoded into
   */
  static JsonNode read(byte[] body, String prefix, String holder) throws PatchException {
    Optional<String> problem = GoJson.problem(body);
    if (problem.isPresent()) {
      throw PatchException.badRequest(prefix + problem.get());
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(body);
      if (hasInfinite(tree)) {
        throw PatchException.badRequest(
            prefix
                + "json: cannot unmarshal number "
                + firstInfinite(body)
                + " into Go "
                + holder
                + " of type float64");
      }
      return tree;
    } catch (IOException e) {
      throw PatchException.badRequest(prefix + e.getMessage());
    }
  }

  private static boolean hasInfinite(JsonNode value) {
    if (!value.isContainerNode()) {
      return value.isNumber() && Double.isInfinite(value.doubleValue());
    }
    for (JsonNode inside : value) {
      if (hasInfinite(inside)) {
        return true;
      }
    }
    return false;
  }

  /** The text of the first number that does not fit into a float. */
  private static String firstInfinite(byte[] body) throws IOException {
    try (JsonParser parser = Json.MAPPER.createParser(body)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isNumeric() && Double.isInfinite(parser.getDoubleValue())) {
          return parser.getText();
        }
      }
      throw new IllegalArgumentException("all numbers fit");
    }
  }

  static PatchException wrongType(JsonNode found, String prefix, String wanted) {
    return PatchException.badRequest(
        prefix + "json: cannot unmarshal " + goName(found) + " into Go value of type " + wanted);
  }

  static PatchException wrongType(JsonNode found, String prefix, String field, String wanted) {
    return PatchException.badRequest(
        prefix
            + "json: cannot unmarshal "
            + goName(found)
            + " into Go struct field "
            + field
            + " of type "
            + wanted);
  }

  private static String goName(JsonNode found) {
    return switch (found.getNodeType()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case BOOLEAN -> "bool";
      case NUMBER -> "number";
      default -> "string";
    };
  }
}
