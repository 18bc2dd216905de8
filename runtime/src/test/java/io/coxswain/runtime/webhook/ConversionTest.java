package io.coxswain.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Metrics;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.autoscaling.v1.HorizontalPodAutoscaler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Autoscalers stand for a custom kind: version 2 is the hub, version 1 a spoke. */
class ConversionTest {
  private final Metrics metrics = new Metrics();
  private final Webhooks webhooks = new Webhooks(metrics.webhooks(Env.production().clock()));

  ConversionTest() {
    webhooks
        .hub(io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler.class)
        .version(HorizontalPodAutoscaler.class, ConversionTest::up, ConversionTest::down);
  }

  private static io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler up(
      HorizontalPodAutoscaler old) {
    if ("bug".equals(old.getMetadata().getName())) {
      throw new IllegalStateException("bug");
    }
    var hub = new io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler();
    hub.setMetadata(old.getMetadata());
    return hub;
  }

  private static HorizontalPodAutoscaler down(
      io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler hub) {
    var old = new HorizontalPodAutoscaler();
    old.setMetadata(hub.getMetadata());
    return old;
  }

  @Test
  void convertsAllObjectsInOrder() throws IOException {
    JsonNode answer = convert("autoscaling/v2", "autoscaling/v1", "a", "b");

    assertThat(answer.has("request")).isFalse();
    assertThat(answer.at("/response/uid").asText()).isEqualTo("u");
    assertThat(answer.at("/response/result/status").asText()).isEqualTo("Success");
    assertThat(answer.at("/response/convertedObjects/0/apiVersion").asText())
        .isEqualTo("autoscaling/v2");
    assertThat(answer.at("/response/convertedObjects/0/metadata/name").asText()).isEqualTo("a");
    assertThat(answer.at("/response/convertedObjects/1/metadata/name").asText()).isEqualTo("b");
    assertThat(
            convert("autoscaling/v1", "autoscaling/v2", "a")
                .at("/response/convertedObjects/0/apiVersion")
                .asText())
        .isEqualTo("autoscaling/v1");
  }

  @Test
  void reportsWhyAConversionFails() throws IOException {
    assertThat(failure(convert("autoscaling/v1", "autoscaling/v1", "a")))
        .isEqualTo(
            "conversion is not allowed between same type autoscaling/v1 HorizontalPodAutoscaler");
    assertThat(failure(convert("batch/v1", "autoscaling/v1", "a")))
        .isEqualTo("src autoscaling/v1 and dst batch/v1 does not belong to same API Group");
    assertThat(failure(convert("autoscaling/v3", "autoscaling/v1", "a")))
        .isEqualTo(
            "no kind \"HorizontalPodAutoscaler\" is registered for version \"autoscaling/v3\"");
    JsonNode bug = convert("autoscaling/v2", "autoscaling/v1", "a", "bug");
    assertThat(failure(bug)).isEqualTo("internal error occurred during conversion");
    assertThat(bug.at("/response/convertedObjects")).isEmpty();
    assertThat(new String(metrics.scrape(), StandardCharsets.UTF_8))
        .contains("controller_runtime_conversion_webhook_panics_total 1.0\n");
  }

  @Test
  void rejectsInvalidReviews() {
    for (String body : new String[] {"{", "{\"kind\":\"ConversionReview\"}"}) {
      EndpointResponse answer =
          webhooks.answer("/convert", "application/json", body.getBytes(StandardCharsets.UTF_8));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).isEmpty();
    }
  }

  @Test
  void customConverterTakesPrecedence() throws IOException {
    webhooks.convert(
        "autoscaling",
        "HorizontalPodAutoscaler",
        (source, version) -> source.deepCopy().put("apiVersion", version).put("own", true));

    assertThat(
            convert("autoscaling/v2", "autoscaling/v1", "a")
                .at("/response/convertedObjects/0/own")
                .asBoolean())
        .isTrue();
  }

  @Test
  void rejectsSecondHubsAndForeignSpokes() {
    var hub = io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler.class;

    assertThatThrownBy(() -> webhooks.hub(hub)).hasMessageContaining("multiple hub-type defined");
    assertThatThrownBy(
            () ->
                webhooks
                    .hub(Pod.class)
                    .version(HorizontalPodAutoscaler.class, a -> null, b -> null))
        .hasMessageContaining("is no other version of v1 Pod");
  }

  private static String failure(JsonNode answer) {
    assertThat(answer.at("/response/result/status").asText()).isEqualTo("Failure");
    return answer.at("/response/result/message").asText();
  }

  private JsonNode convert(String to, String from, String... names) throws IOException {
    var review = Json.MAPPER.createObjectNode();
    review.put("kind", "ConversionReview").put("apiVersion", "apiextensions.k8s.io/v1");
    var request = review.putObject("request");
    request.put("uid", "u").put("desiredAPIVersion", to);
    var objects = request.putArray("objects");
    for (String name : names) {
      HasMetadata object = new HorizontalPodAutoscaler();
      object.setMetadata(new ObjectMetaBuilder().withName(name).build());
      object.setApiVersion(from);
      objects.add(Json.tree(object));
    }
    return Json.MAPPER.readTree(webhooks.call("/convert", Json.bytes(review)));
  }
}
