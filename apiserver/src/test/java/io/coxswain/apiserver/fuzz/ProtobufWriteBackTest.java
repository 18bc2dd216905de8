package io.coxswain.apiserver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.protobuf.ProtobufWriter;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a Go controller does all the time: it reads an object in protobuf and writes it back. */
class ProtobufWriteBackTest {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private final ApiServer server = ApiServer.create(Env.production());
  private final ApiTransport admin = server.transport("admin", List.of("system:masters"));

  @Test
  void writingBackAnyStoredObjectChangesNothing() throws Exception {
    create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"fuzz\"}}");
    create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {"metadata": {"name": "boats.fuzz.example"}, "spec": {"group": "fuzz.example",
         "scope": "Namespaced", "names": {"plural": "boats", "kind": "Boat"},
         "versions": [{"name": "v1", "served": true, "storage": true,
          "additionalPrinterColumns": [{"name": "N", "type": "integer", "jsonPath": ".spec.n"}],
          "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {
           "type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "default": 1},
            "f": {"type": "number", "maximum": 2.5}, "s": {"type": "string", "enum": ["a", "b"]},
            "map": {"type": "object", "additionalProperties": {"type": "string"}},
            "io": {"x-kubernetes-int-or-string": true}}}}}}}]}}
        """);
    // Some of them are rejected, which is no matter here.
    for (Seeds.Seed seed : Seeds.OBJECTS) {
      create(seed.path(), seed.object().toString());
    }
    var kinds = new TreeSet<String>();

    for (ObjectNode stored : server.objects(0)) {
      String apiVersion = stored.path("apiVersion").asText();
      String kind = stored.path("kind").asText();
      String path = path(apiVersion, kind, stored);
      if (path.isEmpty() || !ProtobufWriter.supports(apiVersion, kind)) {
        continue;
      }
      ApiResponse before = admin.call(ApiRequest.of("GET", path).header("accept", PROTOBUF));
      assertThat(before.header("content-type")).as(path).isEqualTo(PROTOBUF);

      ApiResponse written = admin.call(ApiRequest.of("PUT", path).body(PROTOBUF, before.body()));

      assertThat(written.status()).as("%s: %s", path, written).isEqualTo(200);
      assertThat(Json.tree(written.body()).at("/metadata/resourceVersion").asText())
          .as(path)
          .isEqualTo(stored.at("/metadata/resourceVersion").asText());
      kinds.add(kind);
    }
    assertThat(kinds)
        .contains(
            "Pod",
            "Deployment",
            "Job",
            "CronJob",
            "Service",
            "Secret",
            "Lease",
            "Node",
            "Role",
            "CustomResourceDefinition",
            "HorizontalPodAutoscaler",
            "FlowSchema",
            "ClusterRole");
  }

  @Test
  @Attack("a protobuf PUT of an object that is being deleted")
  void writesAnObjectThatIsBeingDeleted() throws Exception {
    create(
        "/api/v1/namespaces/default/configmaps",
        "{\"metadata\": {\"name\": \"a\", \"finalizers\": [\"x/y\"]}}");
    String path = "/api/v1/namespaces/default/configmaps/a";
    admin.call(ApiRequest.of("DELETE", path));
    byte[] deleting = admin.call(ApiRequest.of("GET", path).header("accept", PROTOBUF)).body();
    ObjectNode json = Json.tree(admin.call(ApiRequest.of("GET", path)).body());
    assertThat(json.at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();

    ApiResponse same = admin.call(ApiRequest.of("PUT", path).body(PROTOBUF, deleting));
    json.withObject("/metadata").remove("finalizers");
    byte[] last = ProtobufWriter.object(json, 0);
    ApiResponse removed = admin.call(ApiRequest.of("PUT", path).body(PROTOBUF, last));

    assertThat(same.status()).as("%s", same).isEqualTo(200);
    assertThat(removed.status()).as("%s", removed).isEqualTo(200);
    assertThat(admin.call(ApiRequest.of("GET", path)).status()).isEqualTo(404);
  }

  private void create(String path, String json) throws Exception {
    admin.call(
        ApiRequest.of("POST", path)
            .body("application/json", json.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  /** Where an object can be read and written; empty for what is not written by PUT. */
  private String path(String apiVersion, String kind, ObjectNode stored) throws Exception {
    String root = apiVersion.contains("/") ? "/apis/" + apiVersion : "/api/" + apiVersion;
    ObjectNode resources = Json.tree(admin.call(ApiRequest.of("GET", root)).body());
    var found = new ArrayList<Map.Entry<String, Boolean>>();
    resources
        .path("resources")
        .forEach(
            resource -> {
              String name = resource.path("name").asText();
              boolean puts = resource.path("verbs").toString().contains("\"update\"");
              if (resource.path("kind").asText().equals(kind) && !name.contains("/") && puts) {
                found.add(Map.entry(name, resource.path("namespaced").asBoolean()));
              }
            });
    if (found.isEmpty()) {
      return "";
    }
    String plural = found.getFirst().getKey();
    String name = stored.at("/metadata/name").asText();
    return found.getFirst().getValue()
        ? root
            + "/namespaces/"
            + stored.at("/metadata/namespace").asText()
            + "/"
            + plural
            + "/"
            + name
        : root + "/" + plural + "/" + name;
  }
}
