package io.coxswain.apiserver.auth.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.Decision;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reviews whether a user may perform a request. */
final class AccessReview implements Review {
  private static final String GROUP = "authorization.k8s.io";

  private final About about;
  private final Authorizer authorizer;

  /** The user that a review is about. */
  enum About {
    CALLER,
    ANYONE,
    ANYONE_HERE
  }

  AccessReview(About about, Authorizer authorizer) {
    this.about = about;
    this.authorizer = authorizer;
  }

  @Override
  public void check(ObjectNode question, String namespace) {
    var errors = new ArrayList<FieldError>();
    Field spec = Field.of(question, errors).get("spec");
    JsonNode resource = spec.get("resourceAttributes").node();
    JsonNode path = spec.get("nonResourceAttributes").node();
    if (resource.isObject() && path.isObject()) {
      errors.add(
          FieldError.invalid(
              "spec.nonResourceAttributes",
              inGo(path),
              "cannot be specified in combination with resourceAttributes"));
    }
    if (!resource.isObject() && !path.isObject()) {
      errors.add(
          FieldError.invalid(
              "spec.resourceAttributes",
              NullNode.getInstance(),
              "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
    }
    boolean nobody = spec.text("user").isEmpty() && spec.get("groups").isEmpty();
    if (about != About.CALLER && nobody) {
      errors.add(
          FieldError.invalid("spec.user", "", "at least one of user or group must be specified"));
    }
    selector(spec.get("resourceAttributes.fieldSelector"));
    selector(spec.get("resourceAttributes.labelSelector"));
    metadata(question, errors);
    if (about == About.ANYONE_HERE) {
      here(resource, path, Meta.namespace(question), errors);
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid("." + GROUP, GROUP, "", "", errors);
    }
  }

  private void metadata(ObjectNode question, List<FieldError> errors) {
    ObjectNode meta = Meta.of(question).deepCopy();
    meta.remove("managedFields");
    if (about == About.ANYONE_HERE) {
      meta.remove("namespace");
    }
    if (!meta.isEmpty()) {
      errors.add(
          FieldError.invalid(
              "metadata",
              Meta.of(question),
              about == About.ANYONE_HERE ? "must be empty except for namespace" : "must be empty"));
    }
  }

  private static void here(
      JsonNode resource, JsonNode path, String namespace, List<FieldError> errors) {
    String theirs = resource.path("namespace").asText("");
    if (resource.isObject() && !theirs.equals(namespace)) {
      errors.add(
          FieldError.invalid(
              "spec.resourceAttributes.namespace", theirs, "must match metadata.namespace"));
    }
    if (path.isObject()) {
      errors.add(
          FieldError.invalid(
              "spec.nonResourceAttributes", inGo(path), "disallowed on this kind of request"));
    }
  }

  private static void selector(Field selector) {
    if (!selector.isSet()) {
      return;
    }
    Field requirements = selector.get("requirements");
    boolean raw = !selector.text("rawSelector").isEmpty();
    if (raw && !requirements.isEmpty()) {
      selector
          .get("rawSelector")
          .invalid(
              selector.text("rawSelector"), "may not specified at the same time as requirements");
    }
    if (!raw && requirements.isEmpty()) {
      selector
          .errors()
          .add(
              FieldError.required(
                  requirements.path(),
                  "when "
                      + selector.path()
                      + " is specified, requirements or rawSelector is required"));
    }
    boolean labels = selector.key().equals("labelSelector");
    for (Field requirement : requirements.items()) {
      requirement(requirement, labels);
    }
  }

  /** Unknown operators are accepted, as upstream does for newer clients. */
  private static void requirement(Field requirement, boolean labels) {
    Field values = requirement.get("values");
    switch (requirement.text("operator")) {
      case "In", "NotIn" -> values.isGiven("must be specified when `operator` is 'In' or 'NotIn'");
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      default -> {}
    }
    if (labels) {
      requirement.get("key").matches(Formats::qualifiedName);
      values.items().forEach(value -> value.matches(Formats::labelValue));
    } else if (requirement.text("key").isEmpty()) {
      requirement.get("key").isGiven("must be specified");
    }
  }

  /** Upstream prints this object with the names of its Go fields. */
  private static ObjectNode inGo(JsonNode path) {
    ObjectNode shown = Json.MAPPER.createObjectNode();
    shown.set("Path", TextNode.valueOf(path.path("path").asText("")));
    shown.set("Verb", TextNode.valueOf(path.path("verb").asText("")));
    return shown;
  }

  @Override
  public ObjectNode answer(ObjectNode question, User caller) {
    JsonNode spec = question.path("spec");
    Decision decision = authorizer.decide(access(spec, about == About.CALLER ? caller : who(spec)));
    ObjectNode status = question.putObject("status");
    status.put("allowed", decision.allowed());
    if (!decision.reason().isEmpty()) {
      status.put("reason", decision.reason());
    }
    return question;
  }

  private static User who(JsonNode spec) {
    var extra = new TreeMap<String, List<String>>();
    spec.path("extra").properties().forEach(e -> extra.put(e.getKey(), Meta.strings(e.getValue())));
    return new User(
        spec.path("user").asText(""),
        spec.path("uid").asText(""),
        Meta.strings(spec.path("groups")),
        extra);
  }

  private static AuthorizationAttributes access(JsonNode spec, User user) {
    JsonNode resource = spec.path("resourceAttributes");
    if (!resource.isObject()) {
      return AuthorizationAttributes.path(
          user,
          Meta.text(spec, "/nonResourceAttributes/verb"),
          Meta.text(spec, "/nonResourceAttributes/path"));
    }
    return AuthorizationAttributes.resource(
            user,
            resource.path("verb").asText(""),
            resource.path("group").asText(""),
            resource.path("resource").asText(""),
            resource.path("namespace").asText(""),
            resource.path("name").asText(""))
        .withSubresource(resource.path("subresource").asText(""))
        .withFields(requiredFields(resource.at("/fieldSelector/requirements")));
  }

  private static SortedMap<String, String> requiredFields(JsonNode requirements) {
    var required = new TreeMap<String, String>();
    for (JsonNode requirement : requirements) {
      JsonNode values = requirement.path("values");
      if (requirement.path("operator").asText("").equals("In") && values.size() == 1) {
        required.putIfAbsent(requirement.path("key").asText(""), values.path(0).asText(""));
      }
    }
    return required;
  }
}
