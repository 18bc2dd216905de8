package io.coxswain.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.sim.World;
import io.coxswain.sim.WorldFailure;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the requests of one conversation, and either records where the responses differ or writes
 * them into the steps.
 */
public final class TranscriptPlayer {
  /** Rejects trailing content: a text that only begins like JSON is text. */
  private static final ObjectReader WHOLE =
      Json.MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z][A-Z0-9]*)");
  private static final String NAMESPACE = "t-4x7k2m9q";
  private static final JsonNode NONE = MissingNode.getInstance();

  private final World world;
  private final Transcript transcript;
  private final Differences differences;
  private final boolean recording;
  private final Map<String, JsonNode> variables =
      new TreeMap<>(Map.of("NS", TextNode.valueOf(NAMESPACE)));
  private final Placeholders placeholders = new Placeholders(NAMESPACE);
  private final Map<String, List<ApiWatch.Frame>> watches = new TreeMap<>();

  private TranscriptPlayer(
      World world, Transcript transcript, Set<String> ignored, boolean recording) {
    this.world = world;
    this.transcript = transcript;
    this.differences = new Differences(ignored);
    this.recording = recording;
  }

  /**
   * Returns the differences from the recording, one line each.
   *
   * @param ignored names of fields that are not compared
   */
  public static List<String> play(World world, Transcript transcript, Set<String> ignored)
      throws IOException {
    return new TranscriptPlayer(world, transcript, ignored, false).play();
  }

  /**
   * Sets the field {@code expect} of each step to the response of the server.
   *
   * @return the conditions that never became true, one line each
   */
  public static List<String> record(World world, Transcript transcript) throws IOException {
    return new TranscriptPlayer(world, transcript, Set.of(), true).play();
  }

  private List<String> play() throws IOException {
    furnish();
    int number = 0;
    for (JsonNode step : transcript.steps()) {
      if (!play("step " + number++, step)) {
        break; // later steps would only repeat the difference
      }
    }
    for (String path : transcript.cleanup().reversed()) {
      send("DELETE", fill(path), NONE, NONE);
    }
    return differences.lines();
  }

  /** Creates a fresh namespace with its service account. */
  private void furnish() throws IOException {
    create("/api/v1/namespaces", "Namespace", NAMESPACE);
    if (transcript.controllers()) {
      world.await("the namespace has its account", () -> get("serviceaccounts/default").ok());
      world.await("and its root CA", () -> get("configmaps/kube-root-ca.crt").ok());
    } else {
      create("/api/v1/namespaces/" + NAMESPACE + "/serviceaccounts", "ServiceAccount", "default");
    }
  }

  private void create(String path, String kind, String name) throws IOException {
    ObjectNode object = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", kind);
    object.putObject("metadata").put("name", name);
    var _ = send("POST", path, object, NONE);
  }

  private ApiResponse get(String below) throws IOException {
    return world.env().api().call(ApiRequest.get("/api/v1/namespaces/" + NAMESPACE + "/" + below));
  }

  private boolean play(String number, JsonNode step) throws IOException {
    String path = fill(step.path("path").asText());
    String where = number + " " + step.path("method").asText(step.path("do").asText()) + " " + path;
    switch (step.path("do").asText()) {
      case "request" -> request(where, path, step);
      case "await" -> {
        return await(where, path, step);
      }
      case "watch" -> watch(step.path("id").asText(), path, fill(step.path("headers")));
      case "events" -> events(where, step);
      case "settle" ->
          world.run(Duration.ofMillis((long) (step.path("seconds").asDouble(1) * 1000)));
      default -> throw new IOException("no such step: " + step);
    }
    return true;
  }

  // Requests.

  private void request(String where, String path, JsonNode step) throws IOException {
    ApiResponse response =
        send(step.path("method").asText(), path, body(step), fill(step.path("headers")));
    JsonNode got = parse(response);
    for (var saved : step.path("save").properties()) {
      variables.put(saved.getKey(), got.at(saved.getValue().asText()));
    }
    if (!step.path("compare").asBoolean(true)) {
      return;
    }
    JsonNode normal = placeholders.of(got);
    if (step.has("only")) {
      ObjectNode only = Json.MAPPER.createObjectNode();
      for (JsonNode at : step.path("only")) {
        JsonNode value = normal.at(at.asText());
        only.set(at.asText(), value.isMissingNode() ? Json.MAPPER.nullNode() : value);
      }
      normal = only;
    }
    ArrayNode warnings = Json.MAPPER.createArrayNode();
    response
        .headers()
        .getOrDefault("warning", List.of())
        .forEach(warning -> warnings.add(placeholders.text(warning)));
    if (recording) {
      ObjectNode expected = ((ObjectNode) step).putObject("expect");
      expected.put("status", response.status()).set("body", normal);
      if (!warnings.isEmpty()) {
        expected.set("warnings", warnings);
      }
      return;
    }
    JsonNode want = step.path("expect");
    if (response.status() != want.path("status").asInt()) {
      String shown = normal.toString();
      differences.add(
          "%s: status %d, want %s: %s"
              .formatted(
                  where,
                  response.status(),
                  want.path("status"),
                  shown.substring(0, Math.min(shown.length(), 300))));
      return;
    }
    differences.compare(where + ": ", Placeholders.ordered(want.path("body")), normal);
    differences.compare(
        where + ": warnings",
        want.path("warnings").isArray() ? want.path("warnings") : Json.MAPPER.createArrayNode(),
        warnings);
  }

  /** The body of a step as it is sent: JSON, or a text that is deliberately not JSON. */
  private JsonNode body(JsonNode step) throws IOException {
    if (step.has("file")) {
      return TextNode.valueOf(
          Files.readString(transcript.files().resolve(step.path("file").asText())));
    }
    return step.has("raw")
        ? TextNode.valueOf(fill(step.path("raw").asText()))
        : fill(step.path("body"));
  }

  private ApiResponse send(String method, String path, JsonNode body, JsonNode headers)
      throws IOException {
    ApiRequest request = read(method, path, headers);
    if (!body.isMissingNode()) {
      boolean json = body.isContainerNode();
      byte[] bytes = json ? SpacedJson.bytes(body) : body.asText().getBytes(StandardCharsets.UTF_8);
      String type = request.header("content-type");
      if (type == null && json) {
        type = "application/json";
      }
      request =
          type == null
              ? new ApiRequest(method, request.path(), request.query(), request.headers(), bytes)
              : request.body(type, bytes);
    }
    String watch = method.equals("GET") ? request.query("watch") : null;
    if (watch != null && !watch.equals("false") && !watch.equals("0")) {
      return watched(request);
    }
    ApiResponse response = world.env().api().call(request);
    if (!method.equals("GET")) {
      world.awaitIdle();
    }
    return response;
  }

  /** Reads a watch to its end and returns its events as one response. */
  private ApiResponse watched(ApiRequest request) throws IOException {
    try (ApiWatch watch = world.env().api().watch(request)) {
      if (watch.status() != 200) {
        return watch.errorResponse();
      }
      var lines = new StringBuilder();
      for (var frame = watch.next(); frame != null; frame = watch.next()) {
        lines.append("{\"type\":\"").append(frame.type()).append("\",\"object\":");
        lines.append(new String(frame.object(), StandardCharsets.UTF_8).strip()).append("}\n");
      }
      return new ApiResponse(
          200, Collections.emptySortedMap(), lines.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static ApiRequest read(String method, String target, JsonNode headers) {
    String[] parts = target.split("\\?", 2);
    ApiRequest request =
        ApiRequest.of(method, decode(parts[0].replace("+", "%2B")))
            .header("accept", "application/json");
    for (String parameter : parts.length == 1 ? new String[0] : parts[1].split("&", -1)) {
      String[] pair = parameter.split("=", 2);
      if (!parameter.isEmpty()) {
        request = request.with(decode(pair[0]), pair.length == 2 ? decode(pair[1]) : "");
      }
    }
    for (var header : headers.properties()) {
      request = request.header(header.getKey(), header.getValue().asText());
    }
    return request;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that begins no escape sequence is literal
    }
  }

  private static JsonNode parse(ApiResponse response) {
    try {
      JsonNode tree = response.body().length == 0 ? NONE : WHOLE.readTree(response.body());
      if (!tree.isMissingNode()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      // then it is text
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    }
    return Json.MAPPER
        .createObjectNode()
        .put("$text", new String(response.body(), StandardCharsets.UTF_8));
  }

  // Waiting.

  private boolean await(String where, String path, JsonNode step) throws IOException {
    JsonNode filled = fill(step);
    String method = step.path("method").asText("GET");
    var last = new ApiResponse[1];
    try {
      world.await(
          where,
          () -> {
            // a condition must not block, so this does not run the world
            ApiRequest request = read(method, path, filled.path("headers"));
            if (step.has("body")) {
              String type = request.header("content-type");
              request =
                  request.body(
                      type == null ? "application/json" : type,
                      SpacedJson.bytes(filled.path("body")));
            }
            last[0] = world.env().api().call(request);
            return holds(filled, last[0].status(), parse(last[0]));
          },
          Duration.ofSeconds(step.path("timeout").asInt(20)));
      return true;
    } catch (WorldFailure e) {
      differences.add(where + ": never held; last " + last[0].status() + " " + parse(last[0]));
      return false;
    }
  }

  private static boolean holds(JsonNode step, int status, JsonNode body) {
    if (step.has("status")) {
      return status == step.path("status").asInt();
    }
    JsonNode value = body.at(step.path("pointer").asText(""));
    if (step.has("equals")) {
      return value.equals(step.path("equals"));
    }
    if (step.has("atLeast")) {
      return value.isNumber() && value.asDouble() >= step.path("atLeast").asDouble();
    }
    if (step.has("exists")) {
      return step.path("exists").asBoolean() != (value.isMissingNode() || value.isNull());
    }
    return status < 300;
  }

  // Watches.

  private void watch(String id, String path, JsonNode headers) throws IOException {
    var frames = new ArrayList<ApiWatch.Frame>();
    watches.put(id, frames);
    ApiWatch watch = world.env().api().watch(read("GET", path, headers));
    var _ =
        world
            .env()
            .tasks()
            .spawn(
                "watch " + id,
                () -> {
                  try (watch) {
                    for (var frame = watch.next(); frame != null; frame = watch.next()) {
                      frames.add(frame);
                    }
                  }
                });
    world.awaitIdle();
  }

  private void events(String where, JsonNode step) throws IOException {
    List<ApiWatch.Frame> frames = watches.getOrDefault(step.path("id").asText(), List.of());
    long deadline = step.path("timeout").asLong(5);
    for (long waited = 0;
        frames.size() < step.path("count").asInt() && waited < deadline * 20;
        waited++) {
      world.run(Duration.ofMillis(50));
    }
    world.run(Duration.ofMillis(300));
    ArrayNode seen = Json.MAPPER.createArrayNode();
    for (var frame : List.copyOf(frames)) {
      ObjectNode event = Json.MAPPER.createObjectNode().put("type", frame.type());
      event.set("object", Json.MAPPER.readTree(frame.object()));
      boolean plainBookmark =
          frame.type().equals("BOOKMARK")
              && event
                  .at("/object/metadata/annotations/k8s.io~1initial-events-end")
                  .isMissingNode();
      if (!plainBookmark || step.path("plainBookmarks").asBoolean(true)) {
        seen.add(event);
      }
    }
    while (step.has("first") && seen.size() > step.path("first").asInt()) {
      seen.remove(seen.size() - 1);
    }
    JsonNode normal = placeholders.of(seen);
    if (recording) {
      ((ObjectNode) step).putObject("expect").set("events", normal);
      return;
    }
    JsonNode want = Placeholders.ordered(step.path("expect").path("events"));
    differences.compare(where + " " + step.path("id").asText() + ": ", want, normal);
  }

  // Variables.

  private String fill(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            m -> {
              JsonNode value = variables.get(m.group(1));
              return Matcher.quoteReplacement(value == null ? m.group() : value.asText());
            });
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
}
