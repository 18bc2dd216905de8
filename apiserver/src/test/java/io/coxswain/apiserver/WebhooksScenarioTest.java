package io.coxswain.apiserver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.webhook.WebhookHandler;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WebhooksScenarioTest {
  private static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final TestingServer server = new TestingServer();

  /** Remembers what it was asked, and answers the same each time. */
  private static final class Recorder implements WebhookHandler {
    final List<JsonNode> requests = new ArrayList<>();
    String response = "{\"allowed\": true}";
    String patch = "";

    @Override
    public ObjectNode answer(ObjectNode review) throws IOException {
      requests.add(review.path("request"));
      ObjectNode answer = Json.MAPPER.createObjectNode();
      answer.set("kind", review.path("kind"));
      answer.set("apiVersion", review.path("apiVersion"));
      ObjectNode said = Json.tree(response.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
      if (!said.has("uid")) {
        said.set("uid", review.at("/request/uid"));
      }
      if (!patch.isEmpty()) {
        byte[] bytes = patch.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        said.put("patchType", "JSONPatch").put("patch", Base64.getEncoder().encodeToString(bytes));
      }
      answer.set("response", said);
      return answer;
    }
  }

  private Recorder webhook(String kind, String name, String rules, String settings) {
    var recorder = new Recorder();
    server.server.webhooks().register("hooks", name, "/", recorder);
    ApiResponse made =
        server.post(
            CONFIGURATIONS + kind.toLowerCase(java.util.Locale.ROOT) + "webhookconfigurations",
            """
            {'metadata': {'name': '%s'}, 'webhooks': [{
              'name': '%s.example.com', 'admissionReviewVersions': ['v1'], 'sideEffects': 'None',
              'clientConfig': {'service': {'namespace': 'hooks', 'name': '%s'}},
              'rules': [%s] %s}]}
            """
                .formatted(name, name, name, rules, settings));
    assertThat(made.status()).as(text(made)).isEqualTo(201);
    return recorder;
  }

  private static String rule(String operations, String groups, String resources) {
    return "{'operations': [%s], 'apiGroups': ['%s'], 'apiVersions': ['*'], 'resources': ['%s']}"
        .formatted(operations, groups, resources);
  }

  private static final String ON_CONFIG_MAPS = rule("'CREATE', 'UPDATE'", "", "configmaps");

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static String message(ApiResponse response) {
    return TestingServer.json(response).path("message").asText();
  }

  @Test
  @Scenario("apiserver-7")
  void callsAMutatingWebhookOnceForAnUpdateThatConflicts() {
    ObjectNode stale = TestingServer.json(server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}}"));
    server.patch(CONFIG_MAPS + "/a", TestingServer.MERGE, "{'data': {'k': 'v'}}");
    Recorder webhook = webhook("Mutating", "a", ON_CONFIG_MAPS, "");

    ApiResponse answer = server.put(CONFIG_MAPS + "/a", stale);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(message(answer))
        .isEqualTo(
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
                + " please apply your changes to the latest version and try again");
    assertThat(webhook.requests).hasSize(1);
  }

  @Test
  @Scenario("apiserver-31")
  void reinvokesAWebhookAfterLaterMutations() {
    String onPods = rule("'CREATE'", "", "pods");
    Recorder a = webhook("Mutating", "a", onPods, ", 'reinvocationPolicy': 'IfNeeded'");
    Recorder b = webhook("Mutating", "b", onPods, "");
    b.patch = "[{'op': 'add', 'path': '/metadata/labels', 'value': {'by': 'b'}}]";
    Recorder last = webhook("Validating", "v", onPods, "");

    ApiResponse answer =
        server.post(
            "/api/v1/namespaces/default/pods",
            "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'c', 'image': 'i'}]}}");

    assertThat(answer.status()).as(text(answer)).isEqualTo(201);
    assertThat(a.requests).hasSize(2);
    assertThat(a.requests.get(1).at("/object/metadata/labels/by").asText()).isEqualTo("b");
    assertThat(b.requests).hasSize(1);
    assertThat(last.requests).hasSize(1);
    assertThat(last.requests.getFirst().path("object"))
        .isEqualTo(withoutRevision(TestingServer.json(answer)));
  }

  private static ObjectNode withoutRevision(ObjectNode object) {
    object.withObject("/metadata").remove("resourceVersion");
    return object;
  }

  @Test
  @Scenario("apiserver-32")
  void appliesTheFailurePolicyToAWebhookThatTimesOut() throws RacedException {
    WebhookHandler timesOut =
        review -> {
          throw new IOException("context deadline exceeded");
        };
    webhook("Validating", "slow", ON_CONFIG_MAPS, ", 'timeoutSeconds': 1");
    server.server.webhooks().register("hooks", "slow", "/", timesOut);

    ApiResponse failed = server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}}");

    assertThat(failed.status()).isEqualTo(500);
    assertThat(message(failed))
        .isEqualTo(
            "Internal error occurred: failed calling webhook \"slow.example.com\": failed to call"
                + " webhook: Post \"https://slow.hooks.svc:443/?timeout=1s\": context deadline"
                + " exceeded");

    server.delete(CONFIGURATIONS + "validatingwebhookconfigurations/slow");
    webhook("Validating", "slow", ON_CONFIG_MAPS, ", 'failurePolicy': 'Ignore'");
    server.server.webhooks().register("hooks", "slow", "/", timesOut);

    assertThat(server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}}").status()).isEqualTo(201);

    letHaveSideEffects("slow");
    ApiResponse dry = server.post(CONFIG_MAPS + "?dryRun=All", "{'metadata': {'name': 'b'}}");

    assertThat(dry.status()).isEqualTo(400);
    assertThat(message(dry))
        .isEqualTo("admission webhook \"slow.example.com\" does not support dry run");
  }

  /** No longer to be had by the API, but a store may hold such a configuration from before v1. */
  private void letHaveSideEffects(String name) throws RacedException {
    String collection = "validatingwebhookconfigurations.admissionregistration.k8s.io";
    var store = server.server.store();
    Stored seen = requireNonNull(store.head().find(collection, ObjectKey.of(name)));
    String changed =
        new String(seen.json(), StandardCharsets.UTF_8)
            .replace("\"sideEffects\":\"None\"", "\"sideEffects\":\"Some\"");
    var _ =
        store.put(
            collection,
            seen.key(),
            seen,
            revision ->
                new Stored(
                    seen.key(),
                    seen.uid(),
                    revision,
                    seen.labels(),
                    seen.fields(),
                    changed.getBytes(StandardCharsets.UTF_8)),
            new Origin("update", "test", "test"));
  }

  @Test
  void sendsTheSameReviewAsUpstream() {
    Recorder webhook = webhook("Validating", "v", rule("'*'", "", "configmaps"), "");
    server.post(CONFIG_MAPS + "?fieldManager=m", "{'metadata': {'name': 'a'}, 'data': {'k': '1'}}");
    server.patch(CONFIG_MAPS + "/a", TestingServer.MERGE, "{'data': {'k': '2'}}");
    server.delete(CONFIG_MAPS + "/a");

    assertThat(webhook.requests).hasSize(3);
    JsonNode create = webhook.requests.get(0);
    assertThat(create.path("kind").toString())
        .isEqualTo("{\"group\":\"\",\"version\":\"v1\",\"kind\":\"ConfigMap\"}");
    assertThat(create.path("resource").toString())
        .isEqualTo("{\"group\":\"\",\"version\":\"v1\",\"resource\":\"configmaps\"}");
    assertThat(create.path("requestKind")).isEqualTo(create.path("kind"));
    assertThat(create.path("operation").asText()).isEqualTo("CREATE");
    assertThat(create.path("name").asText()).isEqualTo("a");
    assertThat(create.path("namespace").asText()).isEqualTo("default");
    assertThat(create.at("/userInfo/username").asText()).isEqualTo("admin");
    assertThat(create.path("oldObject").isNull()).isTrue();
    assertThat(create.path("options").toString())
        .isEqualTo(
            "{\"kind\":\"CreateOptions\",\"apiVersion\":\"meta.k8s.io/v1\","
                + "\"fieldManager\":\"m\"}");
    JsonNode update = webhook.requests.get(1);
    assertThat(update.path("operation").asText()).isEqualTo("UPDATE");
    assertThat(update.at("/object/data/k").asText()).isEqualTo("2");
    assertThat(update.at("/oldObject/data/k").asText()).isEqualTo("1");
    assertThat(update.at("/options/kind").asText()).isEqualTo("PatchOptions");
    JsonNode delete = webhook.requests.get(2);
    assertThat(delete.path("operation").asText()).isEqualTo("DELETE");
    assertThat(delete.path("object").isNull()).isTrue();
    assertThat(delete.at("/oldObject/metadata/name").asText()).isEqualTo("a");
  }

  @Test
  void deniesWithTheMessageOfTheWebhook() {
    Recorder webhook = webhook("Validating", "v", ON_CONFIG_MAPS, "");
    String object = "{'metadata': {'name': 'a'}}";

    webhook.response = "{'allowed': false}";
    ApiResponse silent = server.post(CONFIG_MAPS, object);
    assertThat(silent.status()).isEqualTo(400);
    assertThat(message(silent))
        .isEqualTo("admission webhook \"v.example.com\" denied the request without explanation");

    webhook.response =
        "{'allowed': false, 'status': {'code': 418, 'reason': 'Teapot', 'message': 'no tea'},"
            + " 'warnings': ['hot']}";
    ApiResponse wordy = server.post(CONFIG_MAPS, object);
    assertThat(wordy.status()).isEqualTo(418);
    assertThat(message(wordy))
        .isEqualTo("admission webhook \"v.example.com\" denied the request: no tea");
    assertThat(TestingServer.json(wordy).path("reason").asText()).isEqualTo("Teapot");

    webhook.response = "{'allowed': true, 'warnings': ['hot']}";
    assertThat(server.post(CONFIG_MAPS, object).headers().get("warning"))
        .containsExactly("299 - \"hot\"");
  }

  @Test
  void treatsAResponseWithAnotherUidAsAFailedCall() {
    Recorder webhook = webhook("Validating", "v", ON_CONFIG_MAPS, "");
    webhook.response = "{'allowed': true, 'uid': 'other'}";

    ApiResponse answer = server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}}");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(message(answer))
        .startsWith(
            "Internal error occurred: failed calling webhook \"v.example.com\": received invalid"
                + " webhook response: expected response.uid=\"")
        .endsWith("\", got \"other\"");
  }

  @Test
  void callsOnlyForSelectedObjects() {
    Recorder byObject =
        webhook(
            "Validating",
            "o",
            ON_CONFIG_MAPS,
            ", 'objectSelector': {'matchLabels': {'watched': 'yes'}}");
    Recorder byNamespace =
        webhook(
            "Validating",
            "n",
            ON_CONFIG_MAPS,
            ", 'namespaceSelector': {'matchExpressions': [{'key':"
                + " 'kubernetes.io/metadata.name', 'operator': 'NotIn', 'values': ['default']}]}");

    server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}}");
    server.post(CONFIG_MAPS, "{'metadata': {'name': 'b', 'labels': {'watched': 'yes'}}}");
    server.patch(CONFIG_MAPS + "/b", TestingServer.MERGE, "{'metadata': {'labels': null}}");
    server.post("/api/v1/namespaces/kube-system/configmaps", "{'metadata': {'name': 'c'}}");

    assertThat(byObject.requests).hasSize(2);
    assertThat(byNamespace.requests).hasSize(1);
  }

  @Test
  void convertsToTheVersionOfTheRule() {
    Recorder webhook = webhook("Validating", "v", rule("'CREATE'", "events.k8s.io", "events"), "");

    ApiResponse made =
        server.post(
            "/api/v1/namespaces/default/events",
            "{'metadata': {'name': 'e'}, 'involvedObject': {'kind': 'Pod', 'namespace':"
                + " 'default', 'name': 'p'}, 'message': 'm', 'reason': 'r', 'type': 'Normal'}");

    assertThat(made.status()).as(text(made)).isEqualTo(201);
    JsonNode request = webhook.requests.getFirst();
    assertThat(request.at("/kind/group").asText()).isEqualTo("events.k8s.io");
    assertThat(request.at("/requestKind/group").asText()).isEmpty();
    assertThat(request.at("/object/apiVersion").asText()).isEqualTo("events.k8s.io/v1");
    assertThat(request.at("/object/regarding/name").asText()).isEqualTo("p");
  }

  @Test
  void seesSubresourcesOnlyWhenARuleNamesThem() {
    Recorder scale = webhook("Mutating", "s", rule("'UPDATE'", "apps", "*/scale"), "");
    Recorder deployments = webhook("Mutating", "d", rule("'UPDATE'", "apps", "deployments"), "");
    scale.patch = "[{'op': 'replace', 'path': '/spec/replicas', 'value': 7}]";
    server.post(
        "/apis/apps/v1/namespaces/default/deployments",
        """
        {'metadata': {'name': 'd'}, 'spec': {'selector': {'matchLabels': {'a': 'b'}},
         'template': {'metadata': {'labels': {'a': 'b'}},
                      'spec': {'containers': [{'name': 'c', 'image': 'i'}]}}}}
        """);

    ApiResponse scaled =
        server.patch(
            "/apis/apps/v1/namespaces/default/deployments/d/scale",
            TestingServer.MERGE,
            "{'spec': {'replicas': 3}}");

    assertThat(TestingServer.json(scaled).at("/spec/replicas").asInt()).isEqualTo(7);
    assertThat(scale.requests.getFirst().at("/kind/kind").asText()).isEqualTo("Scale");
    assertThat(scale.requests.getFirst().path("subResource").asText()).isEqualTo("scale");
    assertThat(deployments.requests).isEmpty();
  }

  @Test
  void neverCallsWebhooksForWebhookConfigurations() {
    Recorder webhook = webhook("Validating", "v", rule("'*'", "*", "*"), "");
    webhook.response = "{'allowed': false}";

    assertThat(server.delete(CONFIGURATIONS + "validatingwebhookconfigurations/v").status())
        .isEqualTo(200);
    assertThat(webhook.requests).isEmpty();
  }

  @Test
  void validatesTheObjectAfterMutation() {
    Recorder webhook = webhook("Mutating", "m", ON_CONFIG_MAPS, "");
    webhook.patch = "[{'op': 'add', 'path': '/metadata/labels', 'value': {'a b': 'c'}}]";

    ApiResponse answer = server.post(CONFIG_MAPS, "{'metadata': {'name': 'a'}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(message(answer)).contains("metadata.labels: Invalid value: \"a b\"");
  }
}
