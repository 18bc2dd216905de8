package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.MERGE;
import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The APIServices of groups that the server serves itself. */
class AutoRegistrationTest {
  private static final String API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String BOATS = CRDS + "/boats.example.com";
  private static final String BETA = "v1beta1.admissionregistration.k8s.io";

  private static String crd(String plural) {
    String version =
        """
        {'name': '%s', 'served': true, 'storage': %s,
         'schema': {'openAPIV3Schema': {'type': 'object'}}}
        """;
    return """
    {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
     'metadata': {'name': '%1$s.example.com'}, 'spec': {'group': 'example.com',
     'scope': 'Namespaced', 'names': {'plural': '%1$s', 'kind': 'Kind%1$s'},
     'versions': [%2$s, %3$s]}}
    """
        .formatted(plural, version.formatted("v1", true), version.formatted("v2", false));
  }

  /** Reads events until one has the type; they come some time after their cause. */
  private static JsonNode await(ApiWatch watch, String type) throws IOException {
    while (true) {
      ApiWatch.Frame frame = TestingServer.next(watch);
      if (frame.type().equals(type)) {
        return Json.tree(frame.object());
      }
    }
  }

  private static ApiWatch watch(TestingServer server, String name) {
    return server.watch(API_SERVICES + "?fieldSelector=metadata.name=" + name);
  }

  @Test
  void registersEachServedVersionOfACrd() throws IOException {
    var server = new TestingServer();
    try (ApiWatch first = watch(server, "v1.example.com");
        ApiWatch second = watch(server, "v2.example.com")) {
      assertThat(server.post(CRDS, crd("boats")).status()).isEqualTo(201);

      JsonNode made = await(first, "ADDED");
      await(second, "ADDED");

      assertThat(made.at("/metadata/labels"))
          .isEqualTo(
              Json.MAPPER
                  .createObjectNode()
                  .put("kube-aggregator.kubernetes.io/automanaged", "true"));
      assertThat(made.path("spec"))
          .isEqualTo(
              Json.tree(
                  """
                  {"group": "example.com", "version": "v1", "groupPriorityMinimum": 1000,
                   "versionPriority": 100}
                  """
                      .getBytes(StandardCharsets.UTF_8)));
      JsonNode condition = made.at("/status/conditions/0");
      assertThat(condition.path("type").asText()).isEqualTo("Available");
      assertThat(condition.path("status").asText()).isEqualTo("True");
      assertThat(condition.path("reason").asText()).isEqualTo("Local");
      assertThat(condition.path("message").asText())
          .isEqualTo("Local APIServices are always available");
      assertThat(made.at("/metadata/managedFields/0/manager").asText()).isEqualTo("kube-apiserver");
    }
  }

  @Test
  void removesThatOfAVersionThatIsNoLongerServedAndOfADeletedCrd() throws IOException {
    var server = new TestingServer();
    try (ApiWatch first = watch(server, "v1.example.com");
        ApiWatch second = watch(server, "v2.example.com")) {
      server.post(CRDS, crd("boats"));
      await(first, "ADDED");
      await(second, "ADDED");

      ObjectNode boats = json(server.get(BOATS));
      ((ObjectNode) boats.at("/spec/versions/1")).put("served", false);
      assertThat(server.put(BOATS, boats).status()).isEqualTo(200);
      await(second, "DELETED");
      assertThat(server.get(API_SERVICES + "/v1.example.com").status()).isEqualTo(200);

      assertThat(server.delete(BOATS).status()).isEqualTo(200);
      await(first, "DELETED");
    }
  }

  @Test
  void theResponseToAWriteOfACrdComesAfterItsApiServices() {
    var server = new TestingServer();
    for (int i = 0; i < 20; i++) {
      server.post(CRDS, crd("boats"));
      assertThat(server.get(API_SERVICES + "/v1.example.com").status()).isEqualTo(200);
      assertThat(server.get(API_SERVICES + "/v2.example.com").status()).isEqualTo(200);

      server.delete(BOATS);
      assertThat(server.get(API_SERVICES + "/v1.example.com").status()).isEqualTo(404);
    }
  }

  @Test
  void keepsThatOfAGroupThatAnotherCrdStillServes() throws IOException {
    var server = new TestingServer();
    try (ApiWatch first = watch(server, "v1.example.com");
        ApiWatch other = watch(server, "v1.other.com")) {
      server.post(CRDS, crd("boats"));
      server.post(CRDS, crd("ships"));
      await(first, "ADDED");

      server.delete(BOATS);
      server.post(CRDS, crd("cars").replace("example.com", "other.com"));
      await(other, "ADDED");

      assertThat(server.get(API_SERVICES + "/v1.example.com").status()).isEqualTo(200);
    }
  }

  @Test
  void restoresOneThatWasDeletedOrChanged() throws IOException {
    var server = new TestingServer();
    String path = API_SERVICES + "/v1.example.com";
    try (ApiWatch watch = watch(server, "v1.example.com")) {
      server.post(CRDS, crd("boats"));
      await(watch, "ADDED");

      assertThat(server.delete(path).status()).isEqualTo(200);
      await(watch, "DELETED");
      await(watch, "ADDED");
      assertThat(server.patch(path, MERGE, "{'spec': {'versionPriority': 5}}").status())
          .isEqualTo(200);
      JsonNode changed = await(watch, "MODIFIED");
      JsonNode restored = await(watch, "MODIFIED");

      assertThat(changed.at("/spec/versionPriority").asInt()).isEqualTo(5);
      assertThat(restored.at("/spec/versionPriority").asInt()).isEqualTo(100);
    }
  }

  @Test
  void leavesOneWithoutTheLabelAlone() throws IOException {
    var server = new TestingServer();
    String mine =
        """
        {'metadata': {'name': 'v1.example.com'}, 'spec': {'group': 'example.com',
         'version': 'v1', 'groupPriorityMinimum': 7, 'versionPriority': 7}}
        """;
    assertThat(server.post(API_SERVICES, mine).status()).isEqualTo(201);
    try (ApiWatch second = watch(server, "v2.example.com")) {
      server.post(CRDS, crd("boats"));
      await(second, "ADDED");

      JsonNode first = json(server.get(API_SERVICES + "/v1.example.com"));

      assertThat(first.at("/spec/versionPriority").asInt()).isEqualTo(7);
      assertThat(first.at("/status/conditions/0/reason").asText()).isEqualTo("Local");
    }
  }

  @Test
  void registersEveryBuiltInGroupVersion() {
    var server = new TestingServer();

    Set<String> names = Set.copyOf(json(server.get(API_SERVICES)).findValuesAsText("name"));

    for (JsonNode group : json(server.get("/apis")).path("groups")) {
      for (JsonNode version : group.path("versions")) {
        String name = version.path("version").asText() + "." + group.path("name").asText();
        if (!name.equals("v1.apiregistration.k8s.io")) {
          assertThat(names).contains(name);
        }
      }
    }
    assertThat(names).contains("v1.").doesNotContain(BETA);
  }

  @Test
  void registersBuiltInVersionsThatAreServedOnRequestAsLongAsTheyAre(@TempDir Path directory)
      throws IOException {
    var plain = ApiServerOptions.plain();
    var beta =
        plain.withFeatures(
            new ApiFeatures(Set.of("admissionregistration.k8s.io/v1beta1"), Set.of()));

    JsonNode with = apiService(beta, directory, BETA);
    JsonNode without = apiService(plain, directory, BETA);

    assertThat(with.at("/spec/groupPriorityMinimum").asInt()).isEqualTo(16700);
    assertThat(with.at("/spec/versionPriority").asInt()).isEqualTo(12);
    assertThat(with.at("/metadata/labels/kube-aggregator.kubernetes.io~1automanaged").asText())
        .isEqualTo("onstart");
    assertThat(without.path("code").asInt()).isEqualTo(404);
  }

  private static JsonNode apiService(ApiServerOptions options, Path directory, String name)
      throws IOException {
    try (ApiServer server = ApiServer.open(Env.production(), options, directory)) {
      ApiTransport admin = server.transport("admin", List.of("system:masters"));
      return Json.tree(admin.call(ApiRequest.get(API_SERVICES + "/" + name)).body());
    }
  }

  @Test
  void anImageHasTheApiServicesOfItsCrds() throws IOException {
    var server = new TestingServer();
    server.post(CRDS, crd("boats"));

    ApiServer.Image image = server.server.image();
    try (ApiServer other = ApiServer.create(Env.production(), ApiServerOptions.plain(), image)) {
      JsonNode service =
          Json.tree(
              other
                  .transport("admin", List.of("system:masters"))
                  .call(ApiRequest.get(API_SERVICES + "/v1.example.com"))
                  .body());

      assertThat(service.at("/status/conditions/0/reason").asText()).isEqualTo("Local");
      assertThat(other.revision()).isEqualTo(server.server.revision());
    }
  }

  @Test
  void aRestartWritesNothing(@TempDir Path directory) throws IOException {
    var clock = new ManualClock();
    long first;
    try (ApiServer server = ApiServer.open(clock.env(), ApiServerOptions.plain(), directory)) {
      first = server.revision();
    }
    clock.sleep(Duration.ofHours(1));

    try (ApiServer server = ApiServer.open(clock.env(), ApiServerOptions.plain(), directory)) {
      assertThat(server.revision()).isEqualTo(first);
    }
  }
}
