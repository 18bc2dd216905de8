import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Writes apiserver/src/main/resources/io/coxswain/apiserver/protobuf/messages.txt, the field numbers of the built-in kinds, from the
 * published Go modules k8s.io/api, apimachinery, apiextensions-apiserver and kube-aggregator. Run by hand when the release changes:
 *
 *   java build/MessageData.java FOLDER_OF_MODULE...
 *
 * Only facts are taken: the numbers and types of generated.proto, and from the tags of the Go declarations the names in JSON, which
 * fields are pointers and which are inlined. The kinds are those of types.txt, so run build/TypeData.java first.
 * The format is described in io.coxswain.apiserver.protobuf.Messages.
 */
static final Path TYPES = Path.of("api/src/main/resources/io/coxswain/api/schema/types.txt");

static final Path TARGET = Path.of("apiserver/src/main/resources/io/coxswain/apiserver/protobuf/messages.txt");

/** Messages that stand for one JSON value, and the letter that says how it is made. */
static final Map<String, String> LETTERS = Map.ofEntries(
    Map.entry("resource.Quantity", "q"),
    Map.entry("intstr.IntOrString", "x"),
    Map.entry("meta.v1.Time", "t"),
    Map.entry("meta.v1.MicroTime", "u"),
    Map.entry("meta.v1.FieldsV1", "r"),
    Map.entry("runtime.RawExtension", "r"),
    Map.entry("apiextensions.v1.JSON", "r"),
    Map.entry("apiextensions.v1.JSONSchemaPropsOrArray", "A"),
    Map.entry("apiextensions.v1.JSONSchemaPropsOrBool", "B"),
    Map.entry("apiextensions.v1.JSONSchemaPropsOrStringArray", "C"));

/** Kinds that belong to no group of their own, and what discovery and metadata-only requests respond with. */
static final List<String> COMMON = List.of(
    "meta.v1.DeleteOptions",
    "meta.v1.Status",
    "meta.v1.APIGroup",
    "meta.v1.APIGroupList",
    "meta.v1.APIResourceList",
    "meta.v1.APIVersions",
    "meta.v1.PartialObjectMetadata",
    "apidiscovery.v2.APIGroupDiscovery");

/** A field as the proto file has it. */
record Field(int number, String name, String type) {}

/** What a Go tag adds. */
record Tag(String json, boolean inline, boolean pointer) {}

final Map<String, List<Field>> messages = new TreeMap<>();
final Map<String, Tag> tags = new TreeMap<>();

void main(String[] args) throws Exception {
  for (String folder : args) {
    try (var files = Files.walk(Path.of(folder))) {
      for (Path file : files.filter(f -> f.endsWith("generated.proto")).sorted().toList()) {
        read(file);
      }
    }
  }
  var open = new ArrayDeque<>(COMMON);
  for (String line : Files.readAllLines(TYPES)) {
    if (!line.startsWith(" ") && line.contains(" =")) {
      open.add(line.substring(0, line.indexOf(' ')));
    }
  }
  var done = new TreeSet<String>();
  var out = new TreeMap<String, String>();
  while (!open.isEmpty()) {
    String name = open.removeFirst();
    if ((name.endsWith("List") && !COMMON.contains(name)) || !done.add(name)) {
      continue;
    }
    List<Field> fields = messages.get(name);
    if (fields == null) {
      throw new IllegalStateException("no message " + name);
    }
    var block = new StringBuilder();
    for (Field field : fields) {
      String bare = field.type.replaceAll("^[\\[{]+", "");
      if (messages.containsKey(bare) && !LETTERS.containsKey(bare) && !isWrapper(bare)) {
        open.add(bare);
      }
      Tag tag = tags.getOrDefault(name + "." + field.number, new Tag(field.name, false, false));
      block.append(' ').append(field.number).append(' ').append(tag.inline ? ">" : tag.json).append(' ');
      block.append(written(field.type, name)).append(tag.pointer ? "*" : "").append('\n');
    }
    out.put(name, block.toString());
  }
  var text = new StringBuilder();
  out.forEach((name, block) -> text.append(name).append('\n').append(block));
  Files.createDirectories(TARGET.getParent());
  Files.writeString(TARGET, text);
  IO.println(TARGET + ": " + out.size() + " messages, " + text.length() + " characters");
}

/** Whether the message only wraps a list of strings. */
boolean isWrapper(String name) {
  List<Field> fields = messages.get(name);
  return fields.size() == 1 && fields.getFirst().equals(new Field(1, "items", "[s"));
}

String written(String type, String in) {
  char first = type.charAt(0);
  if (first == '[' || first == '{') {
    return first + written(type.substring(1), in);
  }
  String letter = LETTERS.get(type);
  if (letter != null) {
    return letter;
  }
  if (messages.containsKey(type) && isWrapper(type)) {
    return "v";
  }
  String home = in.substring(0, in.lastIndexOf('.') + 1);
  return type.startsWith(home) ? type.substring(home.length() - 1) : type;
}

void read(Path file) throws Exception {
  String text = Files.readString(file).replaceAll("(?m)^\\s*//.*$", "");
  var packages = Pattern.compile("(?m)^package (\\S+);").matcher(text);
  if (!packages.find()) {
    throw new IllegalStateException(file + " has no package");
  }
  String home = shorten(packages.group(1) + ".X").replaceFirst("X$", "");
  var bodies = Pattern.compile("(?ms)^message (\\w+) \\{(.*?)^\\}").matcher(text);
  var line = Pattern.compile("(optional|repeated|required|map<string,) ?([.\\w]+)>? (\\w+) = (\\d+)");
  while (bodies.find()) {
    var fields = new ArrayList<Field>();
    var lines = line.matcher(bodies.group(2));
    while (lines.find()) {
      String type = type(lines.group(2), home);
      String shape = switch (lines.group(1)) {
        case "repeated" -> "[";
        case "map<string," -> "{";
        default -> "";
      };
      fields.add(new Field(Integer.parseInt(lines.group(4)), lines.group(3), shape + type));
    }
    messages.put(home + bodies.group(1), fields);
  }
  readGo(file.getParent(), home);
}

String type(String name, String home) {
  return switch (name) {
    case "string" -> "s";
    case "int32", "uint32" -> "i";
    case "int64", "uint64" -> "l";
    case "double" -> "n";
    case "bool" -> "b";
    case "bytes" -> "y";
    default -> name.startsWith(".") ? shorten(name.substring(1)) : home + name;
  };
}

/** k8s.io.api.core.v1.Pod becomes core.v1.Pod. */
String shorten(String name) {
  String[] parts = name.split("\\.");
  int n = parts.length;
  boolean versioned = parts[n - 2].matches("v\\d+.*");
  return String.join(".", List.of(parts).subList(n - (versioned ? 3 : 2), n));
}

void readGo(Path folder, String home) throws Exception {
  var struct = Pattern.compile("(?ms)^type (\\w+) struct \\{(.*?)^\\}");
  var field = Pattern.compile("(?m)^\\s+(?:\\w+\\s+)?(\\S+)\\s+`[^`]*?json:\"([^\"]*)\"[^`]*?protobuf:\"\\w+,(\\d+)[^`]*`");
  try (var files = Files.list(folder)) {
    for (Path file : files.filter(f -> f.toString().endsWith(".go") && !f.getFileName().toString().contains("generated")).toList()) {
      var structs = struct.matcher(Files.readString(file));
      while (structs.find()) {
        var fields = field.matcher(structs.group(2));
        while (fields.find()) {
          List<String> json = List.of(fields.group(2).split(","));
          tags.put(
              home + structs.group(1) + "." + fields.group(3),
              new Tag(json.getFirst(), json.contains("inline"), fields.group(1).startsWith("*")));
        }
      }
    }
  }
}
