package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Admission of connections to pods, services and nodes: the operation CONNECT. */
final class ConnectAdmissionTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String EXEC = PODS + "/p/exec";

  private final TestingServer server = new TestingServer();
  private final List<JsonNode> requests = new ArrayList<>();
  private String patch = "";
  private boolean allowed = true;

  @BeforeEach
  void createPodAndWebhook() {
    server.post("/api/v1/nodes", "{'metadata': {'name': 'n'}}");
    server.post(
        PODS,
        "{'metadata': {'name': 'p'}, 'spec': {'nodeName': 'n',"
            + " 'containers': [{'name': 'c', 'image': 'x'}]}}");
  }

  private void webhook(String kind) {
    server.server.webhooks().register("hooks", "guard", "/", this::review);
    ApiResponse made =
        server.post(
            "/apis/admissionregistration.k8s.io/v1/" + kind + "webhookconfigurations",
            """
            {'metadata': {'name': 'guard'}, 'webhooks': [{
              'name': 'guard.example.com', 'admissionReviewVersions': ['v1'],
              'sideEffects': 'None',
              'clientConfig': {'service': {'namespace': 'hooks', 'name': 'guard'}},
              'rules': [{'operations': ['CONNECT'], 'apiGroups': [''], 'apiVersions': ['v1'],
                'resources': ['pods/*', 'services/proxy', 'nodes/proxy']}]}]}
            """);
    assertThat(made.status()).isEqualTo(201);
  }

  private ObjectNode review(ObjectNode review) {
    requests.add(review.path("request"));
    ObjectNode response = Json.MAPPER.createObjectNode();
    response.set("uid", review.at("/request/uid"));
    response.put("allowed", allowed);
    if (!patch.isEmpty()) {
      byte[] bytes = patch.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
      response
          .put("patchType", "JSONPatch")
          .put("patch", Base64.getEncoder().encodeToString(bytes));
    }
    ObjectNode answer = review.deepCopy();
    answer.remove("request");
    answer.set("response", response);
    return answer;
  }

  private static JsonNode json(String text) {
    return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pods/p/exec?command=ls&command=-l&stdout=true&container=c | PodExecOptions | {'stdout': true, 'container': 'c', 'command': ['ls', '-l']}
          pods/p/attach?stdin=1&tty=true&stdout=false | PodAttachOptions | {'stdin': true, 'tty': true}
          pods/p/portforward?ports=80,81&ports=90 | PodPortForwardOptions | {'ports': [80, 81, 90]}
          """)
  void showsTheOptionsToWebhooksAsTheObject(String target, String kind, String fields) {
    webhook("validating");
    ObjectNode expected = Json.MAPPER.createObjectNode().put("kind", kind).put("apiVersion", "v1");
    expected.setAll((ObjectNode) json(fields));

    server.post("/api/v1/namespaces/default/" + target, "");

    assertThat(requests).hasSize(1);
    JsonNode request = requests.getFirst();
    assertThat(request.path("operation").asText()).isEqualTo("CONNECT");
    assertThat(request.at("/kind/kind").asText()).isEqualTo(kind);
    assertThat(request.at("/requestKind/kind").asText()).isEqualTo(kind);
    assertThat(request.at("/resource/resource").asText()).isEqualTo("pods");
    assertThat(request.path("subResource").asText()).isEqualTo(target.split("[/?]", -1)[2]);
    assertThat(request.path("name").asText()).isEqualTo("p");
    assertThat(request.path("namespace").asText()).isEqualTo("default");
    assertThat(request.path("object")).isEqualTo(expected);
    assertThat(request.path("oldObject").isNull()).isTrue();
    assertThat(request.path("options").isNull()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "namespaces/default/pods/http:p:80/proxy/a/b?x=y, PodProxyOptions, pods, http:p:80, /a/b",
    "namespaces/default/services/web:http/proxy, ServiceProxyOptions, services, web:http, ''",
    "nodes/n/proxy/metrics/, NodeProxyOptions, nodes, n, /metrics/",
  })
  void showsThePathOfAProxiedRequestToWebhooks(
      String target, String kind, String resource, String name, String path) {
    webhook("validating");
    allowed = false;
    ObjectNode expected = Json.MAPPER.createObjectNode().put("kind", kind).put("apiVersion", "v1");
    if (!path.isEmpty()) {
      expected.put("path", path);
    }

    ApiResponse response = server.get("/api/v1/" + target);

    assertThat(response.status()).isEqualTo(400);
    JsonNode request = requests.getFirst();
    assertThat(request.path("operation").asText()).isEqualTo("CONNECT");
    assertThat(request.at("/kind/kind").asText()).isEqualTo(kind);
    assertThat(request.at("/resource/resource").asText()).isEqualTo(resource);
    assertThat(request.path("subResource").asText()).isEqualTo("proxy");
    assertThat(request.path("name").asText()).isEqualTo(name);
    assertThat(request.path("object")).isEqualTo(expected);
  }

  @Test
  void aWebhookDeniesAConnection() {
    webhook("validating");
    allowed = false;

    ApiResponse response = server.post(EXEC + "?command=ls&stdout=true", "");

    assertThat(response.status()).isEqualTo(400);
    assertThat(TestingServer.json(response).path("message").asText())
        .isEqualTo(
            "admission webhook \"guard.example.com\" denied the request without explanation");
  }

  @Test
  void aMutatingWebhookChangesTheOptions() {
    webhook("mutating");
    patch = "[{'op': 'add', 'path': '/container', 'value': 'other'}]";

    ApiResponse response = server.post(EXEC + "?command=ls&stdout=true", "");

    assertThat(TestingServer.json(response).path("message").asText())
        .isEqualTo("container other is not valid for pod p");
  }

  @Test
  void aPolicyDeniesAConnection() {
    server.post(
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
        """
        {'metadata': {'name': 'shells'}, 'spec': {
          'matchConstraints': {'resourceRules': [{'operations': ['CONNECT'], 'apiGroups': [''],
            'apiVersions': ['v1'], 'resources': ['pods/exec']}]},
          'validations': [{'expression': "!object.command.exists(c, c == 'sh')",
            'message': 'no shells'}]}}
        """
            .replace(
                "\"!object.command.exists(c, c == 'sh')\"", "'!(\\\"sh\\\" in object.command)'"));
    server.post(
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
        "{'metadata': {'name': 'shells'}, 'spec': {'policyName': 'shells',"
            + " 'validationActions': ['Deny']}}");

    ApiResponse denied = server.post(EXEC + "?command=sh&stdout=true", "");
    ApiResponse admitted = server.post(EXEC + "?command=date&stdout=true", "");

    assertThat(TestingServer.json(denied).path("message").asText()).contains("no shells");
    assertThat(admitted.status()).isEqualTo(501);
  }

  @Test
  void aConnectionHasNoDryRun() {
    ApiResponse response = server.post(EXEC + "?command=ls&dryRun=All", "");

    assertThat(response.status()).isEqualTo(400);
    assertThat(TestingServer.json(response).path("message").asText())
        .isEqualTo("dryRun is not supported");
  }

  @Test
  void connectingByGetNeedsThePermissionToCreate() throws IOException {
    server.post(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
        "{'metadata': {'name': 'reader'}, 'rules': [{'apiGroups': [''],"
            + " 'resources': ['pods/exec', 'pods/proxy'], 'verbs': ['get']}]}");
    server.post(
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
        "{'metadata': {'name': 'reader'}, 'roleRef': {'apiGroup': 'rbac.authorization.k8s.io',"
            + " 'kind': 'Role', 'name': 'reader'}, 'subjects': [{'kind': 'User', 'name': 'jane',"
            + " 'apiGroup': 'rbac.authorization.k8s.io'}]}");

    ApiResponse response =
        server
            .server
            .transport("jane", List.of("system:authenticated"))
            .call(ApiRequest.get(EXEC).with("command", "ls").with("stdout", "true"));

    assertThat(response.status()).isEqualTo(403);
    assertThat(TestingServer.json(response).path("message").asText())
        .startsWith("pods \"p\" is forbidden: ");
  }
}
