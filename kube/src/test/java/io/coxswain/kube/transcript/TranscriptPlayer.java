package io.coxswain.kube.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.sim.World;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays the client of one recorded conversation and notes where the answers differ. */
final class TranscriptPlayer {
  private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z][A-Z0-9]*)");
  private static final String NAMESPACE = "t-4x7k2m9q";

  private final World world;
  private final Set<String> ignored;
  private final Map<String, String> variables = new TreeMap<>(Map.of("NS", NAMESPACE));
  private final Placeholders placeholders = new Placeholders(NAMESPACE);
  private final List<String> differences = new ArrayList<>();

  /**
   * @param ignored fields that are not compared
   */
  TranscriptPlayer(World world, Set<String> ignored) {
    this.world = world;
    this.ignored = ignored;
  }

  /** What differs from the recording. */
  List<String> play(JsonNode transcript) throws IOException {
    send(
        "POST",
        "/api/v1/namespaces",
        Json.MAPPER.readTree(
            "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\""
                + NAMESPACE
                + "\"}}"),
        MissingNode.getInstance());
    world.await("the namespace is furnished", () -> get("serviceaccounts/default").ok());
    world.await("and has its root CA", () -> get("configmaps/kube-root-ca.crt").ok());
    int number = 0;
    for (JsonNode step : transcript.path("steps")) {
      play("step " + number++, step);
    }
    return differences;
  }

  private ApiResponse get(String below) throws IOException {
    return world.env().api().call(ApiRequest.get("/api/v1/namespaces/" + NAMESPACE + "/" + below));
  }

  private void play(String where, JsonNode step) throws IOException {
    String path = fill(step.path("path").asText());
    switch (step.path("do").asText()) {
      case "request" -> {
        String method = step.path("method").asText();
        ApiResponse response = send(method, path, fill(step.path("body")), step.path("headers"));
        JsonNode got = body(response);
        for (var saved : step.path("save").properties()) {
          variables.put(saved.getKey(), got.at(saved.getValue().asText()).asText());
        }
        if (step.path("compare").asBoolean(true)) {
          compare(where + " " + method + " " + path, step.path("expect"), response, got);
        }
      }
      case "await" ->
          world.await(
              where + " " + step,
              () -> {
                var response = send("GET", path, MissingNode.getInstance(), step.path("headers"));
                return holds(step, response.status(), body(response));
              },
              Duration.ofSeconds(step.path("timeout").asInt(20)));
      case "settle" ->
          world.run(Duration.ofMillis((long) (step.path("seconds").asDouble(1) * 1000)));
      default -> throw new IOException("no such step: " + step);
    }
  }

  private ApiResponse send(String method, String path, JsonNode body, JsonNode headers)
      throws IOException {
    String[] parts = path.split("\\?", 2);
    ApiRequest request = ApiRequest.of(method, parts[0]).header("accept", "application/json");
    for (String parameter : parts.length == 1 ? new String[0] : parts[1].split("&")) {
      String[] pair = parameter.split("=", 2);
      request = request.with(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
    }
    if (!body.isMissingNode()) {
      String type = headers.path("Content-Type").asText("application/json");
      request = request.body(type, Json.bytes(body));
    }
    ApiResponse response = world.env().api().call(request);
    if (!method.equals("GET")) {
      world.awaitIdle();
    }
    return response;
  }

  private static JsonNode body(ApiResponse response) throws IOException {
    return response.body().length == 0
        ? MissingNode.getInstance()
        : Json.MAPPER.readTree(response.body());
  }

  private boolean holds(JsonNode step, int status, JsonNode body) {
    if (step.has("status")) {
      return status == step.path("status").asInt();
    }
    JsonNode value = body.at(step.path("pointer").asText(""));
    if (step.has("equals")) {
      return value.equals(fill(step.path("equals")));
    }
    return step.path("exists").asBoolean() != (value.isMissingNode() || value.isNull());
  }

  private String fill(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(m -> Matcher.quoteReplacement(variables.getOrDefault(m.group(1), m.group())));
  }

  private JsonNode fill(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> {
        ObjectNode filled = Json.MAPPER.createObjectNode();
        object.properties().forEach(f -> filled.set(fill(f.getKey()), fill(f.getValue())));
        yield filled;
      }
      case ArrayNode array -> {
        ArrayNode filled = Json.MAPPER.createArrayNode();
        array.forEach(item -> filled.add(fill(item)));
        yield filled;
      }
      case TextNode text -> TextNode.valueOf(fill(text.asText()));
      default -> value;
    };
  }

  // Comparing.

  private void compare(String where, JsonNode expected, ApiResponse response, JsonNode body) {
    JsonNode got = placeholders.of(body);
    if (response.status() != expected.path("status").asInt()) {
      differences.add(
          where + ": status " + response.status() + ", want " + expected.path("status"));
      return;
    }
    compare(where + ": ", Placeholders.ordered(expected.path("body")), got);
  }

  private void compare(String path, JsonNode want, JsonNode got) {
    if (want instanceof ObjectNode && got instanceof ObjectNode) {
      var names = new TreeSet<String>();
      want.fieldNames().forEachRemaining(names::add);
      got.fieldNames().forEachRemaining(names::add);
      names.removeAll(ignored);
      names.forEach(name -> compare(path + "/" + name, want.path(name), got.path(name)));
    } else if (want instanceof ArrayNode && got instanceof ArrayNode) {
      if (want.size() != got.size()) {
        differences.add(path + ": " + got.size() + " items, want " + want.size());
      }
      for (int i = 0; i < Math.min(want.size(), got.size()); i++) {
        compare(path + "/" + i, want.get(i), got.get(i));
      }
    } else if (!want.equals(got)) {
      differences.add(path + ": got " + got + ", want " + want);
    }
  }
}
