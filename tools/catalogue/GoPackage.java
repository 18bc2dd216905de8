import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The declarations of one Go package that the catalogue needs: structs, named types and registered kinds.
 *
 * <p>This is not a parser of Go. It reads declarations that gofmt has formatted: one field per line, a struct ends with a brace in the
 * first column.
 */
final class GoPackage {
  private static final Pattern IMPORT = Pattern.compile("^(?:import)?\\s+(?:(\\w+) )?\"([^\"]+)\"$");
  private static final Pattern STRUCT = Pattern.compile("^type (\\w+) struct ?\\{(\\})?.*");
  private static final Pattern NAMED = Pattern.compile("^type (\\w+) (?!struct|interface|func)=? ?(\\S+).*");
  private static final Pattern FIELD = Pattern.compile("^\\t([A-Z]\\w*(?:, [A-Z]\\w*)*)\\s+([^`\\s/]+)\\s*(?:`(.*)`)?.*");
  private static final Pattern EMBEDDED = Pattern.compile("^\\t(\\*?(?:\\w+\\.)?[A-Z]\\w*)\\s*(?:`(.*)`)?.*");
  private static final Pattern MARKER = Pattern.compile("^\\s*// ?\\+(.*)");
  private static final Pattern GROUP = Pattern.compile("^const GroupName = \"(.*)\"");
  private static final Pattern KNOWN = Pattern.compile("^\\t+&(\\w+)\\{\\},?");

  /** A struct; {@code markers} are the comments that begin with a plus sign, without it. */
  record Struct(String name, List<String> markers, List<Field> fields) {}

  /**
   * @param goName the name in Go; empty for an embedded struct
   * @param type the type as written, with the names of other packages replaced by names of the catalogue
   * @param tag the tag; empty if there is none
   */
  record Field(String goName, String type, String tag, List<String> markers) {
    String tag(String key) {
      Matcher value = Pattern.compile("(?:^|\\s)" + key + ":\"([^\"]*)\"").matcher(tag);
      return value.find() ? value.group(1) : "";
    }

    String jsonName() {
      return tag("json").split(",")[0];
    }

    boolean tagged(String option) {
      return List.of(tag("json").split(",")).contains(option);
    }

    boolean embedded() {
      return goName.isEmpty();
    }

    /** The number in protobuf; 0 if it has none. */
    int number() {
      Matcher number = Pattern.compile("^\\w+,(\\d+),").matcher(tag("protobuf"));
      return number.find() ? Integer.parseInt(number.group(1)) : 0;
    }

    /** The values of the markers of a name, such as {@code listType}; an empty text for a marker without a value. */
    List<String> marked(String name) {
      return markers.stream()
          .filter(m -> m.equals(name) || m.startsWith(name + "="))
          .map(m -> m.substring(Math.min(m.length(), name.length() + 1)))
          .toList();
    }
  }

  /** The name in the catalogue, such as {@code core.v1}. */
  final String name;

  /** The group that the types are registered for. */
  String group = "";

  final Map<String, Struct> structs = new TreeMap<>();
  final Map<String, String> named = new TreeMap<>();
  final Set<String> known = new LinkedHashSet<>();

  private GoPackage(String name) {
    this.name = name;
  }

  static GoPackage read(String name, Path folder) throws IOException {
    var read = new GoPackage(name);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(GoPackage::declares).sorted().toList()) {
        read.read(Files.readAllLines(file));
      }
    }
    return read;
  }

  /** Replaces the names that stand for types of other packages, such as {@code type Rule = v1.Rule}. */
  void resolveAliases() {
    var aliases = new TreeMap<>(named);
    aliases.values().removeIf(type -> type.indexOf('.') < 0);
    for (Struct struct : structs.values()) {
      struct.fields.replaceAll(
          field -> {
            int start = InternalTypes.prefix(field.type);
            String target = aliases.get(field.type.substring(start));
            return target == null ? field : new Field(field.goName, field.type.substring(0, start) + target, field.tag, field.markers);
          });
    }
    named.keySet().removeAll(aliases.keySet());
  }

  private static boolean declares(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".go") && !name.endsWith("_test.go") && !name.contains("generated");
  }

  private void read(List<String> lines) {
    var imports = new HashMap<String, String>();
    var markers = new ArrayList<String>();
    Struct struct = null;
    for (String line : lines) {
      Matcher marker = MARKER.matcher(line);
      if (marker.matches()) {
        markers.add(marker.group(1).strip());
        continue;
      }
      if (line.strip().startsWith("//")) {
        continue;
      }
      if (struct != null) {
        if (line.startsWith("}")) {
          struct = null;
        } else {
          readField(line, struct, List.copyOf(markers), imports);
        }
      } else {
        struct = readDeclaration(line, List.copyOf(markers), imports);
      }
      if (!line.isBlank() || struct != null) {
        markers.clear(); // a marker of a struct may stand above a blank line, one of a field may not
      }
    }
  }

  private Struct readDeclaration(String line, List<String> markers, Map<String, String> imports) {
    Matcher found = STRUCT.matcher(line);
    if (found.matches()) {
      var struct = new Struct(found.group(1), markers, new ArrayList<>());
      structs.put(struct.name, struct);
      return found.group(2) == null ? struct : null;
    }
    found = NAMED.matcher(line);
    if (found.matches()) {
      named.put(found.group(1), qualified(found.group(2), imports));
    }
    found = IMPORT.matcher(line);
    if (found.matches()) {
      String path = found.group(2);
      imports.put(found.group(1) != null ? found.group(1) : path.substring(path.lastIndexOf('/') + 1), catalogueName(path));
    }
    found = GROUP.matcher(line);
    if (found.matches()) {
      group = found.group(1);
    }
    found = KNOWN.matcher(line);
    if (found.matches()) {
      known.add(found.group(1));
    }
    return null;
  }

  private static void readField(String line, Struct struct, List<String> markers, Map<String, String> imports) {
    Matcher field = FIELD.matcher(line);
    Matcher embedded = EMBEDDED.matcher(line);
    if (field.matches()) {
      for (String goName : field.group(1).split(", ")) {
        add(struct, new Field(goName, qualified(field.group(2), imports), text(field.group(3)), markers));
      }
    } else if (embedded.matches()) {
      String type = qualified(embedded.group(1), imports);
      var unnamed = new Field("", type, text(embedded.group(2)), markers);
      // An embedded struct with a name in JSON is a field like others.
      boolean inline = unnamed.jsonName().isEmpty();
      add(struct, inline ? unnamed : new Field(type.substring(type.lastIndexOf('.') + 1), type, unnamed.tag, markers));
    }
  }

  private static void add(Struct struct, Field field) {
    if (!field.jsonName().equals("-")) {
      struct.fields.add(field);
    }
  }

  private static String text(String group) {
    return group == null ? "" : group;
  }

  /** {@code []metav1.Time} becomes {@code []meta.v1.Time}. */
  private static String qualified(String type, Map<String, String> imports) {
    return Pattern.compile("\\b(\\w+)\\.").matcher(type).replaceAll(m -> imports.getOrDefault(m.group(1), m.group(1)) + ".");
  }

  /** The last two parts of the path of a versioned package, otherwise the last. */
  static String catalogueName(String path) {
    String[] parts = path.split("/");
    int last = parts.length - 1;
    return last > 0 && parts[last].matches("v\\d+(alpha\\d+|beta\\d+)?") ? parts[last - 1] + "." + parts[last] : parts[last];
  }
}
