package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.MetadataChecks;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** The rules for metadata of all kinds. */
final class MetadataRules {
  private static final List<String> SHORT_FINALIZERS =
      List.of("orphan", "foregroundDeletion", "kubernetes");

  private static final List<String> IMMUTABLE =
      List.of("uid", "deletionTimestamp", "deletionGracePeriodSeconds");

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
    Field.of(meta.path("generation"), "metadata.generation", errors).nonNegative();
    LabelRules.labels(Field.of(meta.path("labels"), "metadata.labels", errors));
    LabelRules.annotations(Field.of(meta.path("annotations"), "metadata.annotations", errors));
    ownerReferences(meta.path("ownerReferences"), errors);
    finalizers(kind, meta.path("finalizers"), errors);
  }

  /** The rules for updates, as often as {@link MetadataChecks} specifies. */
  static void validateUpdate(
      ServedKind kind, boolean status, ObjectNode object, ObjectNode before, List<FieldError> to) {
    validate(kind, object, to);
    changes(object, before, to);
    MetadataChecks checks = kind.facts().metadataChecks();
    int changes = status ? checks.statusChanges() : checks.changes();
    for (int i = 0; i < changes; i++) {
      changes(object, before, to);
    }
    for (int i = 0; !status && i < checks.wholes(); i++) {
      validate(kind, object, to);
    }
  }

  private static void changes(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    JsonNode meta = object.path("metadata");
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
    for (String field : IMMUTABLE) {
      JsonNode value = meta.path(field);
      if (!value.equals(before.path("metadata").path(field))) {
        errors.add(FieldError.invalid("metadata." + field, value, "field is immutable"));
      }
    }
    LabelRules.labels(Field.of(meta.path("labels"), "metadata.labels", errors));
    LabelRules.annotations(Field.of(meta.path("annotations"), "metadata.annotations", errors));
    ownerReferences(meta.path("ownerReferences"), errors);
  }

  private static void ownerReferences(JsonNode owners, List<FieldError> errors) {
    String field = "metadata.ownerReferences";
    String controller = "";
    for (JsonNode owner : owners) {
      String apiVersion = owner.path("apiVersion").asText("");
      int slash = apiVersion.indexOf('/');
      if (apiVersion.isEmpty()
          || apiVersion.endsWith("/")
          || (slash >= 0 && apiVersion.indexOf('/', slash + 1) > 0)) {
        errors.add(
            FieldError.invalid(field + ".apiVersion", apiVersion, "version must not be empty"));
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
            FieldError.invalid(
                field,
                InternalForm.of("meta.OwnerReference", owner),
                "/v1, Kind=Event is disallowed from being an owner"));
      }
      if (owner.path("controller").asBoolean(false)) {
        if (!controller.isEmpty()) {
          errors.add(
              FieldError.invalid(
                  "metadata.ownerReferences",
                  InternalForm.of("[]meta.OwnerReference", owners),
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

  private static void finalizers(ServedKind kind, JsonNode finalizers, List<FieldError> errors) {
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
      // For custom resources this is only a warning, by their strategy.
      boolean known = finalizer.contains("/") || SHORT_FINALIZERS.contains(finalizer);
      if (!known && !kind.facts().custom()) {
        errors.add(
            FieldError.invalid(
                field,
                TextNode.valueOf(finalizer),
                "name is neither a standard finalizer name nor is it fully qualified"));
      }
    }
  }
}
