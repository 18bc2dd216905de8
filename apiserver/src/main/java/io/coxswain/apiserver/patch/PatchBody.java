package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads the JSON of a request body, and words what is wrong with it as Go's decoder would. */
final class PatchBody {
  private PatchBody() {}

  static JsonNode read(byte[] body, String prefix) throws PatchException {
    JsonNode json;
    try {
      json = Json.MAPPER.readTree(body);
    } catch (JsonEOFException e) {
      throw PatchException.badRequest(prefix + "unexpected end of JSON input");
    } catch (JsonProcessingException e) {
      throw PatchException.badRequest(prefix + invalidCharacter(body, e.getLocation()));
    } catch (IOException e) {
      throw PatchException.badRequest(prefix + e.getMessage());
    }
    if (json == null || json.isMissingNode()) {
      throw PatchException.badRequest(prefix + "unexpected end of JSON input");
    }
    return json;
  }

  private static String invalidCharacter(byte[] body, JsonLocation where) {
    String text = new String(body, StandardCharsets.UTF_8);
    // Jackson reports the end of a bad word; the place that matters is where it begins.
    int at = (int) Math.min(Math.max(where.getByteOffset() - 1, 0), text.length() - 1L);
    while (at > 0 && Character.isLetterOrDigit(text.charAt(at - 1))) {
      at--;
    }
    return "invalid character '" + text.charAt(at) + "' looking for beginning of value";
  }

  static PatchException wrongType(JsonNode found, String prefix, String wanted) {
    String kind =
        switch (found.getNodeType()) {
          case ARRAY -> "array";
          case OBJECT -> "object";
          case BOOLEAN -> "bool";
          case NUMBER -> "number";
          default -> "string";
        };
    return PatchException.badRequest(
        prefix + "json: cannot unmarshal " + kind + " into Go value of type " + wanted);
  }
}
