package io.coxswain.apiserver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.protobuf.MessageWriter;
import io.coxswain.apiserver.protobuf.TestingMessage;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is sent, the answer is one that the API has: never a failure of the server's own, never
 * none. More rounds: {@code -Dcoxswain.fuzz.rounds=200000}; another seed: {@code
 * -Dcoxswain.fuzz.seed=7}.
 */
@Timeout(600)
class FuzzTest {
  private static final int ROUNDS = Integer.getInteger("coxswain.fuzz.rounds", 400);
  private static final long SEED = Long.getLong("coxswain.fuzz.seed", 1);
  private static final User ADMIN = new User("admin", List.of("system:masters"));

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Mutations mutations = new Mutations(random);
  private final ApiServer server = ApiServer.create(Env.production());
  private final List<String> failures = new ArrayList<>();

  FuzzTest() {
    send(request("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"fuzz\"}}"));
    createSeeds();
  }

  @Test
  void spoiledObjects() {
    rounds(
        () -> {
          Seeds.Seed seed = mutations.pick(Seeds.OBJECTS);
          JsonNode object = mutations.tree(seed.object());
          String path = random.nextBoolean() ? seed.path() : seed.path() + "/" + seed.name();
          String method = path.equals(seed.path()) ? "POST" : "PUT";
          return request(method, path, object.toString())
              .with("dryRun", random.nextInt(4) == 0 ? "" : "All")
              .with("fieldValidation", mutations.pick(List.of("Strict", "Warn", "Ignore")));
        });
  }

  @Test
  void spoiledText() {
    rounds(
        () -> {
          Seeds.Seed seed = mutations.pick(Seeds.OBJECTS);
          boolean yaml = random.nextBoolean();
          byte[] whole = yaml ? yaml(seed.object()) : Json.bytes(seed.object());
          return ApiRequest.of("POST", seed.path())
              .with("dryRun", "All")
              .body(yaml ? "application/yaml" : "application/json", mutations.bytes(whole));
        });
  }

  @Test
  void spoiledProtobuf() {
    rounds(
        () -> {
          var spec =
              MessageWriter.message().field(1, random.nextInt()).field(random.nextInt(1, 40), "x");
          var object =
              MessageWriter.message()
                  .field(1, MessageWriter.message().field(1, "a").entry(11, "k", "v"))
                  .field(2, spec)
                  .field(random.nextInt(1, 20), random.nextLong());
          Seeds.Seed seed = mutations.pick(Seeds.OBJECTS);
          byte[] body =
              TestingMessage.body(
                  seed.object().get("apiVersion").asText(),
                  seed.object().get("kind").asText(),
                  object);
          return ApiRequest.of(random.nextInt(5) == 0 ? "DELETE" : "POST", seed.path())
              .with("dryRun", "All")
              .body(
                  "application/vnd.kubernetes.protobuf",
                  random.nextBoolean() ? body : mutations.bytes(body));
        });
  }

  @Test
  void spoiledPatches() {
    rounds(
        () -> {
          Seeds.Seed seed = mutations.pick(Seeds.OBJECTS);
          String type = mutations.pick(Seeds.CONTENT_TYPES.subList(3, 7));
          JsonNode patch =
              type.equals("application/json-patch+json")
                  ? operations()
                  : mutations.tree(seed.object());
          byte[] body = Json.bytes(patch);
          ApiRequest request =
              ApiRequest.of("PATCH", seed.path() + "/" + seed.name())
                  .with("fieldManager", "fuzz")
                  .with("dryRun", random.nextInt(4) == 0 ? "" : "All")
                  .body(type, random.nextInt(6) == 0 ? mutations.bytes(body) : body);
          return random.nextBoolean() ? request.with("force", "true") : request;
        });
  }

  private ArrayNode operations() {
    ArrayNode patch = Json.MAPPER.createArrayNode();
    for (int i = random.nextInt(4); i >= 0; i--) {
      ObjectNode operation = patch.addObject();
      operation.put(
          "op", mutations.pick(List.of("add", "remove", "replace", "move", "copy", "test", "x")));
      for (String end : List.of("path", "from")) {
        operation.put(
            end,
            mutations.pick(
                List.of(
                    "",
                    "/",
                    "/spec",
                    "/metadata/name",
                    "/metadata/labels/a~1b",
                    "/spec/containers/0",
                    "/spec/containers/-",
                    "/spec/containers/99",
                    "/a/b/c",
                    "/metadata",
                    "/~",
                    "x",
                    "/spec/n",
                    "/metadata/finalizers",
                    "/status",
                    "/kind",
                    "/metadata/managedFields")));
      }
      operation.set("value", mutations.value());
      if (random.nextInt(8) == 0) {
        operation.set(mutations.pick(List.of("op", "path", "value")), mutations.value());
      }
    }
    return patch;
  }

  @Test
  void strangePathsSelectorsAndParameters() {
    rounds(
        () -> {
          Seeds.Seed seed = mutations.pick(Seeds.OBJECTS);
          String path = seed.path();
          if (random.nextBoolean()) {
            path +=
                "/"
                    + mutations.pick(
                        List.of(seed.name(), "missing", "", "..", "a%b", "\u00e4", "A_"));
          }
          if (random.nextInt(3) == 0) {
            path += mutations.pick(Seeds.SUBRESOURCES);
          }
          if (random.nextInt(8) == 0) {
            path =
                new String(
                    mutations.bytes(path.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
          }
          ApiRequest request =
              ApiRequest.of(
                  mutations.pick(
                      List.of(
                          "GET", "GET", "GET", "HEAD", "DELETE", "POST", "PUT", "PATCH", "OPTIONS",
                          "FOO")),
                  path);
          for (int i = random.nextInt(4); i > 0; i--) {
            String name = mutations.pick(Seeds.PARAMETERS);
            request =
                request.with(
                    name,
                    name.endsWith("Selector")
                        ? mutations.pick(Seeds.SELECTORS)
                        : mutations.pick(Seeds.PARAMETER_VALUES));
          }
          if (random.nextBoolean()) {
            request = request.header("accept", mutations.pick(Seeds.ACCEPTS));
          }
          if (random.nextInt(3) == 0) {
            request =
                request.body(mutations.pick(Seeds.CONTENT_TYPES), Json.bytes(mutations.value()));
          }
          // Nothing is really deleted, so that the next round finds what it spoils.
          return request.with("dryRun", "All");
        });
  }

  @Test
  void strangeSchemasAndExpressions() {
    Seeds.Seed definition =
        Seeds.OBJECTS.stream()
            .filter(s -> s.path().endsWith("definitions"))
            .findFirst()
            .orElseThrow();
    rounds(
        ROUNDS / 5,
        () -> {
          ObjectNode object = definition.object().deepCopy();
          ObjectNode spec =
              (ObjectNode) object.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
          for (int i = random.nextInt(3); i > 0; i--) {
            spec.set("properties", mutations.tree(spec.get("properties")));
          }
          ObjectNode rule = Json.MAPPER.createObjectNode();
          rule.put("rule", mutations.pick(Seeds.EXPRESSIONS));
          if (random.nextBoolean()) {
            rule.put("messageExpression", mutations.pick(Seeds.EXPRESSIONS));
          }
          spec.putArray("x-kubernetes-validations").add(rule);
          return request("PUT", definition.path() + "/" + definition.name(), object.toString())
              .with("dryRun", random.nextBoolean() ? "" : "All");
        },
        () -> {
          Seeds.Seed thing =
              Seeds.OBJECTS.stream()
                  .filter(s -> s.path().endsWith("things"))
                  .findFirst()
                  .orElseThrow();
          return request("POST", thing.path(), mutations.tree(thing.object()).toString());
        });
  }

  @Test
  void oversizedAndDeeplyNestedBodies() {
    for (String type : Seeds.CONTENT_TYPES) {
      for (String open : List.of("[", "{\"a\":", "{a: ", "- ", "[{\"a\":")) {
        for (int depth : List.of(50, 1_000, 20_000, 600_000)) {
          byte[] deep = open.repeat(depth).getBytes(StandardCharsets.UTF_8);
          for (String path :
              List.of(
                  "/api/v1/namespaces/fuzz/configmaps",
                  "/apis/fuzz.example/v1/namespaces/fuzz/things")) {
            check(ApiRequest.of("POST", path).body(type, deep));
            check(ApiRequest.of("PATCH", path + "/t").body(type, deep));
            check(ApiRequest.of("DELETE", path + "/missing").body(type, deep));
          }
        }
      }
    }
    String wide = "{\"data\":{\"a\":\"" + "x".repeat(4 << 20) + "\"}}";
    ApiResponse tooLarge = check(request("POST", "/api/v1/namespaces/fuzz/configmaps", wide));
    assertThat(tooLarge.status()).isEqualTo(413);
    String bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n";
    for (char c = 'b'; c < 'k'; c++) {
      bomb += c + ": &" + c + " [" + ("*" + (char) (c - 1) + ", ").repeat(9) + "]\n";
    }
    check(
        ApiRequest.of("POST", "/api/v1/namespaces/fuzz/configmaps")
            .body("application/yaml", bomb.getBytes(StandardCharsets.UTF_8)));
    finish();
  }

  // ---- helpers

  private void rounds(Supplier<ApiRequest> next) {
    rounds(ROUNDS, next);
  }

  @SafeVarargs
  private void rounds(int rounds, Supplier<ApiRequest>... next) {
    var before = keys();
    for (int i = 0; i < rounds; i++) {
      for (Supplier<ApiRequest> each : next) {
        check(each.get());
      }
    }
    finish();
    // Some of what was sent was well formed; once it is deleted, all is as it was.
    cleanUp();
    createSeeds();
    assertThat(keys()).isEqualTo(before);
  }

  private ApiResponse check(ApiRequest request) {
    ApiResponse response = send(request);
    JsonNode status =
        response.status() == 500 ? Json.tree(response.body()) : Json.MAPPER.createObjectNode();
    if (status.path("reason").asText().equals("InternalError")) {
      failures.add(
          request + " " + shown(request.body()) + "\n    -> " + status.path("message").asText());
    }
    return response;
  }

  private void finish() {
    assertThat(failures).as("seed %d", SEED).isEmpty();
    assertThat(send(ApiRequest.get("/readyz")).status()).isEqualTo(200);
    assertThat(send(ApiRequest.get("/api/v1/namespaces/fuzz/pods")).status()).isEqualTo(200);
  }

  private ApiResponse send(ApiRequest request) {
    return switch (server.handle(request, ADMIN)) {
      case HandlerResponse.Whole whole -> whole.response();
      case HandlerResponse.Watch watch -> {
        watch.watch().close();
        yield new ApiResponse(200, new java.util.TreeMap<>(), new byte[0]);
      }
      case HandlerResponse.Stream stream -> {
        stream.stream().close();
        yield new ApiResponse(200, new java.util.TreeMap<>(), new byte[0]);
      }
      case HandlerResponse.Proxy proxy -> {
        proxy.accounting().close();
        yield new ApiResponse(200, new java.util.TreeMap<>(), new byte[0]);
      }
      case HandlerResponse.Session _ ->
          new ApiResponse(101, new java.util.TreeMap<>(), new byte[0]);
    };
  }

  private void createSeeds() {
    for (Seeds.Seed seed : Seeds.OBJECTS) {
      send(request("POST", seed.path(), seed.object().toString()));
    }
  }

  private void cleanUp() {
    for (Seeds.Seed seed : Seeds.OBJECTS.reversed()) {
      ApiResponse listed = send(ApiRequest.get(seed.path()));
      if (listed.status() == 404) {
        continue; // its definition has gone before it
      }
      JsonNode list = Json.tree(listed.body());
      for (JsonNode item : list.path("items")) {
        String path = seed.path() + "/" + item.at("/metadata/name").asText();
        send(
            ApiRequest.of("PATCH", path)
                .body(
                    "application/merge-patch+json",
                    "{\"metadata\":{\"finalizers\":null}}".getBytes(StandardCharsets.UTF_8)));
        send(ApiRequest.of("DELETE", path).with("gracePeriodSeconds", "0"));
      }
    }
  }

  /** Which objects there are, but for those that come about by themselves. */
  private Set<String> keys() {
    var keys = new TreeSet<String>();
    for (JsonNode object :
        Json.tree(server.dump().getBytes(StandardCharsets.UTF_8)).get("objects")) {
      String kind = object.path("kind").asText();
      // Addresses and ports are chosen at random; that each is given back is what counts.
      boolean chosen = kind.isEmpty() || kind.equals("IPAddress");
      keys.add(
          kind
              + " "
              + object.at("/metadata/namespace").asText()
              + "/"
              + (chosen ? "any " + keys.size() : object.at("/metadata/name").asText()));
    }
    return keys;
  }

  private static ApiRequest request(String method, String path, String json) {
    return ApiRequest.of(method, path)
        .body("application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] yaml(JsonNode tree) {
    return Json.yaml(tree).getBytes(StandardCharsets.UTF_8);
  }

  private static String shown(byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    return text.length() > 1500 ? text.substring(0, 1500) + "..." : text;
  }
}
