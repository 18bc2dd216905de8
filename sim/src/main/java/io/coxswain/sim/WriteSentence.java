package io.coxswain.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;

/** Describes a write in words: {@code jobset creates Job hello-node-0}. */
final class WriteSentence {
  private static final String DEFAULT_AGENT = "coxswain";

  private WriteSentence() {}

  /**
   * @param process used for programs that have no name of their own
   */
  static String of(String process, ApiRequest request, ApiResponse response) {
    JsonNode written = tree(response.body());
    JsonNode sent = tree(request.body());
    String sentence = actor(process, request) + " " + action(request, sent, written, response.ok());
    return response.ok()
        ? sentence
        : "%s, which fails with %d %s"
            .formatted(sentence, response.status(), written.path("reason").asText())
            .stripTrailing();
  }

  /** Several programs may share a process; their User-Agents tell them apart. */
  private static String actor(String process, ApiRequest request) {
    String agent = request.header("user-agent");
    if (agent == null) {
      return process;
    }
    String program = agent.replaceFirst("/.*", "");
    return program.isEmpty() || program.equals(DEFAULT_AGENT) ? process : program;
  }

  private static String action(ApiRequest request, JsonNode sent, JsonNode written, boolean ok) {
    var path = new ResourcePath(request.path());
    JsonNode shown = ok && written.has("metadata") ? written : sent;
    String kind = shown.path("kind").asText();
    String named = shown.path("metadata").path("name").asText(path.name());
    String object =
        (kind.isEmpty() || kind.equals("Status") ? path.resource() : kind)
            + " "
            + (path.name().isEmpty() ? named : path.name());
    if (path.resource().equals("events")) {
      return event(shown);
    }
    if (path.subresource().equals("binding")) {
      return "binds Pod " + path.name() + " to " + sent.path("target").path("name").asText();
    }
    String of = path.subresource().isEmpty() ? "" : "the " + path.subresource() + " of ";
    return switch (request.method()) {
      case "POST" -> "creates " + of + object;
      case "DELETE" ->
          path.name().isEmpty() ? "deletes all " + path.resource() : "deletes " + object;
      case "PUT" -> "updates " + of + object + state(path, written);
      default -> (isApply(request) ? "applies " : "patches ") + of + object + state(path, written);
    };
  }

  private static boolean isApply(ApiRequest request) {
    String type = request.header("content-type");
    return type != null && type.startsWith("application/apply-patch");
  }

  private static String event(JsonNode event) {
    JsonNode about =
        event.path("regarding").isObject() ? event.path("regarding") : event.path("involvedObject");
    return "records %s of %s %s"
        .formatted(
            event.path("reason").asText("an event"),
            about.path("kind").asText(),
            about.path("name").asText())
        .stripTrailing();
  }

  /** The phase, or the conditions that are true. */
  private static String state(ResourcePath path, JsonNode written) {
    if (!path.subresource().equals("status")) {
      return "";
    }
    String phase = written.path("status").path("phase").asText();
    if (!phase.isEmpty()) {
      return ": " + phase;
    }
    var held = new StringBuilder();
    for (JsonNode condition : written.path("status").path("conditions")) {
      if (condition.path("status").asText().equals("True")) {
        held.append(held.isEmpty() ? ": " : ", ").append(condition.path("type").asText());
      }
    }
    return held.toString();
  }

  private static JsonNode tree(byte[] body) {
    try {
      return body.length == 0 ? Json.MAPPER.createObjectNode() : Json.tree(body);
    } catch (IllegalArgumentException e) {
      return Json.MAPPER.createObjectNode(); // such as an apply in YAML or a JSON patch
    }
  }

  /** The parts of {@code /apis/batch/v1/namespaces/a/jobs/b/status}. */
  private record ResourcePath(String resource, String name, String subresource) {
    ResourcePath(String path) {
      this(part(path, 0), part(path, 1), part(path, 2));
    }

    private static String part(String path, int number) {
      String[] parts = path.split("/");
      int at = path.startsWith("/api/") ? 3 : 4;
      if (parts.length > at + 2 && parts[at].equals("namespaces")) {
        at += 2;
      }
      return parts.length > at + number ? parts[at + number] : "";
    }
  }
}
