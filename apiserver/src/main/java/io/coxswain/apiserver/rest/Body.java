package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Reads the bodies of requests. */
final class Body {
  private static final List<String> ACCEPTED =
      List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf");
  private static final int LIMIT = 3 * 1024 * 1024;

  private Body() {}

  /** The media type of the body, without parameters; JSON when none is said. */
  static String mediaType(ApiRequest request) {
    String type = request.header("content-type");
    if (type == null || type.isBlank()) {
      return "application/json";
    }
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  static void checkSize(ApiRequest request) {
    if (request.body().length > LIMIT) {
      throw StatusException.tooLarge("limit is " + LIMIT);
    }
  }

  /** An object of the given kind, as sent; kind and version are checked and filled in. */
  static ObjectNode object(ApiRequest request, ResourceType type) {
    JsonNode tree = tree(request, type);
    ObjectNode object =
        tree.isNull() || tree.isMissingNode()
            ? Json.MAPPER.createObjectNode()
            : asObject(tree, type);
    String apiVersion = object.path("apiVersion").asText("");
    String kind = object.path("kind").asText("");
    if (!apiVersion.isEmpty() && !apiVersion.equals(type.apiVersion())) {
      throw StatusException.badRequest(
          "the API version in the data ("
              + apiVersion
              + ") does not match the expected API version ("
              + type.apiVersion()
              + ")");
    }
    if (!kind.isEmpty() && !kind.equals(type.kind())) {
      throw StatusException.badRequest(
          kind
              + " in version \""
              + type.version()
              + "\" cannot be handled as a "
              + type.kind()
              + ": no kind \""
              + kind
              + "\" is registered for the requested endpoint");
    }
    object.put("kind", type.kind());
    object.put("apiVersion", type.apiVersion());
    return object;
  }

  /** The body as it is, JSON or YAML. */
  static JsonNode tree(ApiRequest request, ResourceType type) {
    String mediaType = mediaType(request);
    try {
      return switch (mediaType) {
        case "application/json" -> Json.MAPPER.readTree(request.body());
        case "application/yaml" -> Json.yamlMapper().readTree(request.body());
        default -> throw StatusException.unsupportedMediaType(ACCEPTED);
      };
    } catch (JsonProcessingException e) {
      throw StatusException.badRequest(cannotBeHandled(type) + e.getOriginalMessage());
    } catch (IOException e) {
      throw StatusException.badRequest("unable to read the body: " + e.getMessage());
    }
  }

  static String cannotBeHandled(ResourceType type) {
    return type.kind()
        + " in version \""
        + type.version()
        + "\" cannot be handled as a "
        + type.kind()
        + ": ";
  }

  private static ObjectNode asObject(JsonNode tree, ResourceType type) {
    if (tree instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest(
        cannotBeHandled(type)
            + "json: cannot unmarshal "
            + tree.getNodeType().name().toLowerCase(Locale.ROOT)
            + " into Go value of type "
            + type.kind());
  }
}
