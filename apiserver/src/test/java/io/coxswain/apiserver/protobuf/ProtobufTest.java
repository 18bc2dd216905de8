package io.coxswain.apiserver.protobuf;

import static io.coxswain.apiserver.protobuf.TestingMessage.body;
import static io.coxswain.apiserver.protobuf.TestingMessage.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.ProtobufException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProtobufTest {

  @Test
  void readsTextsListsMapsAndNestedMessages() throws Exception {
    var metadata = message().field(1, "web").field(3, "default").entry(11, "app", "web");
    var subset = message().field(1, message().field(1, "10.0.0.1").field(3, "host"));

    ObjectNode object = read("v1", "Endpoints", message().field(1, metadata).field(2, subset));

    assertThat((JsonNode) object)
        .isEqualTo(
            json(
                """
                {"apiVersion": "v1", "kind": "Endpoints",
                 "metadata": {"name": "web", "namespace": "default", "labels": {"app": "web"}},
                 "subsets": [{"addresses": [{"ip": "10.0.0.1", "hostname": "host"}]}]}
                """));
  }

  @Test
  void readsTheTypesThatHaveAFormOfTheirOwnInJson() throws Exception {
    var port = message().field(3, 80).field(4, message().field(1, 1).field(3, "http"));
    var other = message().field(3, 81).field(4, message().field(1, 0).field(2, 8081));
    ObjectNode service =
        read("v1", "Service", message().field(2, message().field(1, port).field(1, other)));
    assertThat(service.at("/spec/ports"))
        .isEqualTo(json("[{'port': 80, 'targetPort': 'http'}, {'port': 81, 'targetPort': 8081}]"));

    var limit = message().field(1, "cpu").field(2, message().field(1, "500m"));
    var container = message().field(1, "c").field(8, message().field(1, limit));
    ObjectNode pod = read("v1", "Pod", message().field(2, message().field(2, container)));
    assertThat(pod.at("/spec/containers/0/resources/limits/cpu").asText()).isEqualTo("500m");

    var time = message().field(1, 1_700_000_000).field(2, 123_456_789);
    ObjectNode lease =
        read("coordination.k8s.io/v1", "Lease", message().field(2, message().field(3, time)));
    assertThat(lease.at("/spec/acquireTime").asText()).isEqualTo("2023-11-14T22:13:20.123456Z");

    byte[] patch = "{\"spec\":{}}".getBytes(StandardCharsets.UTF_8);
    ObjectNode revision =
        read("apps/v1", "ControllerRevision", message().field(2, message().field(1, patch)));
    assertThat(revision.get("data")).isEqualTo(json("{'spec': {}}"));

    ObjectNode secret =
        read("v1", "Secret", message().field(2, message().field(1, "k").field(2, "v")));
    assertThat(secret.at("/data/k").asText()).isEqualTo("dg==");
  }

  @Test
  void putsTheFieldsOfInlinedMessagesInTheirPlace() throws Exception {
    var volume =
        message()
            .field(1, "v")
            .field(2, message().field(19, message().field(1, message().field(1, "config"))));

    ObjectNode pod = read("v1", "Pod", message().field(2, message().field(1, volume)));

    assertThat(pod.at("/spec/volumes/0"))
        .isEqualTo(json("{'name': 'v', 'configMap': {'name': 'config'}}"));
  }

  @Test
  void dropsZeroesThatGoWritesForFieldsThatWereNotSetButKeepsThoseOfPointers() throws Exception {
    var spec = message().field(1, 0).field(7, 0);

    ObjectNode deployment = read("apps/v1", "Deployment", message().field(2, spec));

    assertThat(deployment.get("spec")).isEqualTo(json("{'replicas': 0}"));
  }

  @Test
  void readsTheSchemasOfCrds() throws Exception {
    var schema =
        message()
            .field(5, "object")
            .field(9, 2.5)
            .field(29, message().field(1, "a").field(2, message().field(5, "string")))
            .field(30, message().field(1, 1));
    var version = message().field(1, "v1").field(4, message().field(1, schema));

    ObjectNode definition =
        read(
            "apiextensions.k8s.io/v1",
            "CustomResourceDefinition",
            message().field(2, message().field(7, version)));

    assertThat(definition.at("/spec/versions/0/schema/openAPIV3Schema"))
        .isEqualTo(
            json(
                "{'type': 'object', 'maximum': 2.5, 'properties': {'a': {'type': 'string'}},"
                    + " 'additionalProperties': true}"));
  }

  @Test
  void skipsFieldsItDoesNotKnow() throws Exception {
    var data = message().field(900, 7).field(901, "x").field(902, 1.5).entry(2, "k", "v");

    assertThat(read("v1", "ConfigMap", data).get("data")).isEqualTo(json("{'k': 'v'}"));
  }

  @Test
  void rejectsEveryTruncationOfABody() {
    byte[] whole = body("v1", "ConfigMap", message().field(1, message().field(1, "a")));
    // The envelope's last two fields are empty and may be missing.
    for (int length = 0; length < whole.length - 4; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (length != 4 + 17) { // there the object is missing as a whole, which is well formed
        assertThatThrownBy(() -> Protobuf.read(cut, "v1", "ConfigMap"))
            .as("%d bytes", length)
            .isInstanceOf(ProtobufException.class);
      }
    }
  }

  @Test
  void rejectsAWireTypeThatTheFieldDoesNotHave() {
    assertThatThrownBy(() -> read("v1", "ConfigMap", message().field(1, 1)))
        .hasMessage("proto: wrong wireType = 0 for field ObjectMeta");
  }

  @Test
  void rejectsNestingThatNoObjectHas() {
    var schema = message().field(5, "object");
    for (int i = 0; i < 10_000; i++) {
      schema = message().field(28, schema);
    }
    var version = message().field(4, message().field(1, schema));
    var definition = message().field(2, message().field(7, version));

    assertThatThrownBy(
            () -> read("apiextensions.k8s.io/v1", "CustomResourceDefinition", definition))
        .hasMessage("exceeded max depth");
  }

  private static ObjectNode read(String apiVersion, String kind, MessageWriter object)
      throws ProtobufException {
    return Protobuf.read(body(apiVersion, kind, object), "", "");
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text.replace('\'', '"'));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
