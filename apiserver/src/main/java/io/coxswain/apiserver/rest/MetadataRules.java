package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import io.coxswain.apiserver.schema.FieldError;
import java.util.List;

/** The rules of metadata that hold for every kind. */
final class MetadataRules {
  private static final List<String> SHORT_FINALIZERS =
      List.of("orphan", "foregroundDeletion", "kubernetes");

  private MetadataRules() {}

  static void validate(ServedKind kind, ObjectNode object, List<FieldError> errors) {
    JsonNode meta = object.path("metadata");
    String generateName = meta.path("generateName").asText("");
    if (!generateName.isEmpty()) {
      String sample = Formats.prefix(generateName);
      for (String problem : kind.facts().names().problems(sample)) {
        errors.add(FieldError.invalid("metadata.generateName", generateName, problem));
      }
    }
    String name = Meta.name(object);
    if (name.isEmpty()) {
      errors.add(FieldError.required("metadata.name", "name or generateName is required"));
    } else {
      for (String problem : kind.facts().names().problems(name)) {
        errors.add(FieldError.invalid("metadata.name", name, problem));
      }
    }
    if (kind.type().namespaced() && !Meta.namespace(object).isEmpty()) {
      for (String problem : Formats.dnsLabel(Meta.namespace(object))) {
        errors.add(FieldError.invalid("metadata.namespace", Meta.namespace(object), problem));
      }
    }
    LabelRules.labels(Field.of(meta.path("labels"), "metadata.labels", errors));
    LabelRules.annotations(Field.of(meta.path("annotations"), "metadata.annotations", errors));
    ownerReferences(meta.path("ownerReferences"), errors);
    finalizers(meta.path("finalizers"), errors);
  }

  static void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    finalizers(object.at("/metadata/finalizers"), errors);
    if (Meta.deleting(before)) {
      var old = Meta.finalizers(before);
      var added = Meta.finalizers(object).stream().filter(f -> !old.contains(f)).sorted().toList();
      if (!added.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                "metadata.finalizers",
                "no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers []string{"
                    + String.join(", ", added.stream().map(f -> "\"" + f + "\"").toList())
                    + "}"));
      }
    }
  }

  private static void ownerReferences(JsonNode owners, List<FieldError> errors) {
    String field = "metadata.ownerReferences";
    String controller = "";
    for (JsonNode owner : owners) {
      if (owner.path("apiVersion").asText("").isEmpty()) {
        errors.add(
            FieldError.invalid(
                field + ".apiVersion",
                owner.path("apiVersion").asText(""),
                "version must not be empty"));
      }
      if (owner.path("kind").asText("").isEmpty()) {
        errors.add(FieldError.invalid(field + ".kind", "", "must not be empty"));
      }
      if (owner.path("name").asText("").isEmpty()) {
        errors.add(FieldError.invalid(field + ".name", "", "must not be empty"));
      }
      if (owner.path("uid").asText("").isEmpty()) {
        errors.add(FieldError.invalid(field + ".uid", "", "must not be empty"));
      }
      if (owner.path("apiVersion").asText("").equals("v1")
          && owner.path("kind").asText("").equals("Event")) {
        errors.add(
            FieldError.invalid(field, owner, "/v1, Kind=Event is disallowed from being an owner"));
      }
      if (owner.path("controller").asBoolean(false)) {
        if (!controller.isEmpty()) {
          errors.add(
              FieldError.invalid(
                  "metadata.ownerReferences",
                  owners,
                  "Only one reference can have Controller set to true. Found \"true\" in references"
                      + " for "
                      + controller
                      + " and "
                      + owner.path("kind").asText()
                      + "/"
                      + owner.path("name").asText()));
        } else {
          controller = owner.path("kind").asText() + "/" + owner.path("name").asText();
        }
      }
    }
  }

  private static void finalizers(JsonNode finalizers, List<FieldError> errors) {
    var names = Meta.strings(finalizers);
    if (names.contains("orphan") && names.contains("foregroundDeletion")) {
      errors.add(
          FieldError.invalid(
              "metadata.finalizers",
              finalizers,
              "finalizer orphan and foregroundDeletion cannot be both set"));
    }
    int i = 0;
    for (String finalizer : Meta.strings(finalizers)) {
      String field = "metadata.finalizers[" + i++ + "]";
      for (String problem : Formats.qualifiedName(finalizer)) {
        errors.add(FieldError.invalid("metadata.finalizers", finalizer, problem));
      }
      if (!finalizer.contains("/") && !SHORT_FINALIZERS.contains(finalizer)) {
        errors.add(
            FieldError.invalid(
                field,
                TextNode.valueOf(finalizer),
                "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
  }
}
