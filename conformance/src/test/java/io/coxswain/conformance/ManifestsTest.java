package io.coxswain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.TestData;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The CRDs of {@code deploy} and the manifests of {@code testdata} on our server; where they are at
 * hand, also those that JobSet, Trainer and Soperator publish.
 */
final class ManifestsTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  /** One document of a file. */
  private record Manifest(Path file, JsonNode object) {
    boolean isDefinition() {
      return object.path("kind").asText().equals("CustomResourceDefinition");
    }
  }

  private static List<Manifest> manifests(Path folder, Predicate<Path> which) throws IOException {
    var all = new ArrayList<Manifest>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file :
          files.filter(f -> f.toString().endsWith(".yaml")).filter(which).sorted().toList()) {
        try (var documents =
            Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
          documents.forEachRemaining(
              object -> {
                if (object.isObject()) {
                  all.add(new Manifest(file, object));
                }
              });
        }
      }
    }
    return all;
  }

  @Test
  void areInstalledAndAcceptedAsByARealServer() throws IOException {
    List<Manifest> all =
        manifests(TestData.root().resolve("deploy"), file -> file.endsWith("crd.yaml"));
    all.addAll(manifests(TestData.path(""), _ -> true));

    check(all, 54);
  }

  @TestFactory
  Stream<DynamicTest> upstreamsAreInstalledAndAcceptedToo() {
    return TestData.upstream("").stream()
        .map(
            folder ->
                DynamicTest.dynamicTest(
                    folder.toString(),
                    () ->
                        check(
                            manifests(folder, file -> !file.toString().contains("transcripts")),
                            64)));
  }

  private static void check(List<Manifest> all, int expected) {
    Simulation.named("manifests")
        .script(
            world -> {
              for (Manifest definition : all.stream().filter(Manifest::isDefinition).toList()) {
                post(world, DEFINITIONS, definition.object);
              }
              assertThat(established(world)).isEqualTo(11);
              Map<String, String> served = served(world);
              var refused = new ArrayList<String>();
              int accepted = 0;
              for (Manifest manifest : all) {
                String path = served.get(id(manifest.object));
                if (path == null || manifest.isDefinition()) {
                  continue;
                }
                try {
                  assertThat(post(world, path, manifest.object).status()).isEqualTo(201);
                  accepted++;
                } catch (ApiException.Invalid e) {
                  refused.add(manifest.file + ": " + e.getMessage());
                }
              }
              // A real server rejects these six too: JobSet's webhook gives rules their names.
              assertThat(refused)
                  .hasSize(6)
                  .allMatch(r -> r.contains("spec.failurePolicy.rules[0].name: Required value"));
              assertThat(accepted).isEqualTo(expected);
            })
        .run(1);
  }

  private static String id(JsonNode object) {
    return object.path("apiVersion").asText() + " " + object.path("kind").asText();
  }

  private static ApiResponse post(World world, String path, JsonNode object) throws ApiException {
    ObjectNode copy = object.deepCopy();
    copy.withObject("/metadata").remove("namespace");
    ApiRequest request = ApiRequest.of("POST", path).body("application/json", Json.bytes(copy));
    // Some files define the same object; the definitions are to stay.
    return world.objects().call(path.equals(DEFINITIONS) ? request : request.with("dryRun", "All"));
  }

  private static long established(World world) throws ApiException {
    long count = 0;
    for (JsonNode definition : get(world, DEFINITIONS).path("items")) {
      for (JsonNode condition : definition.at("/status/conditions")) {
        if (condition.path("type").asText().equals("Established")
            && condition.path("status").asText().equals("True")) {
          count++;
        }
      }
    }
    return count;
  }

  /** Where objects of each kind are posted. */
  private static Map<String, String> served(World world) throws ApiException {
    var paths = new TreeMap<String, String>();
    var versions = new ArrayList<>(List.of("/api/v1"));
    for (JsonNode group : get(world, "/apis").path("groups")) {
      group.path("versions").forEach(v -> versions.add("/apis/" + v.path("groupVersion").asText()));
    }
    for (String version : versions) {
      JsonNode list = get(world, version);
      for (JsonNode resource : list.path("resources")) {
        String name = resource.path("name").asText();
        if (!name.contains("/")) {
          String scope = resource.path("namespaced").asBoolean() ? "/namespaces/default/" : "/";
          paths.put(
              list.path("groupVersion").asText() + " " + resource.path("kind").asText(),
              version + scope + name);
        }
      }
    }
    return paths;
  }

  private static JsonNode get(World world, String path) throws ApiException {
    return Json.tree(world.objects().call(ApiRequest.get(path)).body());
  }
}
