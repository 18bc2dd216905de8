import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes what error messages of Go's JSON decoder show of the API types and OpenAPI does not say:
 * named types of scalars, lists and maps, and the names of embedded structs.
 *
 * <pre>
 * java build/GoNames.java K8S_API_MODULE APIMACHINERY_MODULE > apiserver/src/main/resources/io/coxswain/apiserver/schema/gonames.txt
 * </pre>
 *
 * A line per struct: its name as in OpenAPI, then {@code field=type} and {@code Embedded^field} for
 * the fields that have something to say.
 */
public final class GoNames {
  private static final Pattern STRUCT = Pattern.compile("^type (\\w+) struct \\{");
  private static final Pattern NAMED = Pattern.compile("^type (\\w+) (?!struct)(?!interface)(\\S+)");
  private static final Pattern FIELD =
      Pattern.compile("^\\t(\\w+)\\s+(\\S+)\\s+`.*json:\"([^\",]+)[^\"]*\".*");
  private static final Pattern EMBEDDED =
      Pattern.compile("^\\t(?:(\\w+)\\.)?(\\w+)\\s+`.*json:\",inline[^\"]*\".*");

  private record Struct(List<String[]> fields, List<String> embedded) {}

  public static void main(String... folders) throws IOException {
    var structs = new TreeMap<String, Struct>();
    var named = new TreeSet<String>();
    for (String folder : folders) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file :
            files
                .filter(f -> f.getFileName().toString().endsWith(".go"))
                .filter(f -> !f.toString().matches(".*(_test|generated|/v\\d+(alpha|beta)\\d+/).*"))
                .sorted()
                .toList()) {
          read(file, structs, named);
        }
      }
    }
    structs.forEach(
        (name, struct) -> {
          String pack = name.split("\\.")[1];
          var words = new ArrayList<String>();
          for (String[] field : struct.fields) {
            String type = type(field[1], pack, named);
            if (!type.isEmpty()) {
              words.add(field[0] + "=" + type);
            }
          }
          for (String embedded : struct.embedded) {
            Struct inner = structs.get(name.substring(0, name.lastIndexOf('.') + 1) + embedded);
            if (inner == null) {
              inner = structs.get("core.v1." + embedded);
            }
            if (inner != null) {
              for (String[] field : inner.fields) {
                words.add(embedded + "^" + field[0]);
                String type = type(field[1], pack, named);
                if (!type.isEmpty()) {
                  words.add(field[0] + "=" + type);
                }
              }
            }
          }
          if (!words.isEmpty()) {
            System.out.println(name + " " + String.join(" ", words));
          }
        });
  }

  private static void read(Path file, TreeMap<String, Struct> structs, TreeSet<String> named)
      throws IOException {
    int parts = file.getNameCount();
    String pack = file.getName(parts - 2).toString();
    String group = file.getName(parts - 3).toString() + "." + pack + ".";
    Struct current = null;
    for (String line : Files.readAllLines(file)) {
      var struct = STRUCT.matcher(line);
      var alias = NAMED.matcher(line);
      var field = FIELD.matcher(line);
      var embedded = EMBEDDED.matcher(line);
      if (struct.find()) {
        current = new Struct(new ArrayList<>(), new ArrayList<>());
        structs.put(group + struct.group(1), current);
      } else if (line.startsWith("}")) {
        current = null;
      } else if (current == null && alias.find()) {
        named.add(pack + "." + alias.group(1));
      } else if (current != null && embedded.matches()) {
        if (!embedded.group(2).equals("TypeMeta") && !embedded.group(2).equals("ListMeta")) {
          current.embedded.add(embedded.group(2));
        }
      } else if (current != null && field.matches()) {
        current.fields.add(new String[] {field.group(3), field.group(2)});
      }
    }
  }

  /** The type as Go's decoder names it; empty when OpenAPI says as much. */
  private static String type(String written, String pack, TreeSet<String> named) {
    String type = written.replace("*", "");
    String prefix = "";
    while (type.startsWith("[]") || type.startsWith("map[string]")) {
      int length = type.startsWith("[]") ? 2 : 11;
      prefix += type.substring(0, length);
      type = type.substring(length);
    }
    int dot = type.indexOf('.');
    String full =
        dot < 0 ? pack + "." + type : type.substring(0, dot).replaceAll("^(core|meta|api|batch)", "") + type.substring(dot);
    return named.contains(full) && !full.endsWith("Time") ? prefix + full : "";
  }
}
