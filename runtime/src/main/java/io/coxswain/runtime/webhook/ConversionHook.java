package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.http.EndpointResponse;
import java.io.IOException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes a ConversionReview, converts all its objects or none, and encodes the response. */
final class ConversionHook implements Hook {
  private static final Logger log = LoggerFactory.getLogger("conversion-webhook");

  private final BiFunction<ObjectNode, String, ObjectNode> convert;
  private final Runnable panicked;

  /**
   * @param convert converts to the given apiVersion; throws an {@link IllegalArgumentException}
   *     with the reason if it cannot
   */
  ConversionHook(BiFunction<ObjectNode, String, ObjectNode> convert, Runnable panicked) {
    this.convert = convert;
    this.panicked = panicked;
  }

  @Override
  public EndpointResponse answer(String contentType, byte[] body) {
    JsonNode review;
    try {
      review = Json.MAPPER.readTree(body);
    } catch (IOException e) {
      log.atError().addKeyValue("err", e.getMessage()).log("failed to read conversion request");
      return empty400();
    }
    if (!review.path("request").isObject()) {
      log.error("conversion request is nil");
      return empty400();
    }
    JsonNode request = review.path("request");
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("kind", "ConversionReview");
    answer.put("apiVersion", review.path("apiVersion").asText("apiextensions.k8s.io/v1"));
    answer.set("response", response(request));
    return new EndpointResponse(200, "application/json", Json.bytes(answer));
  }

  private static EndpointResponse empty400() {
    return new EndpointResponse(400, "text/plain; charset=utf-8", new byte[0]);
  }

  private ObjectNode response(JsonNode request) {
    ObjectNode response = JsonNodeFactory.instance.objectNode();
    response.put("uid", request.path("uid").asText(""));
    ArrayNode converted = response.putArray("convertedObjects");
    String failure = convert(request, converted);
    ObjectNode result = response.putObject("result");
    result.putObject("metadata");
    if (failure.isEmpty()) {
      result.put("status", "Success");
    } else {
      log.atError()
          .addKeyValue("request", request.path("uid").asText())
          .addKeyValue("err", failure)
          .log("failed to convert");
      converted.removeAll();
      result.put("status", "Failure").put("message", failure);
    }
    return response;
  }

  /** The reason of a failure; empty on success. */
  private String convert(JsonNode request, ArrayNode converted) {
    String version = request.path("desiredAPIVersion").asText("");
    if (version.isEmpty()) {
      return "conversion request desiredAPIVersion is required";
    }
    try {
      for (JsonNode object : request.path("objects")) {
        if (!(object instanceof ObjectNode source)) {
          return "an object to convert is no JSON object";
        }
        converted.add(convert.apply(source, version));
      }
      return "";
    } catch (CancelledException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
      panicked.run();
      log.error("Observed a panic", e);
      return "internal error occurred during conversion";
    }
  }
}
