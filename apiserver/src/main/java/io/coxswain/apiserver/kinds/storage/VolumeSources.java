package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.Arrays;
import java.util.List;

/** The sources of PersistentVolumes. */
final class VolumeSources {
  private static final List<String> HOST_PATH_TYPES =
      List.of(
          "",
          "BlockDevice",
          "CharDevice",
          "Directory",
          "DirectoryOrCreate",
          "File",
          "FileOrCreate",
          "Socket");

  /** In the order in which they are checked. */
  private static final List<Source> ALL =
      List.of(
          new Source("hostPath", VolumeSources::hostPath),
          new Source("gcePersistentDisk", needs("pdName")),
          new Source("awsElasticBlockStore", needs("volumeID")),
          new Source("glusterfs", needs("endpoints", "path")),
          new Source("flocker", source -> {}),
          new Source("nfs", VolumeSources::nfs),
          new Source("rbd", needs("monitors", "image")),
          new Source("quobyte", needs("registry", "volume")),
          new Source("cephfs", needs("monitors")),
          new Source("iscsi", needs("targetPortal", "iqn")),
          new Source("cinder", needs("volumeID")),
          new Source("fc", source -> {}),
          new Source("flexVolume", needs("driver")),
          new Source("azureFile", needs("secretName", "shareName")),
          new Source("vsphereVolume", needs("volumePath")),
          new Source("photonPersistentDisk", needs("pdID")),
          new Source("portworxVolume", needs("volumeID")),
          new Source("azureDisk", needs("diskName", "diskURI")),
          new Source("scaleIO", needs("gateway", "system", "volumeName")),
          new Source("local", VolumeSources::local),
          new Source("storageos", source -> {}),
          new Source("csi", VolumeSources::csi));

  private VolumeSources() {}

  /** One kind of source with its rules. */
  private record Source(String name, Rule rule) {}

  @FunctionalInterface
  private interface Rule {
    void check(Field source);
  }

  private static Rule needs(String... fields) {
    return source -> Arrays.stream(fields).forEach(field -> source.get(field).isGiven());
  }

  static void defaults(ObjectNode spec) {
    if (spec.get("hostPath") instanceof ObjectNode host && !host.has("type")) {
      host.put("type", "");
    }
    if (spec.get("iscsi") instanceof ObjectNode iscsi) {
      Meta.setDefault(iscsi, "iscsiInterface", "default");
    }
    if (spec.get("rbd") instanceof ObjectNode rbd) {
      Meta.setDefault(rbd, "pool", "rbd");
      Meta.setDefault(rbd, "user", "admin");
      Meta.setDefault(rbd, "keyring", "/etc/ceph/keyring");
    }
    if (spec.get("azureDisk") instanceof ObjectNode disk) {
      Meta.setDefault(disk, "cachingMode", "ReadWrite");
      Meta.setDefault(disk, "kind", "Shared");
      Meta.setDefault(disk, "fsType", "ext4");
      Meta.setDefault(disk, "readOnly", false);
    }
    if (spec.get("scaleIO") instanceof ObjectNode scale) {
      Meta.setDefault(scale, "storageMode", "ThinProvisioned");
      Meta.setDefault(scale, "fsType", "xfs");
    }
  }

  static void check(Field spec, String name) {
    int found = 0;
    for (Source source : ALL) {
      Field place = spec.get(source.name);
      if (!place.isSet()) {
        continue;
      }
      if (found > 0 && !source.name.equals("flexVolume")) {
        place.forbidden("may not specify more than 1 volume type");
        continue;
      }
      found++;
      source.rule.check(place);
      if (source.name.equals("local") && !spec.has("nodeAffinity")) {
        spec.get("nodeAffinity").required("Local volume requires node affinity");
      }
    }
    if (found == 0) {
      spec.required("must specify a volume type");
    }
  }

  private static void hostPath(Field source) {
    if (!source.get("path").isGiven()) {
      return;
    }
    noBacksteps(source.get("path"));
    source.get("type").oneOfIfSet(HOST_PATH_TYPES);
  }

  private static void noBacksteps(Field path) {
    if (Arrays.asList(path.text().split("/")).contains("..")) {
      path.invalid("must not contain '..'");
    }
  }

  private static void nfs(Field source) {
    source.get("server").isGiven();
    if (source.get("path").isGiven() && !source.text("path").startsWith("/")) {
      source.get("path").invalid("must be an absolute path");
    }
  }

  private static void local(Field source) {
    if (source.get("path").isGiven()) {
      noBacksteps(source.get("path"));
    }
  }

  private static void csi(Field source) {
    DriverRules.driverName(source.get("driver"));
    source.get("volumeHandle").isGiven();
    for (String secret :
        List.of(
            "controllerPublishSecretRef",
            "controllerExpandSecretRef",
            "nodePublishSecretRef",
            "nodeExpandSecretRef")) {
      if (source.has(secret)) {
        secret(source.get(secret));
      }
    }
  }

  private static void secret(Field reference) {
    if (reference.get("name").isGiven()) {
      reference.get("name").matches(Formats::dnsSubdomain);
    }
    if (reference.get("namespace").isGiven()) {
      reference.get("namespace").matches(Formats::dnsLabel);
    }
  }

  static void unchanged(Field volume, ObjectNode before) {
    ObjectNode now = sources(volume.get("spec").node());
    ObjectNode old = sources(before.path("spec"));
    if (old.path("csi").isObject() && !old.path("csi").has("controllerExpandSecretRef")) {
      // May be added later.
      if (now.path("csi") instanceof ObjectNode csi) {
        csi.remove("controllerExpandSecretRef");
      }
    }
    if (!SameJson.same(now, old)) {
      volume
          .get("spec.persistentvolumesource")
          .forbidden(
              "spec.persistentvolumesource is immutable after creation\n"
                  + VolumeDiff.of(old, now));
    }
  }

  private static ObjectNode sources(JsonNode spec) {
    ObjectNode sources = Json.MAPPER.createObjectNode();
    for (Source source : ALL) {
      if (spec.has(source.name)) {
        sources.set(source.name, spec.get(source.name).deepCopy());
      }
    }
    return sources;
  }
}
