package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;
import java.util.Set;

/** The rules of metadata that hold for every kind. */
final class MetadataRules {
  private static final List<String> SHORT_FINALIZERS =
      List.of("orphan", "foregroundDeletion", "kubernetes");

  private static final List<String> IMMUTABLE =
      List.of("uid", "deletionTimestamp", "deletionGracePeriodSeconds");

  private MetadataRules() {}

  /**
   * Whether a new object's metadata is looked at only if all else is well: the rules of the kind
   * leave it out, and what is checked for all kinds comes after them.
   */
  static boolean comesLast(ServedKind kind) {
    return kind.collection().equals("poddisruptionbudgets.policy")
        || (kind.collection().equals("events") && kind.type().group().isEmpty());
  }

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
    finalizers(kind, meta.path("finalizers"), errors);
  }

  /**
   * What every update is checked for. Upstream checks the same in several places, once for all
   * kinds and again for each; all of it shows in the causes of a refusal.
   */
  static void validateUpdate(
      ServedKind kind, boolean status, ObjectNode object, ObjectNode before, List<FieldError> to) {
    validate(kind, object, to);
    changes(object, before, to);
    Repeats repeats = Repeats.of(kind, status);
    for (int i = 0; i < repeats.changes(); i++) {
      changes(object, before, to);
    }
    for (int i = 0; i < repeats.wholes(); i++) {
      validate(kind, object, to);
    }
  }

  /**
   * How often the metadata of a kind is checked beyond what is checked for all kinds.
   *
   * @param changes as a change of metadata
   * @param wholes as any metadata
   */
  private record Repeats(int changes, int wholes) {
    private static final Set<String> CHANGES_ONLY =
        Set.of(
            "podtemplates",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "deployments.apps",
            "statefulsets.apps",
            "daemonsets.apps",
            "replicasets.apps",
            "cronjobs.batch",
            "horizontalpodautoscalers.autoscaling",
            "leases.coordination.k8s.io",
            "csidrivers.storage.k8s.io",
            "priorityclasses.scheduling.k8s.io",
            "servicecidrs.networking.k8s.io",
            "customresourcedefinitions.apiextensions.k8s.io");
    private static final Set<String> WHOLES_ONLY =
        Set.of(
            "limitranges",
            "endpointslices.discovery.k8s.io",
            "volumeattachments.storage.k8s.io",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            "validatingadmissionpolicybindings.admissionregistration.k8s.io",
            "flowschemas.flowcontrol.apiserver.k8s.io",
            "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io");
    private static final Set<String> NEITHER =
        Set.of("poddisruptionbudgets.policy", "events", "events.events.k8s.io");
    private static final Set<String> NEITHER_FOR_STATUS =
        Set.of("cronjobs.batch", "poddisruptionbudgets.policy", "volumeattachments.storage.k8s.io");

    static Repeats of(ServedKind kind, boolean status) {
      String collection = kind.collection();
      if (status) {
        return new Repeats(NEITHER_FOR_STATUS.contains(collection) ? 0 : 1, 0);
      }
      if (kind.facts().custom() || CHANGES_ONLY.contains(collection)) {
        return new Repeats(1, 0);
      }
      if (WHOLES_ONLY.contains(collection)) {
        return new Repeats(0, 1);
      }
      if (NEITHER.contains(collection)) {
        return new Repeats(0, 0);
      }
      boolean volume =
          collection.equals("persistentvolumes") || collection.equals("csinodes.storage.k8s.io");
      return volume ? new Repeats(0, 2) : new Repeats(1, 1);
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
                  InternalForm.of("[meta.OwnerReference", owners),
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
      // Custom resources are only warned, by their strategy.
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
