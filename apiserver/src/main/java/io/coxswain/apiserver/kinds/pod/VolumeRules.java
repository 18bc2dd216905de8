package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules for the volumes of a pod: each has a name and exactly one source. */
final class VolumeRules {
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
  private static final List<Source> SOURCES =
      List.of(
          new Source("hostPath", VolumeRules::hostPath),
          new Source("gitRepo", VolumeRules::gitRepo),
          // Upstream uses another name in the errors of its fields.
          new Source("gcePersistentDisk", "gcePersistentDisk", "persistentDisk", VolumeRules::gce),
          new Source("awsElasticBlockStore", VolumeRules::aws),
          new Source("secret", s -> keysOf(s, "secretName")),
          new Source("nfs", VolumeRules::nfs),
          new Source("iscsi", IscsiRules::check),
          new Source("glusterfs", needs("endpoints", "path")),
          new Source("flocker", VolumeRules::flocker),
          new Source("persistentVolumeClaim", needs("claimName")),
          new Source("rbd", needs("monitors", "image")),
          new Source("cinder", VolumeRules::cinder),
          new Source("cephfs", "cephFS", "cephfs", needs("monitors")),
          new Source("quobyte", VolumeRules::quobyte),
          new Source("downwardAPI", "downwarAPI", "downwardAPI", ProjectionRules::downward),
          new Source("fc", VolumeRules::fibreChannel),
          new Source("flexVolume", VolumeRules::flex),
          new Source("configMap", s -> keysOf(s, "name")),
          new Source("azureFile", needs("secretName", "shareName")),
          new Source("vsphereVolume", needs("volumePath")),
          new Source("photonPersistentDisk", needs("pdID")),
          new Source("portworxVolume", needs("volumeID")),
          new Source("azureDisk", VolumeRules::azureDisk),
          new Source("storageos", VolumeRules::storageOs),
          new Source("projected", ProjectionRules::projected),
          new Source("scaleIO", needs("gateway", "system", "volumeName")),
          new Source("csi", VolumeRules::csi),
          new Source("ephemeral", ClaimTemplateRules::ephemeral));

  private final PodScope scope;

  VolumeRules(PodScope scope) {
    this.scope = scope;
  }

  private interface Rule {
    void check(Field source);
  }

  private record Source(String name, String asSecond, String asFirst, Rule rule) {
    Source(String name, Rule rule) {
      this(name, name, name, rule);
    }
  }

  /** Returns the sources of the valid volumes, by name. */
  SortedMap<String, JsonNode> check(Field volumes) {
    var created = new TreeSet<String>();
    if (!scope.name().isEmpty()) {
      for (Field volume : volumes.items()) {
        if (volume.has("ephemeral")) {
          created.add(scope.name() + "-" + volume.text("name"));
        }
      }
    }
    var sound = new TreeMap<String, JsonNode>();
    for (Field each : volumes.items()) {
      var errors = new ArrayList<FieldError>();
      Field volume = Field.of(each.node(), each.path(), errors);
      source(volume);
      Field name = volume.get("name");
      name.orEmpty().given(Formats::dnsLabel);
      if (sound.containsKey(name.text())) {
        name.duplicate();
      }
      if (errors.isEmpty()) {
        sound.put(name.text(), each.node());
      }
      volumes.errors().addAll(errors);
      Field claim = each.get("persistentVolumeClaim.claimName");
      if (created.contains(claim.text())) {
        claim.invalid("must not reference a PVC that gets created for an ephemeral volume");
      }
    }
    return sound;
  }

  private void source(Field volume) {
    int found = 0;
    if (volume.has("emptyDir")) {
      found++;
      Field limit = volume.get("emptyDir.sizeLimit");
      if (limit.isSet() && Quantities.value(limit.text()).signum() < 0) {
        limit.forbidden("SizeLimit field must be a valid resource quantity");
      }
    }
    for (Source source : SOURCES) {
      found = one(volume, source, found);
      if (source.name.equals("iscsi")) {
        IscsiRules.portal(volume);
      }
      if (source.name.equals("ephemeral") && found == 1 && volume.has("ephemeral")) {
        claimName(volume);
      }
    }
    found = one(volume, new Source("image", this::image), found);
    if (found == 0) {
      volume.required("must specify a volume type");
    }
  }

  private static int one(Field volume, Source source, int found) {
    if (!volume.has(source.name)) {
      return found;
    }
    if (found > 0) {
      volume.get(source.asSecond).forbidden("may not specify more than 1 volume type");
      return found;
    }
    source.rule.check(volume.get(source.name).at(volume.path() + "." + source.asFirst));
    return 1;
  }

  private void claimName(Field volume) {
    String name = volume.text("name");
    if (scope.name().isEmpty() || name.isEmpty()) {
      return;
    }
    String claim = scope.name() + "-" + name;
    for (String problem : Formats.dnsSubdomain(claim)) {
      volume.get("name").invalid("PVC name \"" + claim + "\": " + problem);
    }
  }

  private void image(Field image) {
    if (scope.pod()) {
      image.get("reference").isGiven();
    }
    image.get("pullPolicy").givenOneOf(ContainerRules.PULL_POLICIES);
  }

  /** A source whose only rule is that these fields are set. */
  private static Rule needs(String... fields) {
    return source -> {
      for (String field : fields) {
        source.get(field).isGiven();
      }
    };
  }

  private static void hostPath(Field source) {
    if (source.get("path").isGiven()) {
      PathRules.noBacksteps(source.get("path"));
      source.get("type").oneOfIfSet(HOST_PATH_TYPES);
    }
  }

  private static void gitRepo(Field source) {
    source.get("repository").isGiven();
    PathRules.descending(source.get("directory").orEmpty());
  }

  private static void partition(Field partition) {
    if (partition.number() < 0 || partition.number() > 255) {
      partition.invalid("must be between 1 and 255, inclusive");
    }
  }

  private static void gce(Field source) {
    source.get("pdName").isGiven();
    partition(source.get("partition"));
  }

  private static void aws(Field source) {
    source.get("volumeID").isGiven();
    partition(source.get("partition"));
  }

  private static void keysOf(Field source, String name) {
    source.get(name).isGiven();
    PathRules.mode(source.get("defaultMode"));
    source.get("items").items().forEach(ProjectionRules::keyToPath);
  }

  private static void nfs(Field source) {
    source.get("server").isGiven();
    source.get("path").isGiven();
    if (!source.text("path").startsWith("/")) {
      source.get("path").orEmpty().invalid("must be an absolute path");
    }
  }

  private static void flocker(Field source) {
    boolean name = !source.get("datasetName").isEmpty();
    boolean uuid = !source.get("datasetUUID").isEmpty();
    if (!name && !uuid) {
      source.required("one of datasetName and datasetUUID is required");
    }
    if (name && uuid) {
      source.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
    }
    if (source.text("datasetName").contains("/")) {
      source.get("datasetName").invalid("must not contain '/'");
    }
  }

  private static void cinder(Field source) {
    source.get("volumeID").isGiven();
    if (source.has("secretRef")) {
      source.get("secretRef.name").isGiven();
    }
  }

  private static void quobyte(Field source) {
    String pairs = "must be a host:port pair or multiple pairs separated by commas";
    if (source.get("registry").isEmpty()) {
      source.get("registry").required(pairs);
    } else if (source.text("tenant").length() >= 65) {
      source.get("tenant").required("must be a UUID and may not exceed a length of 64 characters");
    } else {
      for (String pair : source.text("registry").split(",", -1)) {
        if (!pair.matches("(\\[[^\\]]*\\]|[^:\\[\\]]*):[^:]*")) {
          source.get("registry").invalid(pairs);
        }
      }
    }
    source.get("volume").isGiven();
  }

  private static void fibreChannel(Field source) {
    Field names = source.get("targetWWNs");
    boolean ids = !source.get("wwids").isEmpty();
    if (names.isEmpty() && !ids) {
      names.required("must specify either targetWWNs or wwids, but not both");
    }
    if (!names.isEmpty() && ids) {
      names.invalid("targetWWNs and wwids can not be specified simultaneously");
    }
    if (!names.isEmpty()) {
      Field unit = source.get("lun");
      if (!unit.isSet()) {
        unit.required("lun is required if targetWWNs is specified");
      } else {
        unit.between(0, 255);
      }
    }
  }

  static void flex(Field source) {
    source.get("driver").isGiven();
    for (Field option : source.get("options").entries()) {
      String domain = "." + option.key().split("/", 2)[0].toLowerCase(Locale.ROOT);
      if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
        option.invalid(option.key(), "kubernetes.io and k8s.io namespaces are reserved");
      }
    }
  }

  private static void azureDisk(Field source) {
    source.get("diskName").isGiven();
    source.get("diskURI").isGiven();
    source.get("cachingMode").oneOfIfSet(List.of("None", "ReadOnly", "ReadWrite"));
    source.get("kind").oneOfIfSet(List.of("Dedicated", "Managed", "Shared"));
    if (!source.has("kind")) {
      return;
    }
    boolean managed = source.get("kind").is("Managed");
    Field uri = source.get("diskURI").orEmpty();
    if (managed && !uri.text().startsWith("/subscriptions/")) {
      uri.unsupported(
          "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}");
    }
    if (!managed && !uri.text().startsWith("https://")) {
      uri.unsupported(
          "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd");
    }
  }

  private static void storageOs(Field source) {
    source.get("volumeName").given(Formats::dnsLabel);
    source.get("volumeNamespace").matchesIfGiven(Formats::dnsLabel);
    if (source.has("secretRef")) {
      source.get("secretRef.name").isGiven();
    }
  }

  private static void csi(Field source) {
    driver(source.get("driver"));
    if (source.has("nodePublishSecretRef")) {
      Field name = source.get("nodePublishSecretRef.name");
      if (name.isGiven()) {
        name.at(source.path() + ".name").matches(Formats::dnsSubdomain);
      }
    }
  }

  /** The name of a storage driver. */
  static void driver(Field name) {
    if (!name.isGiven()) {
      return;
    }
    if (name.text().length() > 63) {
      name.tooLong(63);
    }
    for (String problem : Formats.dnsSubdomain(name.text().toLowerCase(Locale.ROOT))) {
      name.invalid(problem);
    }
  }
}
