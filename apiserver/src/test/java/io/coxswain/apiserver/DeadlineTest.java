package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.CancelledException;
import io.coxswain.evidence.Attack;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Work of the processor ends when the time of its request is over. The front interrupts the thread
 * then, so here it is interrupted from the start.
 */
final class DeadlineTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

  private final TestingServer server = new TestingServer();

  DeadlineTest() {
    assertThat(
            server
                .post(
                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                    """
                    {'metadata': {'name': 'widgets.example.com'}, 'spec': {
                      'group': 'example.com', 'scope': 'Namespaced',
                      'names': {'plural': 'widgets', 'kind': 'Widget'},
                      'versions': [{'name': 'v1', 'served': true, 'storage': true,
                        'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {
                          'size': {'type': 'integer', 'x-kubernetes-validations': [
                             {'rule': 'self >= 0'}]}}}}}]}}
                    """)
                .status())
        .isEqualTo(201);
    assertThat(server.post(CONFIG_MAPS, "{'metadata':{'name':'a'}}").status()).isEqualTo(201);
  }

  @AfterEach
  void clear() {
    var _ = Thread.interrupted();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          list            | GET    |                                        |
          update          | PUT    | application/json                       | {'metadata':{'name':'a'}}
          json patch      | PATCH  | application/json-patch+json            | [{'op':'add','path':'/data','value':{}}]
          merge patch     | PATCH  | application/merge-patch+json           | {'data':{'a':'b'}}
          strategic patch | PATCH  | application/strategic-merge-patch+json | {'data':{'a':'b'}}
          apply           | PATCH  | application/apply-patch+yaml           | {'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'}}
          delete          | DELETE |                                        |
          """)
  @Attack("a request whose work takes longer than its deadline")
  void stopsARequestAtItsDeadline(String name, String method, String type, String body) {
    String target = name.equals("list") ? CONFIG_MAPS : CONFIG_MAPS + "/a";
    ApiRequest request = request(method, target).with("fieldManager", "test");
    ApiRequest whole =
        body == null
            ? request
            : request.body(type, body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> server.call(whole)).isInstanceOf(CancelledException.class);

    clear();
    assertThat(json(server.get(CONFIG_MAPS + "/a")).has("data")).isFalse();
  }

  @Test
  @Attack("a table of many objects for a caller whose time is over")
  void endsPrintingATable() {
    ApiRequest table =
        request("GET", CONFIG_MAPS)
            .header("accept", "application/json;as=Table;v=v1;g=meta.k8s.io");

    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> server.call(table)).isInstanceOf(CancelledException.class);
  }

  @Test
  @Attack("validation rules that are evaluated for a caller whose time is over")
  void endsValidationByRules() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () ->
                server.post(
                    WIDGETS,
                    "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'},'size':1}"))
        .isInstanceOf(CancelledException.class);
  }

  @Test
  @Attack("a writer that is always faster, to keep another one trying for ever")
  void givesUpAWriteThatAnotherWriterAlwaysOvertakes() {
    int[] asked = {0};
    server
        .server
        .webhooks()
        .register(
            "https://race.invalid/",
            review -> {
              assertThat(++asked[0]).as("attempts").isLessThan(5000);
              ObjectNode newer = json(server.get(CONFIG_MAPS + "/a"));
              newer.putObject("data").put("n", Integer.toString(asked[0]));
              server.server.restore(newer);
              ObjectNode answer = Json.MAPPER.createObjectNode();
              answer.set("kind", review.path("kind"));
              answer.set("apiVersion", review.path("apiVersion"));
              answer
                  .putObject("response")
                  .put("allowed", true)
                  .set("uid", review.at("/request/uid"));
              return answer;
            });
    assertThat(
            server
                .post(
                    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
                    """
                    {'metadata': {'name': 'race'}, 'webhooks': [{'name': 'race.example.com',
                      'clientConfig': {'url': 'https://race.invalid/'}, 'sideEffects': 'None',
                      'admissionReviewVersions': ['v1'], 'rules': [{'apiGroups': [''],
                      'apiVersions': ['v1'], 'resources': ['configmaps'],
                      'operations': ['UPDATE']}]}]}
                    """)
                .status())
        .isEqualTo(201);

    ApiResponse answer =
        server.patch(CONFIG_MAPS + "/a", TestingServer.MERGE, "{'data':{'k':'v'}}");

    assertThat(answer.status()).isEqualTo(409);
    assertThat(json(answer).path("message").asText()).contains("the object has been modified");
    assertThat(asked[0]).isEqualTo(1000);
  }
}
