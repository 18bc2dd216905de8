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
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The custom kinds that scenarios define. They stay from one scenario to the next: a server takes a
 * while until it serves a new one. Who creates one waits here until that is so, as the embedded
 * server answers only then.
 */
final class Definitions {
  static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Env env = Env.production();
  private final Map<String, JsonNode> specs = new TreeMap<>();

  ApiResponse create(ApiTransport api, ApiRequest request) throws IOException, CancelledException {
    ObjectNode definition = Json.tree(request.body());
    String name = definition.path("metadata").path("name").asText();
    JsonNode spec = definition.path("spec");
    if (spec.equals(specs.get(name))) {
      return new ApiResponse(
          201, new TreeMap<>(), api.call(ApiRequest.get(PATH + "/" + name)).body());
    }
    if (specs.containsKey(name)) {
      var _ = api.call(ApiRequest.of("DELETE", PATH + "/" + name));
      await(name + " goes", () -> api.call(ApiRequest.get(PATH + "/" + name)).status() == 404);
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
                    && new String(
                            api.call(ApiRequest.get(at)).body(),
                            java.nio.charset.StandardCharsets.UTF_8)
                        .contains("\"" + plural + "\""));
      }
    }
    return created;
  }

  private interface Check {
    boolean holds() throws IOException, CancelledException;
  }

  private void await(String what, Check check) throws IOException, CancelledException {
    Instant end = env.clock().now().plus(LONGEST);
    while (!check.holds()) {
      if (env.clock().now().isAfter(end)) {
        throw new IOException("not within " + LONGEST + ": " + what);
      }
      env.clock().sleep(Duration.ofMillis(50));
    }
  }
}
