package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Propagation;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.schema.DecodeException;
import io.coxswain.apiserver.schema.TypedForm;
import io.coxswain.env.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a delete; null for unset ones. */
record DeleteOptions(
    @Nullable Long graceSeconds,
    Propagation propagation,
    @Nullable String uid,
    @Nullable String resourceVersion,
    List<String> dryRun) {
  static final DeleteOptions NONE =
      new DeleteOptions(null, Propagation.UNSET, null, null, List.of());

  /** Returns a copy with this dry-run setting. */
  DeleteOptions dry(boolean dry) {
    return new DeleteOptions(
        graceSeconds, propagation, uid, resourceVersion, dry ? List.of("All") : List.of());
  }

  /** Returns a copy with this resourceVersion as precondition. */
  DeleteOptions at(String revision) {
    return new DeleteOptions(graceSeconds, propagation, uid, revision, dryRun);
  }

  static DeleteOptions of(ApiRequest request) {
    DeleteOptions options = request.body().length > 0 ? ofBody(body(request)) : ofQuery(request);
    options.check();
    return options;
  }

  private static JsonNode body(ApiRequest request) {
    JsonNode body =
        Body.mediaType(request).equals(Protobuf.MEDIA_TYPE)
            ? ProtobufBody.options(request, "DeleteOptions")
            : Body.tree(request, "", false);
    String kind = body.path("kind").asText("");
    if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
      throw StatusException.badRequest(
          "no kind \""
              + kind
              + "\" is registered for version \""
              + body.path("apiVersion").asText()
              + "\" in scheme"
              + " \"k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27\"");
    }
    if (body.isNull()) {
      return body;
    }
    if (!(body instanceof ObjectNode options)) {
      throw StatusException.badRequest(
          "couldn't get version/kind; json parse error: json: cannot unmarshal "
              + Body.goName(body)
              + " into Go value of type "
              + Body.TYPE_META);
    }
    try {
      var _ = TypedForm.decode(options, BuiltInTypes.named("meta.v1.DeleteOptions"));
    } catch (DecodeException e) {
      throw StatusException.badRequest(e.text());
    }
    return options;
  }

  static DeleteOptions ofBody(JsonNode body) {
    JsonNode preconditions = body.path("preconditions");
    return new DeleteOptions(
        body.path("gracePeriodSeconds").isNumber()
            ? body.path("gracePeriodSeconds").asLong()
            : null,
        new Propagation(
            body.path("propagationPolicy").textValue(),
            body.path("orphanDependents").isBoolean()
                ? body.path("orphanDependents").asBoolean()
                : null),
        preconditions.path("uid").textValue(),
        preconditions.path("resourceVersion").textValue(),
        Meta.strings(body.path("dryRun")));
  }

  private static DeleteOptions ofQuery(ApiRequest request) {
    String grace = request.query("gracePeriodSeconds");
    String orphan = request.query("orphanDependents");
    return new DeleteOptions(
        grace == null ? null : IntegerParameter.parse(grace),
        new Propagation(
            request.query("propagationPolicy"), orphan == null ? null : RequestInfo.isTrue(orphan)),
        request.query("preconditions.uid"),
        request.query("preconditions.resourceVersion"),
        request.query().stream()
            .filter(p -> p.name().equals("dryRun"))
            .map(ApiRequest.Parameter::value)
            .toList());
  }

  private void check() {
    var errors = new ArrayList<FieldError>();
    String policy = propagation.policy();
    if (policy != null && propagation.orphanDependents() != null) {
      errors.add(
          FieldError.invalid(
              "propagationPolicy",
              policy,
              "orphanDependents and deletionPropagation cannot be both set"));
    }
    var known = List.of("Foreground", "Background", "Orphan");
    if (policy != null && !known.contains(policy)) {
      errors.add(
          FieldError.notSupported(
              "propagationPolicy",
              TextNode.valueOf(policy),
              List.of("Foreground", "Background", "Orphan", "nil")));
    }
    if (dryRun.stream().anyMatch(value -> !value.equals("All"))) {
      errors.add(
          FieldError.notSupported("dryRun", Json.MAPPER.valueToTree(dryRun), List.of("All")));
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(
          "DeleteOptions.meta.k8s.io", "meta.k8s.io", "DeleteOptions", "", errors);
    }
  }
}
