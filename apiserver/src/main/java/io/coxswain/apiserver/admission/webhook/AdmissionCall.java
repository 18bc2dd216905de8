package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.auth.review.UserInfo;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.env.Entropy;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;

/** One call of one webhook, and the validation of its response. */
final class AdmissionCall {
  private static final String GROUP = "admission.k8s.io/";

  private final WebhookRegistry registry;
  private final Entropy ids;
  private final boolean mutating;
  private final ServerMetrics metrics;

  AdmissionCall(WebhookRegistry registry, Entropy ids, boolean mutating, ServerMetrics metrics) {
    this.registry = registry;
    this.ids = ids;
    this.mutating = mutating;
    this.metrics = metrics;
  }

  /** A failed call, to be handled by the webhook's failure policy. */
  static final class FailedException extends Exception {
    private FailedException(Hook hook, String why) {
      super("failed calling webhook " + GoQuote.of(hook.name()) + ": " + why, null, false, false);
    }
  }

  /**
   * Calls the webhook.
   *
   * @return the JSON patch to apply, if any
   * @throws StatusException if the webhook denies the request
   */
  Optional<byte[]> ask(Invocation invocation) throws FailedException {
    long began = metrics.begin();
    boolean refused = true;
    try {
      Optional<byte[]> patch = answer(invocation);
      refused = false;
      return patch;
    } catch (FailedException e) {
      refused = !invocation.hook().ignoresFailures();
      throw e;
    } finally {
      String operation = invocation.attributes().operation().name();
      metrics.asked(invocation.hook().name(), mutating, operation, refused, began);
    }
  }

  private Optional<byte[]> answer(Invocation invocation) throws FailedException {
    Hook hook = invocation.hook();
    Attributes attributes = invocation.attributes();
    if (attributes.dryRun() && !hook.allowsDryRun()) {
      throw StatusException.badRequest(
          "admission webhook " + GoQuote.of(hook.name()) + " does not support dry run");
    }
    String version =
        hook.reviewVersions().stream()
            .filter(v -> v.equals("v1") || v.equals("v1beta1"))
            .findFirst()
            .orElseThrow(
                () ->
                    new FailedException(
                        hook,
                        "could not create admission objects: webhook does not accept known"
                            + " AdmissionReview versions (v1, v1beta1)"));
    String uid = ids.uuid().toString();
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.put("kind", "AdmissionReview").put("apiVersion", GROUP + version);
    review.set("request", request(uid, invocation));
    ObjectNode answer;
    try {
      String query = "?timeout=" + hook.timeout().toSeconds() + "s";
      answer = registry.call(hook.destination(), review, hook.timeout(), query);
    } catch (IOException e) {
      throw new FailedException(hook, "failed to call webhook: " + e.getMessage());
    }
    String problem = problem(answer, uid, version);
    if (!problem.isEmpty()) {
      throw new FailedException(hook, "received invalid webhook response: " + problem);
    }
    JsonNode response = answer.path("response");
    for (var annotation : response.path("auditAnnotations").properties()) {
      attributes
          .context()
          .annotations()
          .add(hook.name() + "/" + annotation.getKey(), annotation.getValue().asText());
    }
    attributes.context().warnings().addAll(Meta.strings(response.path("warnings")));
    if (!response.path("allowed").asBoolean(false)) {
      throw refusal(hook, response.path("status"));
    }
    String patch = Meta.text(response, "/patch");
    if (patch.isEmpty()) {
      return Optional.empty();
    }
    String type = version.equals("v1") ? Meta.text(response, "/patchType") : "JSONPatch";
    if (!type.equals("JSONPatch")) {
      throw new FailedException(hook, "unsupported patch type " + GoQuote.of(type));
    }
    try {
      return Optional.of(Base64.getDecoder().decode(patch));
    } catch (IllegalArgumentException e) {
      throw new FailedException(
          hook, "failed to call webhook: illegal base64 data in response.patch");
    }
  }

  private static ObjectNode request(String uid, Invocation invocation) {
    Attributes attributes = invocation.attributes();
    ResourceType asked = attributes.kind().type();
    ResourceType seen = invocation.kind().type();
    ResourceType object = attributes.request().type();
    boolean own = object.kind().equals(asked.kind()) && object.group().equals(asked.group());
    ObjectNode request = Json.MAPPER.createObjectNode();
    request.put("uid", uid);
    request.set("kind", kind(own ? seen : object));
    request.set("resource", resource(seen));
    if (!attributes.subresource().isEmpty()) {
      request.put("subResource", attributes.subresource());
    }
    request.set("requestKind", kind(object));
    request.set("requestResource", resource(asked));
    if (!attributes.subresource().isEmpty()) {
      request.put("requestSubResource", attributes.subresource());
    }
    if (!attributes.name().isEmpty()) {
      request.put("name", attributes.name());
    }
    String namespace = HookMatcher.namespace(attributes);
    if (!namespace.isEmpty()) {
      request.put("namespace", namespace);
    }
    request.put("operation", attributes.operation().name());
    request.set("userInfo", UserInfo.of(attributes.user()));
    request.set("object", orNull(invocation.object()));
    request.set("oldObject", orNull(invocation.old()));
    request.put("dryRun", attributes.dryRun());
    request.set("options", attributes.request().options().get());
    return request;
  }

  private static JsonNode orNull(JsonNode object) {
    return object.isMissingNode() ? NullNode.getInstance() : object.deepCopy();
  }

  private static ObjectNode kind(ResourceType type) {
    return Json.MAPPER
        .createObjectNode()
        .put("group", type.group())
        .put("version", type.version())
        .put("kind", type.kind());
  }

  private static ObjectNode resource(ResourceType type) {
    return Json.MAPPER
        .createObjectNode()
        .put("group", type.group())
        .put("version", type.version())
        .put("resource", type.plural());
  }

  /** What is malformed in a response; empty if nothing. */
  private String problem(ObjectNode answer, String uid, String version) {
    JsonNode response = answer.path("response");
    if (!response.isObject()) {
      return "webhook response was absent";
    }
    if (!version.equals("v1")) {
      return "";
    }
    String theirs = Meta.text(response, "/uid");
    if (!theirs.equals(uid)) {
      return "expected response.uid=" + GoQuote.of(uid) + ", got " + GoQuote.of(theirs);
    }
    String api = Meta.text(answer, "/apiVersion");
    String kind = Meta.text(answer, "/kind");
    if (!api.equals(GROUP + version) || !kind.equals("AdmissionReview")) {
      String shown = api.contains("/") ? api : "/" + api;
      return "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got "
          + shown
          + ", Kind="
          + kind;
    }
    boolean patch = !Meta.text(response, "/patch").isEmpty();
    boolean type = response.hasNonNull("patchType");
    if (!mutating) {
      if (patch) {
        return "validating webhook may not return response.patch";
      }
      return type ? "validating webhook may not return response.patchType" : "";
    }
    if (patch && !type) {
      return "webhook returned response.patch but not response.patchType";
    }
    if (!patch && type) {
      return "webhook returned response.patchType but not response.patch";
    }
    return patch && Meta.text(response, "/patchType").isEmpty()
        ? "webhook returned invalid response.patchType of \"\""
        : "";
  }

  private static StatusException refusal(Hook hook, JsonNode said) {
    int code = Math.max(said.path("code").asInt(0), 0);
    String reason = Meta.text(said, "/reason");
    String message = Meta.text(said, "/message");
    String text = "admission webhook " + GoQuote.of(hook.name()) + " denied the request";
    if (!message.isEmpty() || !reason.isEmpty()) {
      text += ": " + (message.isEmpty() ? reason : message);
    } else {
      text += " without explanation";
    }
    var refusal = StatusException.of(code < 400 ? 400 : code, reason, text);
    if (said.path("details").isObject()) {
      refusal.status().set("details", said.path("details").deepCopy());
    }
    return refusal;
  }
}
