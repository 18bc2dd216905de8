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
  /** In the order in which they are checked. */
  private static final List<Source> SOURCES =
      List.of(
          new Source("hostPath", SourceRules::hostPath),
          new Source("gitRepo", VolumeRules::gitRepo),
          // Upstream uses another name in the errors of its fields.
          new Source("gcePersistentDisk", "gcePersistentDisk", "persistentDisk", SourceRules::gce),
          new Source("awsElasticBlockStore", SourceRules::aws),
          new Source("secret", s -> keysOf(s, "secretName")),
          new Source("nfs", SourceRules::nfs),
          new Source("iscsi", IscsiRules::check),
          new Source("glusterfs", needs("endpoints", "path")),
          new Source("flocker", SourceRules::flocker),
          new Source("persistentVolumeClaim", needs("claimName")),
          new Source("rbd", needs("monitors", "image")),
          new Source("cinder", VolumeRules::cinder),
          new Source("cephfs", "cephFS", "cephfs", needs("monitors")),
          new Source("quobyte", SourceRules::quobyte),
          new Source("downwardAPI", "downwarAPI", "downwardAPI", ProjectionRules::downward),
          new Source("fc", SourceRules::fibreChannel),
          new Source("flexVolume", SourceRules::flex),
          new Source("configMap", s -> keysOf(s, "name")),
          new Source("azureFile", needs("secretName", "shareName")),
          new Source("vsphereVolume", needs("volumePath")),
          new Source("photonPersistentDisk", needs("pdID")),
          new Source("portworxVolume", needs("volumeID")),
          new Source("azureDisk", SourceRules::azureDisk),
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

  private static void gitRepo(Field source) {
    source.get("repository").isGiven();
    PathRules.descending(source.get("directory").orEmpty());
  }

  private static void keysOf(Field source, String name) {
    source.get(name).isGiven();
    PathRules.mode(source.get("defaultMode"));
    source.get("items").items().forEach(ProjectionRules::keyToPath);
  }

  private static void cinder(Field source) {
    source.get("volumeID").isGiven();
    if (source.has("secretRef")) {
      source.get("secretRef.name").isGiven();
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
