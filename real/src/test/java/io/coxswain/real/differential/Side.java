package io.coxswain.real.differential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.conformance.Placeholders;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One of the two servers in one conversation, and what it has answered so far. */
final class Side {
  /** A text that only begins like JSON is text. */
  private static final ObjectReader WHOLE =
      Json.MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final ApiTransport api;
  private final Placeholders placeholders;
  private final Map<String, JsonNode> answers = new TreeMap<>();

  Side(ApiTransport api, String namespace) {
    this.api = api;
    this.placeholders = new Placeholders(namespace);
  }

  /** What it answered to an earlier request, as received. */
  JsonNode answer(String label) {
    return answers.getOrDefault(label, MissingNode.getInstance());
  }

  String resourceVersion(String label) {
    return answer(label).path("metadata").path("resourceVersion").asText();
  }

  /** Sends it; status, warnings and body of the answer without what may differ from run to run. */
  JsonNode ask(String label, ApiRequest request) throws IOException {
    ApiResponse response = api.call(request);
    JsonNode body = parse(response);
    answers.put(label, body);
    ObjectNode seen = JsonNodeFactory.instance.objectNode();
    seen.put("status", response.status());
    var type = response.headers().getOrDefault("content-type", List.of(""));
    seen.put("type", type.getFirst().replace(" ", ""));
    for (String warning : response.headers().getOrDefault("warning", List.of())) {
      seen.withArray("warnings").add(placeholders.text(warning));
    }
    seen.set("body", placeholders.of(pageless(body)));
    return seen;
  }

  /**
   * A list of which more is to come says where it goes on and at which revision; that one moves
   * with whatever else a server writes meanwhile.
   */
  private static JsonNode pageless(JsonNode body) {
    String token = body.path("metadata").path("continue").asText();
    if (token.isEmpty()) {
      return body;
    }
    ObjectNode position = Json.tree(Base64.getUrlDecoder().decode(token));
    position.remove("rv");
    ObjectNode copy = body.deepCopy();
    ((ObjectNode) copy.path("metadata")).put("continue", position.toString());
    return copy;
  }

  private static JsonNode parse(ApiResponse response) {
    String text = new String(response.body(), StandardCharsets.UTF_8);
    String type = response.headers().getOrDefault("content-type", List.of("")).getFirst();
    if (text.isEmpty()) {
      return JsonNodeFactory.instance.textNode(""); // two absent nodes would count as a difference
    }
    try {
      return type.contains("yaml") ? Json.yamlMapper().readTree(text) : WHOLE.readTree(text);
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.textNode(text);
    }
  }

  /** The next frames of a watch. */
  JsonNode frames(ApiRequest request, int count) throws IOException {
    var frames = JsonNodeFactory.instance.arrayNode();
    try (ApiWatch watch = api.watch(request)) {
      if (watch.status() != 200) {
        ObjectNode refused = JsonNodeFactory.instance.objectNode();
        refused.put("status", watch.status());
        refused.set("body", placeholders.of(parse(watch.errorResponse())));
        return refused;
      }
      while (frames.size() < count) {
        ApiWatch.Frame frame = watch.next();
        if (frame == null) {
          break;
        }
        ObjectNode seen = frames.addObject();
        seen.put("type", frame.type());
        seen.set("object", placeholders.of(Json.tree(frame.object())));
      }
    }
    return frames;
  }
}
