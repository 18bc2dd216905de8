package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.ResourceLists;
import io.coxswain.apiserver.kinds.pod.SchedulingRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.math.BigDecimal;
import java.util.List;

/** The rules of PersistentVolumes. */
final class PersistentVolumeRules {
  static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");

  private PersistentVolumeRules() {}

  static void defaults(ObjectNode volume) {
    ObjectNode spec = Meta.child(volume, "spec");
    ResourceLists.roundUp(spec.path("capacity"));
    Meta.setDefault(spec, "volumeMode", "Filesystem");
    Meta.setDefault(spec, "persistentVolumeReclaimPolicy", "Retain");
    Meta.setDefault(Meta.child(volume, "status"), "phase", "Pending");
    VolumeSources.defaults(spec);
  }

  static void volume(Field volume) {
    Field spec = volume.get("spec");
    accessModes(spec.get("accessModes"), "");
    capacity(spec.get("capacity"));
    Field policy = spec.get("persistentVolumeReclaimPolicy");
    if (!policy.isEmpty()) {
      policy.oneOf(List.of("Delete", "Recycle", "Retain"));
    }
    nodeAffinity(spec.get("nodeAffinity"));
    VolumeSources.check(spec, volume.text("metadata.name"));
    rest(spec);
  }

  /** A volume within a VolumeAttachment. */
  static void inline(Field spec) {
    for (String field : List.of("claimRef", "capacity")) {
      if (!spec.get(field).isEmpty()) {
        spec.get(field).forbidden("may not be specified in the context of inline volumes");
      }
    }
    if (!spec.has("csi")) {
      spec.get("csi").required("has to be specified in the context of inline volumes");
    }
    accessModes(spec.get("accessModes"), "");
    Field policy = spec.get("persistentVolumeReclaimPolicy");
    if (!policy.isEmpty() && !policy.is("Retain")) {
      policy.forbidden("may only be Retain in the context of inline volumes");
    }
    if (spec.has("nodeAffinity")) {
      spec.get("nodeAffinity").forbidden("may not be specified in the context of inline volumes");
    }
    VolumeSources.check(spec, "");
    if (!spec.get("storageClassName").isEmpty()) {
      spec.get("storageClassName")
          .forbidden("may not be specified in the context of inline volumes");
    }
    Field mode = spec.get("volumeMode");
    if (mode.isSet() && !mode.is("Filesystem")) {
      mode.forbidden(
          "may not specify volumeMode other than Filesystem in the context of inline volumes");
    }
  }

  static void accessModes(Field modes, String ifNone) {
    if (modes.isEmpty()) {
      modes.required(ifNone);
    }
    boolean alone = false;
    boolean others = false;
    for (String mode : Meta.strings(modes.node())) {
      modes.with(mode).oneOf(ACCESS_MODES);
      alone |= mode.equals("ReadWriteOncePod");
      others |= !mode.equals("ReadWriteOncePod") && ACCESS_MODES.contains(mode);
    }
    if (alone && others) {
      modes.forbidden("may not use ReadWriteOncePod with other access modes");
    }
  }

  private static void capacity(Field capacity) {
    if (capacity.isEmpty()) {
      capacity.required();
    }
    if (!capacity.node().has("storage") || capacity.size() > 1) {
      capacity.with(byName(capacity)).unsupported("storage");
    }
    for (Field entry : capacity.entries()) {
      BigDecimal value = Quantities.value(entry.text());
      if (value.signum() < 0) {
        entry.error(
            FieldError.invalid(
                entry.path(),
                Json.NODES.numberNode(value.longValue()),
                "must be a valid resource quantity"));
      }
      positive(entry);
    }
  }

  private static JsonNode byName(Field capacity) {
    if (!capacity.isSet()) {
      return NullNode.instance;
    }
    ObjectNode sorted = Json.MAPPER.createObjectNode();
    capacity.entries().forEach(entry -> sorted.set(entry.key(), entry.node()));
    return sorted;
  }

  static void positive(Field quantity) {
    if (Quantities.value(quantity.text()).signum() <= 0) {
      quantity.invalid("must be greater than zero");
    }
  }

  private static void nodeAffinity(Field affinity) {
    if (!affinity.isSet()) {
      return;
    }
    if (affinity.has("required")) {
      SchedulingRules.nodeSelector(affinity.get("required"));
    } else {
      affinity.get("required").required("must specify required node constraints");
    }
  }

  private static void rest(Field spec) {
    if (spec.text("hostPath.path").replaceAll("/+", "/").equals("/")
        && spec.get("persistentVolumeReclaimPolicy").is("Recycle")) {
      spec.get("persistentVolumeReclaimPolicy")
          .forbidden("may not be 'recycle' for a hostPath mount of '/'");
    }
    if (!spec.get("storageClassName").isEmpty()) {
      spec.get("storageClassName").matches(Formats::dnsSubdomain);
    }
    spec.get("volumeMode").oneOfIfSet(VOLUME_MODES);
    Field attributes = spec.get("volumeAttributesClassName");
    if (attributes.isSet()) {
      if (attributes.isEmpty()) {
        attributes.required("an empty string is disallowed");
      } else {
        attributes.matches(Formats::dnsSubdomain);
      }
      if (!spec.has("csi")) {
        spec.get("csi").required("has to be specified when using volumeAttributesClassName");
      }
    }
  }

  static void step(Field volume, ObjectNode before) {
    VolumeSources.unchanged(volume, before);
    volume.get("spec.volumeMode").at("volumeMode").unchangedFrom(before.at("/spec/volumeMode"));
    if (before.at("/spec/nodeAffinity").isObject()
        && !SameJson.same(
            volume.get("spec.nodeAffinity").node(), before.at("/spec/nodeAffinity"))) {
      volume.get("spec.nodeAffinity").at("nodeAffinity").invalid("field is immutable");
    }
    Field attributes = volume.get("spec.volumeAttributesClassName");
    if (before.at("/spec/volumeAttributesClassName").isTextual() && !attributes.isSet()) {
      attributes.forbidden("update from non-nil value to nil is forbidden");
    }
  }

  static void warn(ObjectNode volume, List<String> warnings) {
    var annotations = volume.at("/metadata/annotations");
    if (annotations.has("volume.beta.kubernetes.io/storage-class")) {
      warnings.add(
          "metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8;"
              + " use \"storageClassName\" attribute instead");
    }
    if (annotations.has("volume.beta.kubernetes.io/mount-options")) {
      warnings.add(
          "metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31;"
              + " use \"mountOptions\" attribute instead");
    }
    if (Meta.text(volume, "/spec/persistentVolumeReclaimPolicy").equals("Recycle")) {
      warnings.add(
          "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead,"
              + " the recommended approach is to use dynamic provisioning.");
    }
  }
}
