package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Custom resources that were stored before their CRD named another storage version. */
class StorageVersionTest {
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String V1 = "/apis/example.com/v1/namespaces/default/boats";
  private static final String V2 = "/apis/example.com/v2/namespaces/default/boats";

  private final TestingServer server = new TestingServer();

  @BeforeEach
  void storeInTheFirstVersion() {
    assertThat(server.post(CRDS, crd(true)).status()).isEqualTo(201);
    assertThat(
            server
                .post(
                    V1,
                    "{'apiVersion': 'example.com/v1', 'kind': 'Boat', 'metadata': {'name': 'b'},"
                        + " 'spec': {'sail': 'red', 'hull': 'oak'}}")
                .status())
        .isEqualTo(201);
  }

  private static String crd(boolean firstIsStored) {
    String version =
        """
        {'name': '%s', 'served': true, 'storage': %s, 'selectableFields': [{'jsonPath': '%s'}],
         'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {'spec': {'type': 'object',
          'properties': {'sail': {'type': 'string'}, '%s': {'type': 'string'}%s}}}}}}
        """;
    return """
    {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
     'metadata': {'name': 'boats.example.com'}, 'spec': {'group': 'example.com',
     'scope': 'Namespaced', 'names': {'plural': 'boats', 'kind': 'Boat'},
     'versions': [%s, %s]}}
    """
        .formatted(
            version.formatted("v1", firstIsStored, ".spec.sail", "hull", ""),
            version.formatted(
                "v2",
                !firstIsStored,
                ".spec.rig",
                "keel",
                ", 'rig': {'type': 'string', 'default': 'sloop'}"));
  }

  private void changeStorageVersion() {
    replaceCrd(crd(false));
  }

  private void replaceCrd(String json) {
    String path = CRDS + "/boats.example.com";
    ObjectNode crd = json(server.get(path));
    crd.withObject("/spec").set("versions", Json.tree(bytes(json)).at("/spec/versions"));
    assertThat(server.put(path, crd).status()).isEqualTo(200);
  }

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  void convertsFromTheVersionThatAnObjectWasStoredIn() {
    changeStorageVersion();

    ObjectNode second = json(server.get(V2 + "/b"));
    ObjectNode first = json(server.get(V1 + "/b"));

    assertThat(second.path("apiVersion").asText()).isEqualTo("example.com/v2");
    assertThat(second.at("/spec/sail").asText()).isEqualTo("red");
    assertThat(second.at("/spec").has("hull")).isFalse();
    assertThat(first.path("apiVersion").asText()).isEqualTo("example.com/v1");
    assertThat(first.at("/spec/hull").asText()).isEqualTo("oak");
    assertThat(json(server.get(V2)).at("/items/0/apiVersion").asText()).isEqualTo("example.com/v2");
  }

  @Test
  void storesInTheNewVersionAtTheNextWrite() {
    changeStorageVersion();

    ApiResponse patched =
        server.patch(V2 + "/b", TestingServer.MERGE, "{'spec': {'keel': 'lead'}}");

    assertThat(json(patched).path("apiVersion").asText()).isEqualTo("example.com/v2");
    assertThat(json(server.get(V2 + "/b")).at("/spec/keel").asText()).isEqualTo("lead");
    ObjectNode first = json(server.get(V1 + "/b"));
    assertThat(first.path("apiVersion").asText()).isEqualTo("example.com/v1");
    assertThat(first.at("/spec").has("hull")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"put", "merge patch", "apply"})
  void storesInTheNewVersionThoughNothingElseChanges(String way) {
    String uid = json(server.get(V1 + "/b")).at("/metadata/uid").asText();
    replaceCrd(crd(false).replace(", 'default': 'sloop'", ""));
    ObjectNode before = json(server.get(V2 + "/b"));

    ObjectNode after = json(writeUnchanged(way, before));

    assertThat(after.at("/metadata/resourceVersion"))
        .isNotEqualTo(before.at("/metadata/resourceVersion"));
    withoutRevision(before);
    assertThat(withoutRevision(after.deepCopy())).isEqualTo(before);
    assertThat(json(server.get(V1 + "/b")).at("/spec").has("hull")).isFalse();
    assertThat(after.at("/metadata/uid").asText()).isEqualTo(uid);
    assertThat(json(writeUnchanged(way, after))).isEqualTo(after);
  }

  private ApiResponse writeUnchanged(String way, ObjectNode object) {
    String meta = object.at("/metadata/resourceVersion").asText();
    return switch (way) {
      case "put" -> server.put(V2 + "/b", object);
      case "merge patch" -> server.patch(V2 + "/b", TestingServer.MERGE, "{}");
      default ->
          server.patch(
              V2 + "/b?fieldManager=migrator",
              "application/apply-patch+yaml",
              "{'apiVersion': 'example.com/v2', 'kind': 'Boat', 'metadata': {'uid': '%s',"
                      .formatted(object.at("/metadata/uid").asText())
                  + " 'resourceVersion': '%s'}}".formatted(meta));
    };
  }

  private static ObjectNode withoutRevision(ObjectNode object) {
    object.withObject("/metadata").remove("resourceVersion");
    return object;
  }

  @Test
  void selectsByFieldsOfTheRequestedVersion() throws Exception {
    server.patch(V1 + "/b", TestingServer.MERGE, "{'spec': {'sail': 'white'}}");
    server.post(
        V2,
        "{'apiVersion': 'example.com/v2', 'kind': 'Boat', 'metadata': {'name': 'c'},"
            + " 'spec': {'sail': 'white', 'rig': 'ketch'}}");
    changeStorageVersion();
    server.post(
        V2,
        "{'apiVersion': 'example.com/v2', 'kind': 'Boat', 'metadata': {'name': 'd'},"
            + " 'spec': {'sail': 'white', 'rig': 'ketch'}}");

    ObjectNode white = json(server.get(V1 + "?fieldSelector=spec.sail=white"));
    ObjectNode ketches = json(server.get(V2 + "?fieldSelector=spec.rig=ketch"));
    ObjectNode named = json(server.get(V2 + "?fieldSelector=metadata.name=b"));

    assertThat(white.path("items")).hasSize(3);
    assertThat(ketches.path("items")).hasSize(1);
    assertThat(ketches.at("/items/0/metadata/name").asText()).isEqualTo("d");
    assertThat(named.path("items")).hasSize(1);
    try (ApiWatch watch = server.watch(V1 + "?fieldSelector=spec.sail=blue")) {
      server.patch(V2 + "/d", TestingServer.MERGE, "{'spec': {'sail': 'blue'}}");
      ApiWatch.Frame added = TestingServer.next(watch);
      assertThat(added.type()).isEqualTo("ADDED");
      assertThat(Json.tree(added.object()).at("/metadata/name").asText()).isEqualTo("d");
    }
  }
}
