package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.Locale;

/** The rules of sources that volumes of pods and PersistentVolumes share. */
public final class SourceRules {
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

  private SourceRules() {}

  public static void hostPath(Field source) {
    if (source.get("path").isGiven()) {
      PathRules.noBacksteps(source.get("path"));
      source.get("type").oneOfIfSet(HOST_PATH_TYPES);
    }
  }

  private static void partition(Field partition) {
    if (partition.number() < 0 || partition.number() > 255) {
      partition.invalid("must be between 1 and 255, inclusive");
    }
  }

  public static void gce(Field source) {
    source.get("pdName").isGiven();
    partition(source.get("partition"));
  }

  public static void aws(Field source) {
    source.get("volumeID").isGiven();
    partition(source.get("partition"));
  }

  public static void nfs(Field source) {
    source.get("server").isGiven();
    source.get("path").isGiven();
    if (!source.text("path").startsWith("/")) {
      source.get("path").orEmpty().invalid("must be an absolute path");
    }
  }

  public static void flocker(Field source) {
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

  public static void quobyte(Field source) {
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

  public static void fibreChannel(Field source) {
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

  public static void flex(Field source) {
    source.get("driver").isGiven();
    for (Field option : source.get("options").entries()) {
      String domain = "." + option.key().split("/", 2)[0].toLowerCase(Locale.ROOT);
      if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
        option.invalid(option.key(), "kubernetes.io and k8s.io namespaces are reserved");
      }
    }
  }

  public static void azureDisk(Field source) {
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
}
