package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.schema.GoJson;
import java.io.IOException;
import java.util.Optional;

/** Reads the JSON of a request body, and words what is wrong with it as Go's decoder would. */
final class PatchBody {
  private PatchBody() {}

  static JsonNode read(byte[] body, String prefix) throws PatchException {
    Optional<String> problem = GoJson.problem(body);
    if (problem.isPresent()) {
      throw PatchException.badRequest(prefix + problem.get());
    }
    try {
      return Json.MAPPER.readTree(body);
    } catch (IOException e) {
      throw PatchException.badRequest(prefix + e.getMessage());
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
