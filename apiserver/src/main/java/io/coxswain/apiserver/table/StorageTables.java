package io.coxswain.apiserver.table;

import static java.util.Arrays.asList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Volumes, claims and their drivers. */
final class StorageTables {
  private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";
  private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";

  private StorageTables() {}

  static void addTo(Map<String, TableFormat> formats) {
    formats.put(
        "PersistentVolume.",
        TableFormat.of(
            "Name,Capacity,Access Modes,Reclaim"
                + " Policy,Status,Claim,StorageClass,VolumeAttributesClass,Reason,Age,VolumeMode*",
            StorageTables::volume));
    formats.put(
        "PersistentVolumeClaim.",
        TableFormat.of(
            "Name,Status,Volume,Capacity,Access"
                + " Modes,StorageClass,VolumeAttributesClass,Age,VolumeMode*",
            StorageTables::claim));
    formats.put(
        "StorageClass.storage.k8s.io",
        TableFormat.of(
            "Name,Provisioner,ReclaimPolicy,VolumeBindingMode,AllowVolumeExpansion,Age",
            StorageTables::storageClass));
    formats.put(
        "CSIDriver.storage.k8s.io",
        TableFormat.of(
            "Name,AttachRequired?,PodInfoOnMount?,StorageCapacity?,TokenRequests,RequiresRepublish?,"
                + "Modes,Age",
            StorageTables::driver));
    formats.put(
        "CSINode.storage.k8s.io",
        TableFormat.of(
            "Name,Drivers#,Age",
            (o, now) -> asList(Cell.name(o), o.at("/spec/drivers").size(), Cell.age(o, now))));
    formats.put(
        "VolumeAttachment.storage.k8s.io",
        TableFormat.of(
            "Name,!Attacher,PV,Node,Attached?,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    o.at("/spec/attacher").asText(),
                    o.at("/spec/source/persistentVolumeName").asText(),
                    o.at("/spec/nodeName").asText(),
                    o.at("/status/attached").asBoolean(),
                    Cell.age(o, now))));
  }

  private static List<@Nullable Object> volume(ObjectNode o, Instant now) {
    JsonNode spec = o.path("spec");
    JsonNode claim = spec.path("claimRef");
    String phase = o.at("/status/phase").asText();
    return asList(
        Cell.name(o),
        spec.path("capacity").path("storage").asText(),
        modes(spec.path("accessModes")),
        spec.path("persistentVolumeReclaimPolicy").asText(),
        deleting(o) ? "Terminating" : phase,
        claim.isObject()
            ? claim.path("namespace").asText() + "/" + claim.path("name").asText()
            : "",
        storageClassOf(o),
        Cell.text(spec, "volumeAttributesClassName", Cell.UNSET),
        o.at("/status/reason").asText(),
        Cell.age(o, now),
        Cell.text(spec, "volumeMode", Cell.UNSET));
  }

  private static List<@Nullable Object> claim(ObjectNode o, Instant now) {
    JsonNode spec = o.path("spec");
    boolean bound = !spec.path("volumeName").asText().isEmpty();
    return asList(
        Cell.name(o),
        deleting(o) ? "Terminating" : o.at("/status/phase").asText(),
        spec.path("volumeName").asText(),
        bound ? o.at("/status/capacity/storage").asText() : "",
        bound ? modes(o.at("/status/accessModes")) : "",
        storageClassOf(o),
        Cell.text(spec, "volumeAttributesClassName", Cell.UNSET),
        Cell.age(o, now),
        Cell.text(spec, "volumeMode", Cell.UNSET));
  }

  private static boolean deleting(ObjectNode o) {
    return o.path("metadata").has("deletionTimestamp");
  }

  private static String storageClassOf(ObjectNode o) {
    return Cell.text(
        o.path("metadata").path("annotations"),
        CLASS_ANNOTATION,
        o.at("/spec/storageClassName").asText());
  }

  /** Abbreviated, in upstream's order, without duplicates. */
  private static String modes(JsonNode modes) {
    var found = new ArrayList<String>();
    modes.forEach(mode -> found.add(mode.asText()));
    var texts = new ArrayList<String>();
    for (String[] mode :
        new String[][] {
          {"ReadWriteOnce", "RWO"},
          {"ReadOnlyMany", "ROX"},
          {"ReadWriteMany", "RWX"},
          {"ReadWriteOncePod", "RWOP"}
        }) {
      if (found.contains(mode[0])) {
        texts.add(mode[1]);
      }
    }
    return String.join(",", texts);
  }

  private static List<@Nullable Object> storageClass(ObjectNode o, Instant now) {
    boolean isDefault =
        o.path("metadata").path("annotations").path(DEFAULT_CLASS).asText().equals("true");
    return asList(
        Cell.name(o) + (isDefault ? " (default)" : ""),
        o.path("provisioner").asText(),
        Cell.text(o, "reclaimPolicy", "Delete"),
        Cell.text(o, "volumeBindingMode", "Immediate"),
        o.path("allowVolumeExpansion").asBoolean(),
        Cell.age(o, now));
  }

  private static List<@Nullable Object> driver(ObjectNode o, Instant now) {
    JsonNode spec = o.path("spec");
    var requests = new ArrayList<String>();
    spec.path("tokenRequests").forEach(r -> requests.add(r.path("audience").asText()));
    String modes = Cell.join(spec.path("volumeLifecycleModes"));
    return asList(
        Cell.name(o),
        spec.path("attachRequired").asBoolean(true),
        spec.path("podInfoOnMount").asBoolean(),
        spec.path("storageCapacity").asBoolean(),
        requests.isEmpty() ? Cell.UNSET : String.join(",", requests),
        spec.path("requiresRepublish").asBoolean(),
        modes.isEmpty() ? Cell.NONE : modes,
        Cell.age(o, now));
  }
}
