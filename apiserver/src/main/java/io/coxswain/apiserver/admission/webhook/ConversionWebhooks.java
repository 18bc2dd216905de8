package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Converter;
import io.coxswain.env.Entropy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Converts custom resources by webhooks, and validates the responses. */
public final class ConversionWebhooks implements Converter {
  private static final String GROUP = "apiextensions.k8s.io/";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final WebhookRegistry registry;
  private final Entropy ids;

  public ConversionWebhooks(WebhookRegistry registry, Entropy entropy) {
    this.registry = registry;
    this.ids = entropy.derive("conversion-webhooks");
  }

  @Override
  public List<ObjectNode> convert(
      JsonNode webhook, String kind, List<ObjectNode> objects, String apiVersion) {
    String from = objects.getFirst().path("apiVersion").asText();
    String what = "conversion webhook for " + from + ", Kind=" + kind;
    String version =
        Meta.strings(webhook.path("conversionReviewVersions")).stream()
            .filter(v -> v.equals("v1") || v.equals("v1beta1"))
            .findFirst()
            .orElseThrow(
                () -> StatusException.unclassified("no supported conversion review versions"));
    String uid = ids.uuid().toString();
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.put("kind", "ConversionReview").put("apiVersion", GROUP + version);
    ObjectNode request = review.putObject("request");
    request.put("uid", uid).put("desiredAPIVersion", apiVersion);
    objects.forEach(request.putArray("objects")::add);
    ObjectNode answer;
    try {
      Destination to = Destination.of(webhook.path("clientConfig"));
      answer = registry.call(to, review.deepCopy(), TIMEOUT, "");
    } catch (IOException e) {
      throw StatusException.unclassified(what + " failed: " + e.getMessage());
    }
    String problem = problem(answer, uid, version);
    if (!problem.isEmpty()) {
      throw StatusException.unclassified(what + " failed: " + problem);
    }
    JsonNode converted = answer.at("/response/convertedObjects");
    if (converted.size() != objects.size()) {
      throw StatusException.unclassified(
          what + " returned " + converted.size() + " objects, expected " + objects.size());
    }
    boolean list = kind.endsWith("List") && !objects.getFirst().path("kind").asText().equals(kind);
    var all = new ArrayList<ObjectNode>();
    for (int i = 0; i < converted.size(); i++) {
      String invalid = list ? what + " returned invalid converted object at index " + i : what;
      all.add(checked(objects.get(i), converted.get(i), apiVersion, invalid, list));
    }
    return all;
  }

  private static String problem(ObjectNode answer, String uid, String version) {
    JsonNode response = answer.path("response");
    if (version.equals("v1")) {
      String api = Meta.text(answer, "/apiVersion");
      String kind = Meta.text(answer, "/kind");
      if (!api.equals(GROUP + "v1") || !kind.equals("ConversionReview")) {
        return "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got "
            + (api.contains("/") ? api : "/" + api)
            + ", Kind="
            + kind;
      }
    }
    if (!response.isObject()) {
      return "no response provided";
    }
    String theirs = Meta.text(response, "/uid");
    if (version.equals("v1") && !theirs.equals(uid)) {
      return "expected response.uid=" + GoQuote.of(uid) + ", got " + GoQuote.of(theirs);
    }
    String status = Meta.text(response, "/result/status");
    if (status.equals("Success")) {
      return "";
    }
    String message = Meta.text(response, "/result/message");
    return message.isEmpty()
        ? "response.result.status was '" + status + "', not 'Success'"
        : message;
  }

  /** The converted object with its original metadata, except labels and annotations. */
  private static ObjectNode checked(
      ObjectNode original, JsonNode converted, String apiVersion, String what, boolean list) {
    String index = list ? ": " : " returned invalid object at index 0: ";
    String api = Meta.text(converted, "/apiVersion");
    if (!api.equals(apiVersion)) {
      throw StatusException.unclassified(
          what
              + index
              + "invalid groupVersion (expected "
              + apiVersion
              + ", received "
              + api
              + ")");
    }
    same("kind", "/kind", original, converted, what, index);
    String invalid =
        list ? ": must have the same " : " returned invalid object: must have the same ";
    same("name", "/metadata/name", original, converted, what, invalid);
    same("namespace", "/metadata/namespace", original, converted, what, invalid);
    same("UID", "/metadata/uid", original, converted, what, invalid);
    if (!(converted instanceof ObjectNode object)
        || !(converted.path("metadata") instanceof ObjectNode theirs)) {
      throw StatusException.unclassified(
          what + " returned invalid metadata: missing metadata in converted object");
    }
    ObjectNode meta = Meta.of(original).deepCopy();
    for (String field : List.of("labels", "annotations")) {
      if (theirs.path(field).isObject()) {
        meta.set(field, theirs.path(field));
      } else {
        meta.remove(field);
      }
    }
    object.set("metadata", meta);
    return object;
  }

  private static void same(
      String field,
      String pointer,
      JsonNode original,
      JsonNode converted,
      String what,
      String end) {
    String was = Meta.text(original, pointer);
    String is = Meta.text(converted, pointer);
    if (!was.equals(is)) {
      throw StatusException.unclassified(
          field.equals("kind")
              ? what + end + "invalid kind (expected " + was + ", received " + is + ")"
              : what + end + field + ": " + was + " != " + is);
    }
  }
}
