package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.schema.DecodeException;
import io.coxswain.apiserver.schema.TypedForm;
import io.coxswain.env.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an object is to be deleted; what is null was not said. */
record DeleteOptions(
    @Nullable Long graceSeconds,
    @Nullable String propagation,
    @Nullable Boolean orphanDependents,
    @Nullable String uid,
    @Nullable String resourceVersion,
    List<String> dryRun) {
  static final DeleteOptions NONE = new DeleteOptions(null, null, null, null, null, List.of());

  /** The same, as a dry run or not. */
  DeleteOptions dry(boolean dry) {
    return new DeleteOptions(
        graceSeconds,
        propagation,
        orphanDependents,
        uid,
        resourceVersion,
        dry ? List.of("All") : List.of());
  }

  /** The same for the one state of the revision. */
  DeleteOptions at(String revision) {
    return new DeleteOptions(graceSeconds, propagation, orphanDependents, uid, revision, dryRun);
  }

  boolean saysNothingOfDependents() {
    return propagation == null && orphanDependents == null;
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
        body.path("propagationPolicy").textValue(),
        body.path("orphanDependents").isBoolean()
            ? body.path("orphanDependents").asBoolean()
            : null,
        preconditions.path("uid").textValue(),
        preconditions.path("resourceVersion").textValue(),
        Meta.strings(body.path("dryRun")));
  }

  private static DeleteOptions ofQuery(ApiRequest request) {
    String grace = request.query("gracePeriodSeconds");
    String orphan = request.query("orphanDependents");
    return new DeleteOptions(
        grace == null ? null : number(grace),
        request.query("propagationPolicy"),
        orphan == null ? null : RequestInfo.isTrue(orphan),
        request.query("preconditions.uid"),
        request.query("preconditions.resourceVersion"),
        request.query().stream()
            .filter(p -> p.name().equals("dryRun"))
            .map(ApiRequest.Parameter::value)
            .toList());
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw StatusException.badNumber(text);
    }
  }

  private void check() {
    var errors = new ArrayList<FieldError>();
    if (propagation != null && orphanDependents != null) {
      errors.add(
          FieldError.invalid(
              "propagationPolicy",
              propagation,
              "orphanDependents and deletionPropagation cannot be both set"));
    }
    var known = List.of("Foreground", "Background", "Orphan");
    if (propagation != null && !known.contains(propagation)) {
      errors.add(
          FieldError.notSupported(
              "propagationPolicy",
              TextNode.valueOf(propagation),
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
