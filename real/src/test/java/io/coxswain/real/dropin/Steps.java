package io.coxswain.real.dropin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What users do with objects of one custom kind, and what the server answers them. */
final class Steps {
  private static final Duration MAX_DURATION = Duration.ofMinutes(2);

  private final World world;
  private final String collection;
  private final List<String> answers = new ArrayList<>();

  Steps(World world, String collection) {
    this.world = world;
    this.collection = collection;
  }

  /** What was refused, and how. */
  List<String> answers() {
    return answers;
  }

  void create(String yaml) throws ApiException {
    create(collection, yaml);
  }

  void create(String path, String yaml) throws ApiException {
    var _ = world.objects().call(post(path, yaml));
  }

  private static ApiRequest post(String path, String yaml) {
    try {
      return ApiRequest.of("POST", path)
          .body("application/json", Json.bytes(Json.yamlMapper().readTree(yaml)));
    } catch (IOException e) {
      throw new AssertionError(yaml, e);
    }
  }

  void refused(String what, String yaml) {
    note(what, post(collection, yaml));
  }

  void refusedMerge(String what, String name, String patch) {
    note(what, patch(name, patch));
  }

  private void note(String what, ApiRequest request) {
    try {
      var _ = world.objects().call(request);
      answers.add("answer to " + what + ": accepted");
    } catch (ApiException e) {
      answers.add("answer to " + what + ": " + e.getMessage());
    }
  }

  void merge(String name, String patch) throws ApiException {
    var _ = world.objects().call(patch(name, patch));
  }

  private ApiRequest patch(String name, String patch) {
    return ApiRequest.of("PATCH", collection + "/" + name)
        .body("application/merge-patch+json", patch.getBytes(StandardCharsets.UTF_8));
  }

  void delete(String name) throws ApiException {
    var _ =
        world
            .objects()
            .call(
                ApiRequest.of("DELETE", collection + "/" + name)
                    .with("propagationPolicy", "Background"));
  }

  void awaitGone(String name) {
    world.await(
        name + " is gone", () -> read(collection + "/" + name).isMissingNode(), MAX_DURATION);
  }

  /** Nothing, if there is no such object. */
  private JsonNode read(String path) throws ApiException {
    try {
      return Json.tree(world.objects().call(ApiRequest.get(path)).body());
    } catch (ApiException.NotFound e) {
      return MissingNode.getInstance();
    }
  }

  /** Waits for a condition that is true. */
  void awaitCondition(String name, String type) {
    awaitCondition(collection, name, type);
  }

  /** The same of something that a program makes. */
  void awaitCondition(String path, String name, String type) {
    world.await(
        name + " is " + type,
        () -> {
          JsonNode object = read(path + "/" + name);
          for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)
                && condition.path("status").asText().equals("True")) {
              return true;
            }
          }
          return false;
        },
        MAX_DURATION);
  }

  void awaitCount(String what, ApiRequest list, int count) {
    world.await(
        what,
        () -> Json.tree(world.objects().call(list).body()).path("items").size() == count,
        MAX_DURATION);
  }
}
