package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.ProtobufFormat;
import io.coxswain.apiserver.protobuf.ProtobufWriter;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.runtime.transport.ProtobufTransport;
import io.coxswain.sim.Simulation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The same objects as JSON and as protobuf, from a real server. */
class ProtobufScenarioTest {
  private static final List<String> COLLECTIONS =
      List.of(
          "/api/v1/namespaces",
          "/api/v1/pods",
          "/api/v1/services",
          "/api/v1/configmaps",
          "/apis/apps/v1/deployments",
          "/apis/batch/v1/jobs",
          "/apis/rbac.authorization.k8s.io/v1/clusterroles",
          "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
          "/apis/scheduling.k8s.io/v1/priorityclasses");

  private static final String POD_SPEC =
      "{'containers':[{'name':'c','image':'i','ports':[{'containerPort':80}],"
          + "'resources':{'limits':{'cpu':'500m','memory':'1Gi'}},"
          + "'readinessProbe':{'httpGet':{'path':'/','port':'http'}}}],"
          + "'volumes':[{'name':'v','configMap':{'name':'c','defaultMode':0}}],'restartPolicy':'Never'}";

  private static final List<String> OBJECTS =
      List.of(
          "/api/v1/namespaces/default/pods|"
              + "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a'},'spec':"
              + POD_SPEC
              + "}",
          "/api/v1/namespaces/default/services|{'apiVersion':'v1','kind':'Service','metadata':"
              + "{'name':'a'},'spec':{'ports':[{'port':80,'targetPort':'http'}]}}",
          "/api/v1/namespaces/default/configmaps|{'apiVersion':'v1','kind':'ConfigMap',"
              + "'metadata':{'name':'a'},'data':{'k':'line\\nßtabs\\t✓'},'binaryData':{'b':'AAEC'}}",
          "/apis/apps/v1/namespaces/default/deployments|{'apiVersion':'apps/v1','kind':'Deployment',"
              + "'metadata':{'name':'a'},'spec':{'replicas':0,'selector':{'matchLabels':{'a':'b'}},"
              + "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':"
              + "[{'name':'c','image':'i'}]}}}}",
          "/apis/batch/v1/namespaces/default/jobs|{'apiVersion':'batch/v1','kind':'Job',"
              + "'metadata':{'name':'a'},'spec':{'completionMode':'Indexed','completions':3,"
              + "'parallelism':0,'template':{'spec':"
              + POD_SPEC
              + "}}}");

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void listsTheSameObjectsInBothEncodings() {
    Simulation.named("protobuf-lists")
        .script(
            world -> {
              ApiTransport plain = world.env().api();
              ApiTransport protobuf = new ProtobufTransport(plain);
              for (String object : OBJECTS) {
                String[] parts = object.split("\\|", 2);
                ApiRequest create =
                    ApiRequest.of("POST", parts[0]).body("application/json", json(parts[1]));
                assertThat(protobuf.call(create).status()).isEqualTo(201);
              }
              for (String collection : COLLECTIONS) {
                ApiRequest list = ApiRequest.get(collection);
                ApiResponse raw = plain.call(list.header("accept", ProtobufFormat.MEDIA_TYPE));
                assertThat(raw.header("content-type")).isEqualTo(ProtobufFormat.MEDIA_TYPE);

                JsonNode expected = Json.tree(plain.call(list).body());
                JsonNode found = Json.tree(protobuf.call(list).body());

                assertThat(found.path("items").size()).isPositive();
                assertThat(found.path("kind")).isEqualTo(expected.path("kind"));
                assertThat(found.at("/metadata/resourceVersion"))
                    .isEqualTo(expected.at("/metadata/resourceVersion"));
                assertThat(found.path("items")).hasSameSizeAs(expected.path("items"));
                for (int i = 0; i < expected.path("items").size(); i++) {
                  assertThat(encoded(found, i)).isEqualTo(encoded(expected, i));
                }
              }
            })
        .run(1);
  }

  /** Absent and zero are the same in protobuf. */
  private static byte[] encoded(JsonNode list, int item) {
    ObjectNode object = list.path("items").get(item).deepCopy();
    object.put("apiVersion", list.path("apiVersion").asText());
    object.put("kind", list.path("kind").asText().replaceFirst("List$", ""));
    return ProtobufWriter.object(object, 0);
  }

  @Test
  void watchesReportTheSameObjectsInBothEncodings() {
    Simulation.named("protobuf-watches")
        .script(
            world -> {
              ApiTransport plain = world.env().api();
              ApiTransport protobuf = new ProtobufTransport(plain);
              String[] parts = OBJECTS.getFirst().split("\\|", 2);
              ApiRequest create =
                  ApiRequest.of("POST", parts[0]).body("application/json", json(parts[1]));
              ApiRequest request = ApiRequest.get("/api/v1/pods").with("watch", "true");
              try (ApiWatch one = plain.watch(request);
                  ApiWatch other = protobuf.watch(request)) {
                assertThat(protobuf.call(create).status()).isEqualTo(201);
                ApiWatch.Frame expected = Objects.requireNonNull(one.next());
                ApiWatch.Frame found = Objects.requireNonNull(other.next());

                assertThat(found.type()).isEqualTo(expected.type()).isEqualTo("ADDED");
                ObjectNode object = Json.tree(expected.object());
                assertThat(object.at("/metadata/managedFields")).isNotEmpty();
                object.withObjectProperty("metadata").remove("managedFields");
                assertThat(ProtobufWriter.object(Json.tree(found.object()), 0))
                    .isEqualTo(ProtobufWriter.object(object, 0));
              }
            })
        .run(1);
  }
}
