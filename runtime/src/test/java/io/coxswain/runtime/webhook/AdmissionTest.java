package io.coxswain.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.metrics.Metrics;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final String MAP =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
          + "\"data\":{\"k\":\"v\"}}";

  private final Metrics metrics = new Metrics();
  private final Webhooks webhooks = new Webhooks(metrics.webhooks(Env.production().clock()));

  @Test
  void usesThePathsOfKubebuilder() {
    webhooks.on(Pod.class).validator(r -> ValidationResult.allow());
    webhooks
        .on(Job.class)
        .defaulter(j -> {})
        .validatorPath("/other/path")
        .validator(r -> ValidationResult.allow());

    assertThat(webhooks.paths())
        .containsExactly("/mutate-batch-v1-job", "/other/path", "/validate--v1-pod");
    assertThatThrownBy(() -> webhooks.on(Pod.class).validator(r -> ValidationResult.allow()))
        .hasMessage("can't register duplicate path: /validate--v1-pod");
    assertThatThrownBy(() -> webhooks.on(Pod.class).validatorPath("no slash"))
        .hasMessageContaining("does not match this regex: ^((/[a-zA-Z0-9-_]+)+|/)$");
  }

  @Test
  void validatorGetsOldAndNewObjectAndMayWarn() throws Exception {
    var seen = new ArrayList<String>();
    webhooks
        .on(ConfigMap.class)
        .validator(
            review ->
                switch (review) {
                  case Review.Create<ConfigMap>(var map) -> {
                    seen.add("create " + map.getData());
                    yield ValidationResult.allow().warn("deprecated");
                  }
                  case Review.Update<ConfigMap>(var old, var map) -> {
                    seen.add("update " + old.getData() + map.getData());
                    yield ValidationResult.of(List.of("first", "second")).warn(List.of("w"));
                  }
                  case Review.Delete<ConfigMap>(var old) -> {
                    seen.add("delete " + old.getData() + AdmissionRequest.CURRENT.get().user());
                    yield ValidationResult.deny("kept");
                  }
                });
    String path = "/validate--v1-configmap";

    JsonNode created = respond(path, review("v1", "CREATE", MAP, null));
    JsonNode updated = respond(path, review("v1beta1", "UPDATE", MAP, MAP));
    JsonNode deleted = respond(path, review("v1", "DELETE", null, MAP));

    assertThat(seen).containsExactly("create {k=v}", "update {k=v}{k=v}", "delete {k=v}somebody");
    assertThat(created)
        .isEqualTo(
            Json.MAPPER.readTree(
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"response\":"
                    + "{\"uid\":\"u-1\",\"allowed\":true,\"status\":{\"metadata\":{},\"code\":200},"
                    + "\"warnings\":[\"deprecated\"]}}"));
    assertThat(updated.path("apiVersion").asText()).isEqualTo("admission.k8s.io/v1beta1");
    assertThat(updated.path("response"))
        .isEqualTo(
            Json.MAPPER.readTree(
                "{\"uid\":\"u-1\",\"allowed\":false,\"status\":{\"metadata\":{},"
                    + "\"message\":\"[first, second]\",\"reason\":\"Forbidden\",\"code\":403},"
                    + "\"warnings\":[\"w\"]}"));
    assertThat(deleted.at("/response/status/message").asText()).isEqualTo("kept");
  }

  @Test
  void allowsConnectAndRejectsUnknownOperations() throws Exception {
    webhooks.on(ConfigMap.class).validator(review -> ValidationResult.deny("never"));

    JsonNode connect = respond("/validate--v1-configmap", review("v1", "CONNECT", MAP, null));
    JsonNode other = respond("/validate--v1-configmap", review("v1", "MERGE", MAP, null));

    assertThat(connect.at("/response/allowed").asBoolean()).isTrue();
    assertThat(other.at("/response/status/code").asInt()).isEqualTo(400);
    assertThat(other.at("/response/status/message").asText())
        .isEqualTo("unknown operation \"MERGE\"");
  }

  @Test
  @Scenario("runtime-34")
  void returnsApiErrorsUnchangedAndPanicsAsCode500() throws Exception {
    webhooks
        .on(ConfigMap.class)
        .validator(
            review -> {
              throw ApiException.of(
                  422,
                  Json.bytes(
                      new StatusBuilder()
                          .withStatus("Failure")
                          .withReason("Invalid")
                          .withCode(422)
                          .withMessage("ConfigMap \"a\" is invalid")
                          .withNewDetails()
                          .withName("a")
                          .withKind("ConfigMap")
                          .addNewCause("data.k", "must not be v", "FieldValueInvalid")
                          .endDetails()
                          .build()));
            });
    webhooks
        .on(Pod.class)
        .validator(
            review -> {
              throw new NullPointerException("bug");
            });

    var invalid =
        webhooks.answer(
            "/validate--v1-configmap", "application/json", review("v1", "CREATE", MAP, null));
    var panic =
        webhooks.answer("/validate--v1-pod", "application/json", review("v1", "CREATE", MAP, null));

    assertThat(invalid.status()).isEqualTo(200);
    JsonNode refusal = Json.MAPPER.readTree(invalid.body()).path("response");
    assertThat(refusal.path("allowed").asBoolean()).isFalse();
    assertThat(refusal.at("/status/code").asInt()).isEqualTo(422);
    assertThat(refusal.at("/status/reason").asText()).isEqualTo("Invalid");
    assertThat(refusal.at("/status/details/causes/0/field").asText()).isEqualTo("data.k");
    assertThat(panic.status()).isEqualTo(200);
    JsonNode failure = Json.MAPPER.readTree(panic.body()).path("response");
    assertThat(failure.path("allowed").asBoolean()).isFalse();
    assertThat(failure.path("uid").asText()).isEqualTo("u-1");
    assertThat(failure.at("/status/code").asInt()).isEqualTo(500);
    assertThat(failure.at("/status/message").asText())
        .isEqualTo("panic: java.lang.NullPointerException: bug [recovered]");
    assertThat(scrape())
        .contains("controller_runtime_webhook_panics_total 1.0\n")
        .contains(
            "controller_runtime_webhook_requests_total{code=\"200\",webhook=\"/validate--v1-pod\"}"
                + " 1.0\n");
  }

  @Test
  @Scenario("runtime-35")
  void patchContainsOnlyTheChangesOfTheDefaulter() throws Exception {
    // an invalid hostUsers value, a field unknown to the type, a quantity and a list in it, an
    // empty object that the type omits
    String job =
        "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"a\","
            + "\"creationTimestamp\":null,\"brandNew\":{\"x\":1}},\"spec\":{\"fromTheFuture\":[{}],"
            + "\"template\":{\"spec\":{\"securityContext\":{},\"containers\":[{\"name\":\"c\","
            + "\"alsoNew\":true,\"resources\":{\"limits\":{\"cpu\":1.0}}}]}}},\"status\":{}}";
    webhooks.on(Job.class).defaulter(j -> {});
    webhooks.on(Job.class).defaulterPath("/one").defaulter(j -> j.getSpec().setBackoffLimit(6));
    webhooks
        .on(Job.class)
        .defaulterPath("/deep")
        .defaulter(
            j -> {
              j.getSpec().getTemplate().getSpec().getContainers().getFirst().setImage("i");
              j.getMetadata().setLabels(Map.of("a/b", "c"));
            });

    JsonNode nothing =
        respond("/mutate-batch-v1-job", review("v1", "CREATE", job, null)).path("response");
    JsonNode one = respond("/one", review("v1", "CREATE", job, null)).path("response");
    JsonNode deep = respond("/deep", review("v1", "CREATE", job, null)).path("response");
    JsonNode deletion = respond("/one", review("v1", "DELETE", null, job)).path("response");

    assertThat(nothing.path("allowed").asBoolean()).isTrue();
    assertThat(nothing.has("patch")).isFalse();
    assertThat(nothing.has("patchType")).isFalse();
    assertThat(one.path("patchType").asText()).isEqualTo("JSONPatch");
    assertThat(patch(one))
        .isEqualTo("[{\"op\":\"add\",\"path\":\"/spec/backoffLimit\",\"value\":6}]");
    assertThat(patch(deep))
        .isEqualTo(
            "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"a/b\":\"c\"}},"
                + "{\"op\":\"add\",\"path\":\"/spec/template/spec/containers/0/image\","
                + "\"value\":\"i\"}]");
    assertThat(deletion.path("allowed").asBoolean()).isTrue();
    assertThat(deletion.has("patch")).isFalse();
  }

  @Test
  void removesUnknownFieldsOnlyIfConfigured() throws Exception {
    webhooks.on(Pod.class).removeUnknown().defaulter(pod -> pod.getAdditionalProperties().clear());

    JsonNode answer =
        respond(
            "/mutate--v1-pod",
            review(
                "v1",
                "CREATE",
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},\"x/y\":1}",
                null));

    assertThat(patch(answer.path("response")))
        .isEqualTo("[{\"op\":\"remove\",\"path\":\"/x~1y\"}]");
  }

  @Test
  void firstDenialOfAChainWins() throws Exception {
    var asked = new ArrayList<String>();
    webhooks.admit(
        "/chain",
        AdmissionHandler.all(
            request -> {
              asked.add("a");
              return AdmissionResponse.allow().warn(List.of("wa"));
            },
            request -> {
              asked.add("b");
              return AdmissionResponse.deny("b says no");
            },
            request -> {
              asked.add("c");
              return AdmissionResponse.allow();
            }));

    JsonNode answer = respond("/chain", review("v1", "CREATE", MAP, null)).path("response");

    assertThat(asked).containsExactly("a", "b");
    assertThat(answer.at("/status/message").asText()).isEqualTo("b says no");
  }

  @Test
  void deniesReviewsThatCannotBeDecoded() throws Exception {
    webhooks.on(ConfigMap.class).validator(review -> ValidationResult.allow());
    String path = "/validate--v1-configmap";

    assertThat(refusal(path, "application/json", new byte[0]))
        .isEqualTo("400 request body is empty");
    assertThat(refusal(path, "text/plain", review("v1", "CREATE", MAP, null)))
        .isEqualTo("400 contentType=text/plain, expected application/json");
    assertThat(refusal(path, "application/json", bytes("{")))
        .startsWith("400 couldn't get version/kind; json parse error:");
    assertThat(refusal(path, "application/json", bytes("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}")))
        .isEqualTo("400 no kind \"Pod\" is registered for version \"v1\"");
    assertThat(refusal(path, "application/json", new byte[7 * 1024 * 1024 + 1]))
        .isEqualTo("413 request entity is too large; limit is 7340032 bytes");
    assertThat(refusal(path, "application/json", review("v1", "CREATE", null, null)))
        .isEqualTo("400 the request contains no object to decode");
    assertThat(refusal(path, "application/json", review("v1", "CREATE", "{\"metadata\":3}", null)))
        .startsWith("400 not a ConfigMap:");
    assertThat(webhooks.answer("/elsewhere", "application/json", bytes("{}")).status())
        .isEqualTo(404);
  }

  @Test
  void respondsInProcessAsOverHttp() throws Exception {
    webhooks
        .on(ConfigMap.class)
        .defaulter(map -> map.setImmutable(true))
        .validator(review -> ValidationResult.deny("kept"));

    for (String path : webhooks.paths()) {
      for (byte[] asked :
          List.of(
              review("v1", "CREATE", MAP, null),
              review("v1beta1", "UPDATE", MAP, MAP),
              review("v1", "CREATE", null, null),
              bytes("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"))) {
        assertThat(webhooks.call(path, Json.tree(asked)))
            .isEqualTo(Json.tree(webhooks.call(path, asked)));
      }
    }
    assertThatThrownBy(() -> webhooks.call("/elsewhere", Json.MAPPER.createObjectNode()))
        .hasMessage("POST /elsewhere: 404");
  }

  private String refusal(String path, String contentType, byte[] body) throws IOException {
    var answer = webhooks.answer(path, contentType, body);
    assertThat(answer.status()).isEqualTo(200);
    JsonNode response = Json.MAPPER.readTree(answer.body()).path("response");
    assertThat(response.path("allowed").asBoolean(true)).isFalse();
    return response.at("/status/code").asText() + " " + response.at("/status/message").asText();
  }

  private JsonNode respond(String path, byte[] review) throws IOException {
    return Json.MAPPER.readTree(webhooks.call(path, review));
  }

  private static String patch(JsonNode response) {
    return new String(
        Base64.getDecoder().decode(response.path("patch").asText()), StandardCharsets.UTF_8);
  }

  private static byte[] review(
      String version,
      String operation,
      @org.jspecify.annotations.Nullable String object,
      @org.jspecify.annotations.Nullable String old) {
    return bytes(
        "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/"
            + version
            + "\",\"request\":{\"uid\":\"u-1\",\"operation\":\""
            + operation
            + "\",\"name\":\"a\",\"userInfo\":{\"username\":\"somebody\"},\"object\":"
            + object
            + ",\"oldObject\":"
            + old
            + "}}");
  }

  private String scrape() {
    return new String(metrics.scrape(), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
