package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.admission.webhook.WebhookHandler;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A kind that calls its size {@code size} in v1 and {@code length} in v2. */
final class ConversionWebhookTest {
  private static final String V1 = "/apis/example.com/v1/namespaces/default/ropes";
  private static final String V2 = "/apis/example.com/v2/namespaces/default/ropes";

  private final TestingServer server = new TestingServer();
  private final Renamer renamer = new Renamer();

  private static final class Renamer implements WebhookHandler {
    final List<Integer> batches = new ArrayList<>();
    Consumer<ObjectNode> mischief = answer -> {};

    @Override
    public ObjectNode answer(ObjectNode review) throws IOException {
      JsonNode request = review.path("request");
      batches.add(request.path("objects").size());
      ObjectNode answer = Json.MAPPER.createObjectNode();
      answer.set("kind", review.path("kind"));
      answer.set("apiVersion", review.path("apiVersion"));
      ObjectNode response = answer.putObject("response");
      response.set("uid", request.path("uid"));
      response.putObject("result").put("status", "Success");
      var converted = response.putArray("convertedObjects");
      String wanted = request.path("desiredAPIVersion").asText();
      for (JsonNode object : request.path("objects")) {
        ObjectNode copy = object.deepCopy();
        copy.put("apiVersion", wanted);
        ObjectNode spec = copy.withObject("/spec");
        boolean second = wanted.endsWith("/v2");
        JsonNode value = spec.remove(second ? "size" : "length");
        if (value != null) {
          spec.set(second ? "length" : "size", value);
        }
        converted.add(copy);
      }
      mischief.accept(answer);
      return answer;
    }
  }

  @BeforeEach
  void defineRopes() {
    server.server.webhooks().register("hooks", "ropes", "/convert", renamer);
    String version =
        """
        {'name': '%s', 'served': true, 'storage': %s, 'schema': {'openAPIV3Schema': {
          'type': 'object', 'properties': {'spec': {'type': 'object', 'properties': {
            '%s': {'type': 'integer'}}}}}}}
        """;
    ApiResponse made =
        server.post(
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            """
            {'metadata': {'name': 'ropes.example.com'}, 'spec': {'group': 'example.com',
             'scope': 'Namespaced', 'names': {'plural': 'ropes', 'kind': 'Rope'},
             'versions': [%s, %s],
             'conversion': {'strategy': 'Webhook', 'webhook': {'conversionReviewVersions': ['v1'],
               'clientConfig': {'service': {'namespace': 'hooks', 'name': 'ropes',
                                            'path': '/convert'}}}}}}
            """
                .formatted(
                    version.formatted("v1", true, "size"),
                    version.formatted("v2", false, "length")));
    assertThat(made.status()).isEqualTo(201);
  }

  private static String rope(String name, String field) {
    String version = field.equals("length") ? "v2" : "v1";
    return "{'apiVersion': 'example.com/%s', 'kind': 'Rope', 'metadata': {'name': '%s'}, 'spec': {'%s': 5}}"
        .formatted(version, name, field);
  }

  private static String message(ApiResponse response) {
    return TestingServer.json(response).path("message").asText();
  }

  @Test
  void convertsOnWriteAndOnRead() {
    ApiResponse made = server.post(V2, rope("a", "length"));

    assertThat(made.status()).isEqualTo(201);
    assertThat(TestingServer.json(made).at("/spec/length").asInt()).isEqualTo(5);
    ObjectNode stored = TestingServer.json(server.get(V1 + "/a"));
    assertThat(stored.path("apiVersion").asText()).isEqualTo("example.com/v1");
    assertThat(stored.at("/spec/size").asInt()).isEqualTo(5);
    assertThat(stored.path("spec").has("length")).isFalse();
  }

  @Test
  void leavesObjectsOfTheWantedVersionAlone() {
    server.post(V1, rope("a", "size"));
    renamer.batches.clear();

    server.get(V1 + "/a");
    server.get(V1);

    assertThat(renamer.batches).isEmpty();
  }

  @Test
  void convertsAListInOneCall() {
    for (String name : List.of("a", "b", "c")) {
      server.post(V1, rope(name, "size"));
    }
    renamer.batches.clear();

    ObjectNode list = TestingServer.json(server.get(V2));

    assertThat(renamer.batches).containsExactly(3);
    assertThat(list.path("items"))
        .allSatisfy(i -> assertThat(i.at("/spec/length").asInt()).isEqualTo(5));
  }

  @Test
  void convertsWhatAWatchShows() throws IOException {
    try (ApiWatch watch = server.watch(V2)) {
      server.post(V1, rope("a", "size"));

      var frame = TestingServer.next(watch);

      assertThat(frame.type()).isEqualTo("ADDED");
      assertThat(Json.tree(frame.object()).at("/spec/length").asInt()).isEqualTo(5);
    }
  }

  @Test
  void endsAWatchWhoseObjectsCannotBeConverted() throws IOException {
    try (ApiWatch watch = server.watch(V2)) {
      renamer.mischief = answer -> answer.withObject("/response").putArray("convertedObjects");
      server.post(V1, rope("a", "size"));

      assertThat(TestingServer.next(watch).type()).isEqualTo("ERROR");
      assertThat(watch.next()).isNull();
    }
  }

  @Test
  void letsTheWebhookChangeLabelsButNothingElseOfTheMetadata() {
    server.post(V1, rope("a", "size"));
    renamer.mischief =
        answer -> {
          ObjectNode meta = (ObjectNode) answer.at("/response/convertedObjects/0/metadata");
          meta.putObject("labels").put("by", "webhook");
          meta.putArray("finalizers").add("example.com/never");
        };

    ObjectNode shown = TestingServer.json(server.get(V2 + "/a"));

    assertThat(shown.at("/metadata/labels/by").asText()).isEqualTo("webhook");
    assertThat(shown.path("metadata").has("finalizers")).isFalse();
  }

  @Test
  void reportsInvalidConversionResponses() {
    server.post(V1, rope("a", "size"));
    String head = "conversion webhook for example.com/v1, Kind=Rope ";

    renamer.mischief = answer -> answer.withObject("/response").put("uid", "other");
    assertThat(message(server.get(V2 + "/a")))
        .startsWith(head + "failed: expected response.uid=\"")
        .endsWith("\", got \"other\"");

    renamer.mischief = answer -> answer.withObject("/response").putArray("convertedObjects");
    assertThat(message(server.get(V2 + "/a"))).isEqualTo(head + "returned 0 objects, expected 1");
    assertThat(message(server.get(V2)))
        .isEqualTo(
            "conversion webhook for example.com/v1, Kind=RopeList returned 0 objects, expected 1");

    renamer.mischief =
        answer ->
            answer
                .withObject("/response/result")
                .put("status", "Failure")
                .put("message", "no rope");
    ApiResponse refused = server.get(V2 + "/a");
    assertThat(refused.status()).isEqualTo(500);
    assertThat(message(refused)).isEqualTo(head + "failed: no rope");

    renamer.mischief =
        answer ->
            ((ObjectNode) answer.at("/response/convertedObjects/0/metadata")).put("name", "b");
    assertThat(message(server.get(V2 + "/a")))
        .isEqualTo(head + "returned invalid object: must have the same name: a != b");
  }

  @Test
  void storesNothingWhenTheConversionFails() {
    renamer.mischief = answer -> answer.withObject("/response/result").put("status", "Failure");

    assertThat(server.post(V2, rope("a", "length")).status()).isEqualTo(500);
    assertThat(server.get(V1 + "/a").status()).isEqualTo(404);
  }
}
