package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.protobuf.TestingMessage.body;
import static io.coxswain.apiserver.protobuf.TestingMessage.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.protobuf.MessageWriter;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import org.junit.jupiter.api.Test;

class ProtobufBodyTest {
  private static final String TYPE = "application/vnd.kubernetes.protobuf";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final TestingServer server = new TestingServer();

  @Test
  @Scenario("apiserver-2")
  void createsTheNamespaceThatKubectlSends() {
    // What kubectl 1.32 sends for "create namespace a": zeroes and all.
    var metadata =
        message()
            .field(1, "a")
            .field(2, "")
            .field(3, "")
            .field(4, "")
            .field(5, "")
            .field(6, "")
            .field(7, 0)
            .field(8, message());
    var namespace =
        message().field(1, metadata).field(2, message()).field(3, message().field(1, ""));

    ApiResponse created =
        send(
            "POST",
            "/api/v1/namespaces?fieldManager=kubectl-create&fieldValidation=Strict",
            "v1",
            "Namespace",
            namespace);

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("content-type")).isEqualTo("application/json");
    var stored = json(server.get("/api/v1/namespaces/a"));
    assertThat(stored.at("/metadata/labels/kubernetes.io~1metadata.name").asText()).isEqualTo("a");
    assertThat(stored.at("/status/phase").asText()).isEqualTo("Active");
    assertThat(stored.at("/spec/finalizers").toString()).isEqualTo("[\"kubernetes\"]");
  }

  @Test
  void storesTheSameAsForJson() {
    var data = message().field(1, message().field(1, "a")).entry(2, "k", "v");
    send("POST", CONFIG_MAPS, "v1", "ConfigMap", data);
    server.post(CONFIG_MAPS, "{'metadata': {'name': 'b'}, 'data': {'k': 'v'}}");

    var a = json(server.get(CONFIG_MAPS + "/a"));
    var b = json(server.get(CONFIG_MAPS + "/b"));

    assertThat(a.get("data")).isEqualTo(b.get("data"));
    assertThat(a.at("/metadata/managedFields/0/fieldsV1"))
        .isEqualTo(b.at("/metadata/managedFields/0/fieldsV1"));
  }

  @Test
  void readsDeleteOptions() {
    server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}}");
    var wrongUid = message().field(2, message().field(1, "another"));

    ApiResponse refused = send("DELETE", CONFIG_MAPS + "/a", "v1", "DeleteOptions", wrongUid);
    ApiResponse deleted =
        send("DELETE", CONFIG_MAPS + "/a", "v1", "DeleteOptions", message().field(4, "Background"));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(deleted.status()).isEqualTo(200);
    assertThat(server.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
  }

  @Test
  void rejectsBodiesThatAreNotProtobuf() {
    assertThat(text(post("hello")))
        .isEqualTo(
            "the object provided is unrecognized (must be of type ConfigMap): provided data does"
                + " not appear to be a protobuf message, expected prefix [107 56 115 0]"
                + " (68656c6c6f)");
    assertThat(text(post("")))
        .isEqualTo(
            "the object provided is unrecognized (must be of type ConfigMap): empty data"
                + " (<empty>)");
    assertThat(text(post("k8s\0")))
        .isEqualTo(
            "the object provided is unrecognized (must be of type ConfigMap): empty body"
                + " (6b387300)");
    ApiResponse wrong = send("POST", CONFIG_MAPS, "v1", "ConfigMap", message().field(1, 1));
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(text(wrong))
        .isEqualTo(
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: proto: wrong wireType ="
                + " 0 for field ObjectMeta");
  }

  @Test
  void rejectsAnotherKind() {
    ApiResponse refused = send("POST", CONFIG_MAPS, "v1", "Secret", message());

    assertThat(refused.status()).isEqualTo(400);
  }

  @Test
  @Scenario("apiserver-3")
  void rejectsCbor() {
    ApiResponse refused =
        server.call(
            ApiRequest.of("POST", CONFIG_MAPS).body("application/cbor", new byte[] {(byte) 0xa0}));

    assertThat(refused.status()).isEqualTo(415);
    assertThat(json(refused).get("reason").asText()).isEqualTo("UnsupportedMediaType");
    assertThat(text(refused))
        .isEqualTo(
            "the body of the request was in an unknown format - accepted media types include:"
                + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
  }

  private ApiResponse post(String text) {
    return server.call(
        ApiRequest.of("POST", CONFIG_MAPS)
            .body(TYPE, text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
  }

  private ApiResponse send(
      String method, String target, String apiVersion, String kind, MessageWriter object) {
    return server.call(
        TestingServer.request(method, target).body(TYPE, body(apiVersion, kind, object)));
  }

  private static String text(ApiResponse response) {
    return json(response).get("message").asText();
  }
}
