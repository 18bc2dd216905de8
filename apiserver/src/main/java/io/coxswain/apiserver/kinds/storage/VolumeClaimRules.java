package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.ResourceLists;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import java.math.BigDecimal;
import java.util.List;

/** The rules of PersistentVolumeClaims. */
final class VolumeClaimRules {
  static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";
  private static final List<String> RESIZE_STATES =
      List.of(
          "ControllerResizeInProgress",
          "ControllerResizeInfeasible",
          "NodeResizeInProgress",
          "NodeResizeInfeasible",
          "NodeResizePending");

  private VolumeClaimRules() {}

  static void defaults(ObjectNode claim) {
    ObjectNode spec = Meta.child(claim, "spec");
    Meta.setDefault(spec, "volumeMode", "Filesystem");
    ObjectNode resources = Meta.child(spec, "resources");
    ResourceLists.roundUp(resources.path("limits"));
    ResourceLists.roundUp(resources.path("requests"));
    ObjectNode status = Meta.child(claim, "status");
    Meta.setDefault(status, "phase", "Pending");
    ResourceLists.roundUp(status.path("capacity"));
    ResourceLists.roundUp(status.path("allocatedResources"));
  }

  /** Copies one of the two data source fields to the other. */
  static void matchDataSources(ObjectNode claim) {
    ObjectNode spec = Meta.child(claim, "spec");
    JsonNode reference = spec.path("dataSourceRef");
    if (!reference.path("namespace").asText("").isEmpty()) {
      return;
    }
    if (spec.has("dataSource") && !reference.isObject()) {
      spec.set("dataSourceRef", spec.get("dataSource").deepCopy());
    } else if (reference.isObject() && !spec.has("dataSource")) {
      ObjectNode source = reference.deepCopy();
      source.remove("namespace");
      spec.set("dataSource", source);
    }
  }

  static void spec(Field spec) {
    PersistentVolumeRules.accessModes(spec.get("accessModes").silent(), "");
    if (spec.get("accessModes").isEmpty()) {
      spec.get("accessModes").required("at least 1 access mode is required");
    }
    LabelRules.selector(spec.get("selector"));
    if (!spec.get("accessModes").isEmpty()) {
      PersistentVolumeRules.accessModes(spec.get("accessModes"), "");
    }
    Field size = spec.get("resources.requests.storage").at(spec.path() + ".resources[storage]");
    if (!size.isSet()) {
      size.required();
    } else {
      PersistentVolumeRules.positive(size);
    }
    if (!spec.get("storageClassName").isEmpty()) {
      spec.get("storageClassName").matches(Formats::dnsSubdomain);
    }
    spec.get("volumeMode").oneOfIfSet(PersistentVolumeRules.VOLUME_MODES);
    dataSource(spec.get("dataSource"));
    dataSource(spec.get("dataSourceRef"));
    Field reference = spec.get("dataSourceRef");
    if (spec.has("dataSource") && reference.isSet()) {
      if (!reference.get("namespace").isEmpty()) {
        spec.invalid(
            spec.path() + ".dataSource",
            "may not be specified when dataSourceRef.namespace is specified");
      } else if (!same(spec.get("dataSource"), reference)) {
        spec.invalid(spec.path() + ".dataSource", "must match dataSourceRef");
      }
    }
    if (!spec.get("volumeAttributesClassName").isEmpty()) {
      spec.get("volumeAttributesClassName").matches(Formats::dnsSubdomain);
    }
  }

  private static boolean same(Field source, Field reference) {
    return List.of("apiGroup", "kind", "name").stream()
        .allMatch(part -> source.text(part).equals(reference.text(part)));
  }

  private static void dataSource(Field source) {
    if (!source.isSet()) {
      return;
    }
    source.get("name").isGiven();
    source.get("kind").isGiven();
    Field group = source.get("apiGroup");
    if (group.isEmpty() && !source.get("kind").is("PersistentVolumeClaim")) {
      source.invalid(
          source.text("kind"),
          "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    }
    if (!group.isEmpty()) {
      group.matches(Formats::dnsSubdomain);
    }
    if (!source.get("namespace").isEmpty()) {
      source.get("namespace").matches(Formats::dnsLabel);
    }
  }

  static void step(Field claim, ObjectNode before) {
    ObjectNode now = Meta.child((ObjectNode) claim.node(), "spec").deepCopy();
    ObjectNode old = before.path("spec").deepCopy();
    if (!old.has("volumeName") && now.has("volumeName")) {
      old.set("volumeName", now.get("volumeName"));
    }
    storageClass(claim, before, now, old);
    if (claim.text("status.phase").equals("Bound")) {
      JsonNode size = old.at("/resources/requests/storage");
      if (now.at("/resources/requests") instanceof ObjectNode requests && size.isTextual()) {
        requests.set("storage", size);
      }
      copy(old, now, "volumeAttributesClassName");
    }
    if (!SameJson.same(now, old)) {
      claim
          .get("spec")
          .forbidden(
              "spec is immutable after creation except resources.requests and"
                  + " volumeAttributesClassName for bound claims\n"
                  + VolumeDiff.ofClaims(old, now));
    }
    size(claim, before);
    claim.get("spec.volumeMode").at("volumeMode").unchangedFrom(before.at("/spec/volumeMode"));
    attributes(claim.get("spec.volumeAttributesClassName"), before);
  }

  private static void storageClass(Field claim, ObjectNode before, ObjectNode now, ObjectNode old) {
    JsonNode was = before.at("/metadata/annotations").path(CLASS_ANNOTATION);
    Field is = claim.get("metadata.annotations").entry(CLASS_ANNOTATION);
    boolean classless = !old.has("storageClassName");
    String name = now.path("storageClassName").asText("");
    if (was.isTextual() && classless && name.equals(was.asText())) {
      now.remove("storageClassName");
      return;
    }
    if (!was.asText("").equals(is.text())) {
      is.at("metadata.annotations." + CLASS_ANNOTATION)
          .with(is.text())
          .invalid("field is immutable");
    }
    if (classless && now.has("storageClassName") && !was.isTextual()) {
      now.remove("storageClassName");
    }
  }

  private static void copy(ObjectNode from, ObjectNode to, String field) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }

  private static void size(Field claim, ObjectNode before) {
    Field size = claim.get("spec.resources.requests.storage");
    BigDecimal now = Quantities.value(size.text());
    if (now.compareTo(Quantities.value(Meta.text(before, "/spec/resources/requests/storage"))) < 0
        && now.compareTo(Quantities.value(Meta.text(before, "/status/capacity/storage"))) <= 0) {
      size.forbidden("field can not be less than status.capacity");
    }
  }

  private static void attributes(Field name, ObjectNode before) {
    if (!before.at("/status/currentVolumeAttributesClassName").isTextual()
        || SameJson.same(name.node(), before.at("/spec/volumeAttributesClassName"))) {
      return;
    }
    if (!name.isSet()) {
      name.forbidden(
          "update to nil is forbidden when status.currentVolumeAttributesClassName is not nil");
    } else if (name.isEmpty()) {
      name.forbidden(
          "update to empty string is forbidden when status.currentVolumeAttributesClassName is not"
              + " nil");
    }
  }

  static void statusStep(Field claim) {
    if (claim.get("spec.accessModes").isEmpty()) {
      claim.get("spec.accessModes").at("Spec.accessModes").required();
    }
    for (Field entry : claim.get("status.capacity").entries()) {
      basic(entry);
    }
    Field states = claim.get("status.allocatedResourceStatuses");
    for (Field entry : states.entries()) {
      resourceKey(states.with(entry.key()));
      if (!RESIZE_STATES.contains(entry.text())) {
        states.with(entry.key()).unsupported(RESIZE_STATES.stream().sorted().toList());
      }
    }
    Field allocated = claim.get("status.allocatedResources");
    for (Field entry : allocated.entries()) {
      resourceKey(allocated.with(entry.key()));
      basic(entry);
    }
  }

  private static void resourceKey(Field key) {
    List<String> problems = Formats.qualifiedName(key.text());
    problems.forEach(key::invalid);
    if (problems.isEmpty() && !key.text().contains("/") && !key.is("storage")) {
      key.unsupported("storage");
    }
  }

  private static void basic(Field quantity) {
    BigDecimal value = Quantities.value(quantity.text());
    if (value.signum() < 0) {
      quantity.invalid(
          Json.NODES.numberNode(value.longValue()), "must be a valid resource quantity");
    }
  }

  static void warn(ObjectNode spec, List<String> warnings) {
    for (String part : List.of("requests", "limits")) {
      String size = spec.at("/resources/" + part + "/storage").asText("");
      if (!size.isEmpty() && !Quantities.isInteger(Quantities.value(size))) {
        warnings.add(
            "spec.resources."
                + part
                + "[storage]: fractional byte value \""
                + size
                + "\" is invalid, must be an integer");
      }
    }
  }
}
