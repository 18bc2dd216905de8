package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.pod.IscsiRules;
import io.coxswain.apiserver.kinds.pod.SourceRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.Arrays;
import java.util.List;

/** The sources of PersistentVolumes. */
final class VolumeSources {
  /** In the order in which they are checked. */
  private static final List<Source> ALL =
      List.of(
          new Source("hostPath", SourceRules::hostPath),
          // Upstream uses other names in the errors of some.
          new Source("gcePersistentDisk", "gcePersistentDisk", "persistentDisk", SourceRules::gce),
          new Source("awsElasticBlockStore", SourceRules::aws),
          new Source("glusterfs", VolumeSources::glusterfs),
          new Source("flocker", SourceRules::flocker),
          new Source("nfs", SourceRules::nfs),
          new Source("rbd", needs("monitors", "image")),
          new Source("quobyte", SourceRules::quobyte),
          new Source("cephfs", "cephFS", "cephfs", needs("monitors")),
          new Source("iscsi", source -> {}),
          new Source("cinder", VolumeSources::cinder),
          new Source("fc", SourceRules::fibreChannel),
          new Source("flexVolume", SourceRules::flex),
          new Source("azureFile", VolumeSources::azureFile),
          new Source("vsphereVolume", needs("volumePath")),
          new Source("photonPersistentDisk", needs("pdID")),
          new Source("portworxVolume", needs("volumeID")),
          new Source("azureDisk", SourceRules::azureDisk),
          new Source("scaleIO", needs("gateway", "system", "volumeName")),
          new Source("local", VolumeSources::local),
          new Source("storageos", VolumeSources::storageOs),
          new Source("csi", VolumeSources::csi));

  private VolumeSources() {}

  /**
   * One kind of source with its rules.
   *
   * @param asSecond its name when it is one too many
   * @param asFirst its name in errors of its fields
   */
  private record Source(String name, String asSecond, String asFirst, Rule rule) {
    Source(String name, Rule rule) {
      this(name, name, name, rule);
    }
  }

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
        place
            .at(spec.path() + "." + source.asSecond)
            .forbidden("may not specify more than 1 volume type");
        continue;
      }
      found++;
      source.rule.check(place.at(spec.path() + "." + source.asFirst));
      if (source.name.equals("iscsi")) {
        IscsiRules.persistent(place, name);
      }
      if (source.name.equals("local") && !spec.has("nodeAffinity")) {
        spec.get("nodeAffinity").required("Local volume requires node affinity");
      }
    }
    if (found == 0) {
      spec.required("must specify a volume type");
    }
  }

  private static void noBacksteps(Field path) {
    if (Arrays.asList(path.text().split("/")).contains("..")) {
      path.invalid("must not contain '..'");
    }
  }

  private static void glusterfs(Field source) {
    source.get("endpoints").isGiven();
    source.get("path").isGiven();
    Field namespace = source.get("endpointsNamespace");
    if (!source.has("endpointsNamespace")) {
      return;
    }
    if (namespace.isEmpty()) {
      namespace.invalid("if the endpointnamespace is set, it must be a valid namespace name");
    } else {
      namespace.matches(Formats::dnsLabel);
    }
  }

  private static void cinder(Field source) {
    source.get("volumeID").isGiven();
    reference(source);
  }

  private static void azureFile(Field source) {
    source.get("secretName").isGiven();
    source.get("shareName").isGiven();
    if (source.has("secretNamespace")) {
      source.get("secretNamespace").isGiven();
    }
  }

  private static void storageOs(Field source) {
    source.get("volumeName").given(Formats::dnsLabel);
    source.get("volumeNamespace").matchesIfGiven(Formats::dnsLabel);
    reference(source);
  }

  /** A secret that only has to be named. */
  private static void reference(Field source) {
    if (source.has("secretRef")) {
      source.get("secretRef.name").isGiven();
      source.get("secretRef.namespace").isGiven();
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
