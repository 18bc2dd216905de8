package io.coxswain.real;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The custom kinds that scenarios define. They stay from one scenario to the next that defines them
 * too: a server takes a while until it serves a new one. Who creates one waits here until that is
 * so, as the embedded server answers only then.
 */
final class Definitions {
  static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final Duration MAX_DURATION = Duration.ofMinutes(2);

  private final Env env = Env.production();
  private final Map<String, JsonNode> specs = new TreeMap<>();

  /** Those of the present scenario. */
  private final Set<String> wanted = new TreeSet<>();

  /** A new scenario begins. */
  void begin() {
    wanted.clear();
  }

  /**
   * Deletes the custom kinds that others have defined and the present scenario has not, and waits
   * until discovery no longer lists their groups.
   */
  void takeAwayOthers(ApiTransport api) throws IOException, CancelledException {
    Set<String> removed = new TreeSet<>();
    Set<String> kept = new TreeSet<>();
    for (JsonNode definition : Json.tree(api.call(ApiRequest.get(PATH)).body()).path("items")) {
      String name = definition.path("metadata").path("name").asText();
      String group = definition.path("spec").path("group").asText();
      if (wanted.contains(name)) {
        kept.add(group);
      } else {
        takeAway(api, name, definition.path("spec"));
        removed.add(group);
      }
    }
    removed.removeAll(kept);
    for (String group : removed) {
      await(
          "discovery no longer lists " + group,
          () -> !text(api.call(ApiRequest.get("/apis"))).contains("\"" + group + "\""));
    }
  }

  private void takeAway(ApiTransport api, String name, JsonNode spec)
      throws IOException, CancelledException {
    var _ = api.call(ApiRequest.of("DELETE", PATH + "/" + name));
    await(name + " goes", () -> api.call(ApiRequest.get(PATH + "/" + name)).status() == 404);
    specs.remove(name);
    String plural = spec.path("names").path("plural").asText();
    for (JsonNode version : spec.path("versions")) {
      String at = "/apis/" + spec.path("group").asText() + "/" + version.path("name").asText();
      await(
          name + " is served no longer",
          () -> {
            ApiResponse resources = api.call(ApiRequest.get(at));
            return !resources.ok() || !text(resources).contains("\"" + plural + "\"");
          });
    }
  }

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  ApiResponse create(ApiTransport api, ApiRequest request) throws IOException, CancelledException {
    ObjectNode definition = Json.tree(request.body());
    String name = definition.path("metadata").path("name").asText();
    JsonNode spec = definition.path("spec");
    wanted.add(name);
    if (spec.equals(specs.get(name))) {
      return new ApiResponse(
          201, new TreeMap<>(), api.call(ApiRequest.get(PATH + "/" + name)).body());
    }
    JsonNode before = specs.get(name);
    if (before != null) {
      takeAway(api, name, before);
    }
    ApiResponse created = api.call(request);
    if (!created.ok()) {
      return created;
    }
    specs.put(name, spec);
    String group = spec.path("group").asText();
    String plural = spec.path("names").path("plural").asText();
    for (JsonNode version : spec.path("versions")) {
      if (version.path("served").asBoolean()) {
        String at = "/apis/" + group + "/" + version.path("name").asText();
        await(
            name + " is served",
            () ->
                api.call(ApiRequest.get(at + "/" + plural)).ok()
                    && text(api.call(ApiRequest.get(at))).contains("\"" + plural + "\""));
      }
    }
    return created;
  }

  interface Check {
    boolean holds() throws IOException, CancelledException;
  }

  /** Looks again and again. */
  void await(String what, Check check) throws IOException, CancelledException {
    Instant end = env.clock().now().plus(MAX_DURATION);
    while (!check.holds()) {
      if (env.clock().now().isAfter(end)) {
        throw new IOException("not within " + MAX_DURATION + ": " + what);
      }
      env.clock().sleep(Duration.ofMillis(50));
    }
  }
}
