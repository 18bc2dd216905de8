import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes apiserver/src/main/resources/io/coxswain/apiserver/rules/internal-types.txt: for each type that the Kubernetes API server
 * uses inside itself, its fields in order, each with the name it has in JSON. Error messages show values in that form. Run by hand
 * when the release changes:
 *
 *   java build/InternalTypes.java KUBERNETES_FOLDER API_FOLDER
 *
 * Only facts are taken: names and types. The format is described in io.coxswain.apiserver.rules.InternalForm.
 */
static final Path TARGET = Path.of("apiserver/src/main/resources/io/coxswain/apiserver/rules/internal-types.txt");

/** Groups, each with the version that gives its fields their names. */
static final Map<String, String> GROUPS = new TreeMap<>(Map.ofEntries(
    Map.entry("core", "v1"), Map.entry("apps", "v1"), Map.entry("batch", "v1"), Map.entry("autoscaling", "v2"), Map.entry("policy", "v1"),
    Map.entry("networking", "v1"), Map.entry("storage", "v1"), Map.entry("rbac", "v1"), Map.entry("resource", "v1"),
    Map.entry("discovery", "v1"), Map.entry("node", "v1"), Map.entry("scheduling", "v1"), Map.entry("coordination", "v1"),
    Map.entry("certificates", "v1"), Map.entry("flowcontrol", "v1"), Map.entry("admissionregistration", "v1")));

record Field(String go, String type, String tag) {}

static final Map<String, List<Field>> INTERNAL = new TreeMap<>();
static final Map<String, List<Field>> PUBLISHED = new TreeMap<>();
static final Map<String, String> NAMED = new TreeMap<>();

void main(String[] args) throws Exception {
  Path root = Path.of(args[0]);
  for (var group : GROUPS.entrySet()) {
    String name = group.getKey();
    read(root.resolve("pkg/apis/" + name + "/types.go"), name, INTERNAL, true);
    read(Path.of(args[1], name, group.getValue(), "types.go"), name, PUBLISHED, false);
  }
  var out = new StringBuilder();
  for (String type : INTERNAL.keySet()) {
    if (type.endsWith("List")) {
      continue;
    }
    out.append(type);
    var tags = new LinkedHashMap<String, String>();
    flat(type, PUBLISHED).forEach(f -> tags.put(f.go, f.tag));
    for (Field field : flat(type, INTERNAL)) {
      String json = tags.getOrDefault(field.go, "").split(",")[0];
      if (json.isEmpty()) {
        json = lower(field.go);
      }
      String shown = field.tag.isEmpty() ? field.go : field.tag.split(",")[0];
      out.append(' ').append(shown).append(':').append(json.equals(lower(shown)) ? "" : json).append(':')
          .append(letters(field.type, type.substring(0, type.indexOf('.')))).append(field.tag.contains("omitempty") ? "?" : "");
    }
    out.append('\n');
  }
  out.append("meta.LabelSelector matchLabels::{s? matchExpressions::[meta.LabelSelectorRequirement?\n");
  out.append("meta.LabelSelectorRequirement key::s operator::s values::[s?\n");
  out.append("meta.OwnerReference apiVersion::s kind::s name::s uid::s controller::*b? blockOwnerDeletion::*b?\n");
  Files.createDirectories(TARGET.getParent());
  Files.writeString(TARGET, out);
}

String lower(String name) {
  return Character.toLowerCase(name.charAt(0)) + name.substring(1);
}

void read(Path file, String group, Map<String, List<Field>> types, boolean internal) throws Exception {
  List<Field> fields = null;
  for (String line : Files.readAllLines(file)) {
    String text = line.replaceAll("//.*", "").strip();
    Matcher struct = Pattern.compile("type (\\w+) struct \\{(\\})?").matcher(text);
    Matcher named = Pattern.compile("type (\\w+) (?!struct|interface)(\\S+)").matcher(text);
    if (struct.matches()) {
      fields = struct.group(2) == null ? new ArrayList<>() : null;
      types.put(group + "." + struct.group(1), fields == null ? List.of() : fields);
    } else if (named.matches() && internal) {
      NAMED.put(group + "." + named.group(1), named.group(2));
    } else if (text.equals("}")) {
      fields = null;
    } else if (fields != null) {
      Matcher field = Pattern.compile("([A-Z]\\w*(?:, [A-Z]\\w*)*)\\s+([^`\\s]+)(?:\\s+`.*json:\"([^\"]*)\".*`)?.*").matcher(text);
      Matcher embedded = Pattern.compile("((?:\\w+\\.)?[A-Z]\\w*)(\\s+`.*)?").matcher(text);
      if (field.matches()) {
        for (String go : field.group(1).split(", ")) {
          fields.add(new Field(go, field.group(2), field.group(3) == null ? "" : field.group(3)));
        }
      } else if (embedded.matches()) {
        fields.add(new Field("", embedded.group(1), ""));
      }
    }
  }
}

/** The fields with those of embedded types in their place. */
List<Field> flat(String type, Map<String, List<Field>> types) {
  var flat = new ArrayList<Field>();
  String group = type.substring(0, type.indexOf('.'));
  for (Field field : types.getOrDefault(type, List.of())) {
    if (!field.go.isEmpty()) {
      flat.add(field);
    } else if (field.type.equals("metav1.ObjectMeta")) {
      flat.add(new Field("metadata", "metav1.ObjectMeta", "+"));
    } else if (!field.type.startsWith("metav1.")) {
      flat.addAll(flat(field.type.contains(".") ? field.type.replace("api.", "core.") : group + "." + field.type, types));
    }
  }
  return flat;
}

String letters(String type, String group) {
  if (type.startsWith("*")) {
    return "*" + letters(type.substring(1), group);
  }
  if (type.equals("[]byte")) {
    return "y";
  }
  if (type.startsWith("[]")) {
    return "[" + letters(type.substring(2), group);
  }
  if (type.startsWith("map[")) {
    return "{" + letters(type.substring(type.indexOf(']') + 1), group);
  }
  switch (type) {
    case "string", "types.UID": return "s";
    case "bool": return "b";
    case "int", "int32", "int64", "uint64", "float64", "float32": return "i";
    case "resource.Quantity": return "q";
    case "metav1.Time", "metav1.MicroTime", "metav1.Duration": return "t";
    case "intstr.IntOrString": return "x";
    case "metav1.ObjectMeta": return "+";
    case "metav1.LabelSelector": return "meta.LabelSelector";
    default:
  }
  String full = type.startsWith("api.") ? "core." + type.substring(4) : type.contains(".") ? type : group + "." + type;
  if (INTERNAL.containsKey(full)) {
    return full;
  }
  if (NAMED.containsKey(full)) {
    return letters(NAMED.get(full), full.substring(0, full.indexOf('.')));
  }
  return "j";
}
