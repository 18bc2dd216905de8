package io.coxswain.real.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.conformance.Placeholders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The comparable parts of a response as JSON: status, headers and body. */
final class NormalizedResponse {
  /** A text that only begins like JSON is text. */
  private static final ObjectReader WHOLE =
      Json.MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Headers whose values are compared. */
  private static final List<String> HEADERS =
      List.of(
          "allow",
          "cache-control",
          "content-encoding",
          "content-type",
          "location",
          "retry-after",
          "vary",
          "www-authenticate",
          "x-content-type-options");

  /**
   * Headers whose presence is compared. X-Kubernetes-Pf-* is not: the embedded server has no API
   * Priority and Fairness. Date, Content-Length and Connection belong to the HTTP library.
   */
  private static final List<String> PRESENT = List.of("audit-id", "etag", "last-modified");

  /** Documents that describe the server itself. DifferentialIT compares what should be equal. */
  private static final List<String> OWN_DOCUMENTS =
      List.of("/metrics", "/openapi/", "/openid/", "/.well-known/", "/version", "/index.html");

  private NormalizedResponse() {}

  static JsonNode of(WireRequest request, WireResponse response) {
    var placeholders = new Placeholders("no such namespace");
    ObjectNode seen = JsonNodeFactory.instance.objectNode();
    seen.put("status", response.status());
    for (String name : HEADERS) {
      if (response.headers().containsKey(name)) {
        seen.put(name, response.header(name).replace("; ", ";"));
      }
    }
    for (String name : PRESENT) {
      if (response.headers().containsKey(name)) {
        seen.put(name, "present");
      }
    }
    for (String warning : response.headers().getOrDefault("warning", List.of())) {
      seen.withArray("warnings").add(placeholders.text(warning));
    }
    if (!response.complete()) {
      seen.put("body", "did not end");
    } else if (response.status() != 200 || !isOwnDocument(request)) {
      seen.set("body", placeholders.of(body(response)));
    }
    return seen;
  }

  private static boolean isOwnDocument(WireRequest request) {
    String path =
        URLDecoder.decode(
            request.target().split("\\?", 2)[0].replace("%zz", ""), StandardCharsets.UTF_8);
    return path.equals("/") || OWN_DOCUMENTS.stream().anyMatch(path::startsWith);
  }

  private static JsonNode body(WireResponse response) {
    byte[] bytes = response.body();
    if (response.header("content-encoding").equals("gzip")) {
      try (var unzipped = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        bytes = unzipped.readAllBytes();
      } catch (IOException e) {
        return TextNode.valueOf("not gzip");
      }
    }
    String type = response.header("content-type");
    if (type.contains("protobuf")) {
      // Lengths of UIDs and revisions run through the whole message; only its head is stable.
      return TextNode.valueOf(Base64.getEncoder().encodeToString(head(bytes)));
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.isBlank()) {
      return TextNode.valueOf(""); // an idle watch of the embedded server sends blanks
    }
    try {
      return continued(
          type.contains("yaml") ? Json.yamlMapper().readTree(text) : WHOLE.readTree(text));
    } catch (JsonProcessingException e) {
      return lines(text);
    }
  }

  /** The magic number, the version and the kind. */
  private static byte[] head(byte[] message) {
    int length = message.length < 6 ? message.length : Math.min(message.length, 6 + message[5]);
    return java.util.Arrays.copyOf(message, length);
  }

  /** The frames of a watch; any other text as it is. */
  private static JsonNode lines(String text) {
    var frames = JsonNodeFactory.instance.arrayNode();
    for (String line : text.split("\n")) {
      if (line.isBlank()) {
        continue; // an idle watch of the embedded server sends blanks
      }
      try {
        frames.add(WHOLE.readTree(line));
      } catch (JsonProcessingException e) {
        return TextNode.valueOf(text);
      }
    }
    return frames;
  }

  /** A continue token without the revision, which moves with every write of a server. */
  private static JsonNode continued(JsonNode body) {
    String token = body.path("metadata").path("continue").asText();
    if (!token.isEmpty()) {
      ObjectNode position = Json.tree(Base64.getUrlDecoder().decode(token));
      position.remove("rv");
      ((ObjectNode) body.path("metadata")).put("continue", position.toString());
    }
    return body;
  }
}
