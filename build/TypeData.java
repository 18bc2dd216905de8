import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Writes api/src/main/resources/io/coxswain/api/schema/types.txt, the structure of the built-in kinds, from the published OpenAPI
 * document of a Kubernetes release. Run by hand when the release changes, with Jackson on the class path:
 *
 *   java -cp jackson-databind.jar:jackson-core.jar:jackson-annotations.jar build/TypeData.java FOLDER [GO_FOLDER]
 *
 * where FOLDER holds swagger.json.gz. Only facts are taken: names, types, required fields, list, map and patch metadata.
 * A second folder may hold the Go declarations of the types, one file per group and version, such as core.v1.go. They alone tell
 * which fields are written even if they are empty (tag without omitempty, or a struct that is not a pointer), which are pointers, and in
 * which order fields are written.
 * The format is described in io.coxswain.api.schema.BuiltInTypes.
 */
static final Path TARGET = Path.of("api/src/main/resources/io/coxswain/api/schema/types.txt");

/** Defaults that the document leaves out but that are part of the published types (the v3 documents have them). */
static final Map<String, String> DEFAULTS = Map.ofEntries(
    Map.entry("core.v1.ContainerPort.protocol", "\"TCP\""),
    Map.entry("core.v1.ServicePort.protocol", "\"TCP\""),
    Map.entry("core.v1.AzureDiskVolumeSource.fsType", "\"ext4\""),
    Map.entry("core.v1.AzureDiskVolumeSource.readOnly", "false"),
    Map.entry("core.v1.ConfigMapEnvSource.name", "\"\""),
    Map.entry("core.v1.ConfigMapKeySelector.name", "\"\""),
    Map.entry("core.v1.ConfigMapProjection.name", "\"\""),
    Map.entry("core.v1.ConfigMapVolumeSource.name", "\"\""),
    Map.entry("core.v1.FileKeySelector.optional", "false"),
    Map.entry("core.v1.GRPCAction.service", "\"\""),
    Map.entry("core.v1.ISCSIVolumeSource.iscsiInterface", "\"default\""),
    Map.entry("core.v1.ISCSIPersistentVolumeSource.iscsiInterface", "\"default\""),
    Map.entry("core.v1.LocalObjectReference.name", "\"\""),
    Map.entry("core.v1.RBDVolumeSource.keyring", "\"/etc/ceph/keyring\""),
    Map.entry("core.v1.RBDVolumeSource.pool", "\"rbd\""),
    Map.entry("core.v1.RBDVolumeSource.user", "\"admin\""),
    Map.entry("core.v1.RBDPersistentVolumeSource.keyring", "\"/etc/ceph/keyring\""),
    Map.entry("core.v1.RBDPersistentVolumeSource.pool", "\"rbd\""),
    Map.entry("core.v1.RBDPersistentVolumeSource.user", "\"admin\""),
    Map.entry("core.v1.ScaleIOVolumeSource.fsType", "\"xfs\""),
    Map.entry("core.v1.ScaleIOVolumeSource.storageMode", "\"ThinProvisioned\""),
    Map.entry("core.v1.ScaleIOPersistentVolumeSource.fsType", "\"xfs\""),
    Map.entry("core.v1.ScaleIOPersistentVolumeSource.storageMode", "\"ThinProvisioned\""),
    Map.entry("core.v1.SecretEnvSource.name", "\"\""),
    Map.entry("core.v1.SecretKeySelector.name", "\"\""),
    Map.entry("core.v1.SecretProjection.name", "\"\""));

/** Types that are written as one letter because they have no fields of their own. */
static final Map<String, String> LETTERS = Map.ofEntries(
    Map.entry("resource.Quantity", "q"),
    Map.entry("intstr.IntOrString", "x"),
    Map.entry("meta.v1.Time", "t"),
    Map.entry("meta.v1.MicroTime", "u"),
    Map.entry("meta.v1.FieldsV1", "o"),
    Map.entry("meta.v1.Patch", "o"),
    Map.entry("runtime.RawExtension", "o"),
    Map.entry("apiextensions.v1.JSON", "a"),
    Map.entry("apiextensions.v1.JSONSchemaPropsOrArray", "a"),
    Map.entry("apiextensions.v1.JSONSchemaPropsOrBool", "a"),
    Map.entry("apiextensions.v1.JSONSchemaPropsOrStringArray", "a"));

void main(String[] args) throws Exception {
  JsonNode definitions;
  try (InputStream in = new GZIPInputStream(Files.newInputStream(Path.of(args[0], "swagger.json.gz")))) {
    definitions = new ObjectMapper().readTree(in).get("definitions");
  }
  var byName = new TreeMap<String, JsonNode>();
  definitions.properties().forEach(e -> byName.put(shorten(e.getKey()), e.getValue()));
  if (args.length > 1) {
    readGo(Path.of(args[1]));
  }
  var out = new StringBuilder();
  for (String name : stable(byName)) {
    writeType(name, byName.get(name), out);
  }
  Files.createDirectories(TARGET.getParent());
  Files.writeString(TARGET, out);
  IO.println(TARGET + ": " + out.length() + " characters");
}

/** io.k8s.api.core.v1.Pod becomes core.v1.Pod. */
String shorten(String name) {
  String[] parts = name.split("\\.");
  int n = parts.length;
  boolean versioned = n > 2 && parts[n - 2].matches("v\\d+.*");
  return String.join(".", List.of(parts).subList(n - (versioned ? 3 : 2), n));
}

/** The kinds of stable versions and all they refer to. */
Set<String> stable(Map<String, JsonNode> byName) {
  var open = new LinkedHashSet<String>();
  byName.forEach((name, type) -> {
    if (!type.path("x-kubernetes-group-version-kind").isEmpty() && name.matches(".*\\.v\\d+\\..*")) {
      open.add(name);
    }
  });
  var done = new TreeSet<String>();
  while (!open.isEmpty()) {
    String name = open.removeFirst();
    if (!LETTERS.containsKey(name) && done.add(name)) {
      byName.get(name).findValuesAsText("$ref").stream()
          .filter(ref -> ref.startsWith("#")) // one type has a field of this name
          .forEach(ref -> open.add(refName(ref)));
    }
  }
  return done;
}

String refName(String ref) {
  return shorten(ref.substring("#/definitions/".length()));
}

void writeType(String name, JsonNode type, StringBuilder out) {
  out.append(name);
  JsonNode kinds = type.path("x-kubernetes-group-version-kind");
  if (kinds.size() == 1) {
    JsonNode kind = kinds.get(0);
    String group = kind.get("group").asText();
    out.append(" =").append(group.isEmpty() ? "" : group + "/").append(kind.get("version").asText());
    if (!name.endsWith("." + kind.get("kind").asText())) {
      throw new IllegalStateException(name + " is not named as its kind " + kind);
    }
  }
  if (type.path("x-kubernetes-map-type").asText().equals("atomic")) {
    out.append(" atomic");
  }
  out.append('\n');
  var required = new TreeSet<String>();
  type.path("required").forEach(r -> required.add(r.asText()));
  String home = name.substring(0, name.lastIndexOf('.') + 1);
  List<String> order = order(name);
  var fields = new java.util.ArrayList<>(type.path("properties").properties());
  fields.sort(java.util.Comparator.comparingInt(e -> order.contains(e.getKey()) ? order.indexOf(e.getKey()) : order.size()));
  fields.forEach(e -> {
    JsonNode field = e.getValue();
    out.append(' ').append(e.getKey()).append(' ').append(type(field, home));
    if (required.contains(e.getKey())) {
      out.append('!');
    }
    out.append(fromGo(name, e.getKey()));
    writeMetadata(field, out);
    String fallback = DEFAULTS.get(name + "." + e.getKey());
    if (fallback != null) {
      out.append(" =").append(fallback);
    }
    out.append('\n');
  });
}

String type(JsonNode field, String home) {
  if (field.path("$ref").isTextual()) {
    String name = refName(field.get("$ref").asText());
    String letter = LETTERS.get(name);
    return letter != null ? letter : name.startsWith(home) ? name.substring(home.length() - 1) : name;
  }
  String format = field.path("format").asText();
  return switch (field.path("type").asText()) {
    case "array" -> "[" + type(field.get("items"), home);
    case "object" -> field.has("additionalProperties") ? "{" + type(field.get("additionalProperties"), home) : "o";
    case "string" -> format.equals("byte") ? "y" : "s";
    case "integer" -> format.equals("int32") ? "i" : "l";
    case "number" -> "n";
    case "boolean" -> "b";
    default -> throw new IllegalStateException("no letter for " + field);
  };
}

/** By type and field: "~" if its empty value is written, "~n" if null is, "*" if it is a pointer. */
final Map<String, String> marks = new TreeMap<>();

/** By type: the types whose fields it has as its own. */
final Map<String, Set<String>> embedded = new TreeMap<>();

/** By type: its fields in the order in which Go declares and writes them; a type that is embedded stands for its fields. */
final Map<String, List<String>> declared = new TreeMap<>();

List<String> order(String type) {
  var order = new java.util.ArrayList<String>();
  for (String field : declared.getOrDefault(type, List.of())) {
    if (field.endsWith("TypeMeta")) {
      order.addAll(List.of("kind", "apiVersion"));
    } else if (field.startsWith("+")) {
      order.addAll(order(field.substring(1)));
    } else {
      order.add(field);
    }
  }
  return order;
}

void readGo(Path folder) throws Exception {
  var struct = Pattern.compile("(?ms)^type (\\w+) struct \\{(.*?)^\\}");
  var field = Pattern.compile("(?m)^\\s+(?:\\w+\\s+)?(\\S+)\\s+`.*?json:\"([^\"]*)\".*$");
  try (var files = Files.list(folder)) {
    for (Path file : files.sorted().toList()) {
      String home = file.getFileName().toString().replaceFirst("go$", "");
      var structs = struct.matcher(Files.readString(file));
      while (structs.find()) {
        String name = home + structs.group(1);
        var fields = field.matcher(structs.group(2));
        while (fields.find()) {
          String type = fields.group(1);
          List<String> tag = List.of(fields.group(2).split(","));
          declared.computeIfAbsent(name, _ -> new java.util.ArrayList<>()).add(tag.contains("inline") ? "+" + home + type : tag.getFirst());
          if (tag.contains("inline")) {
            embedded.computeIfAbsent(name, _ -> new TreeSet<>()).add(home + type);
          }
          boolean pointer = type.startsWith("*");
          boolean omitted = tag.contains("omitzero") || tag.contains("omitempty") && !isStruct(folder, home, type);
          if (!omitted && !tag.contains("inline")) {
            marks.put(name + "." + tag.getFirst(), pointer ? "~n" : "~");
          } else if (pointer) {
            marks.put(name + "." + tag.getFirst(), "*");
          }
        }
      }
    }
  }
}

/** Whether a type, of the same file or imported from a group of common types, is a struct. */
boolean isStruct(Path folder, String home, String type) throws java.io.IOException {
  if (!type.matches("\\w+(\\.\\w+)?")) {
    return false; // a pointer, list or map
  }
  String name = type.substring(type.indexOf('.') + 1);
  String source = type.substring(0, Math.max(type.indexOf('.'), 0));
  List<String> files = switch (source) {
    case "" -> List.of(home + "go");
    case "metav1" -> List.of("meta.v1.go");
    case "v1", "corev1", "api" -> List.of("core.v1.go", "meta.v1.go");
    default -> List.of();
  };
  for (String file : files) {
    if (Files.readString(folder.resolve(file)).contains("\ntype " + name + " struct {")) {
      return true;
    }
  }
  return List.of("resource.Quantity", "intstr.IntOrString", "runtime.RawExtension").contains(type) || name.matches("Time|MicroTime");
}

String fromGo(String type, String field) {
  String mark = marks.get(type + "." + field);
  for (String part : embedded.getOrDefault(type, Set.of())) {
    mark = mark != null ? mark : marks.get(part + "." + field);
  }
  return mark == null ? "" : mark;
}

void writeMetadata(JsonNode field, StringBuilder out) {
  String list = field.path("x-kubernetes-list-type").asText();
  if (!list.isEmpty()) {
    out.append(' ').append(list);
    if (list.equals("map")) {
      var keys = new LinkedHashSet<String>();
      field.get("x-kubernetes-list-map-keys").forEach(k -> keys.add(k.asText()));
      out.append('(').append(String.join(",", keys)).append(')');
    }
  }
  if (field.has("x-kubernetes-map-type")) {
    out.append(' ').append(field.get("x-kubernetes-map-type").asText());
  }
  if (field.has("x-kubernetes-patch-strategy")) {
    out.append(" ^").append(field.get("x-kubernetes-patch-strategy").asText());
    if (field.has("x-kubernetes-patch-merge-key")) {
      out.append('(').append(field.get("x-kubernetes-patch-merge-key").asText()).append(')');
    }
  }
}
