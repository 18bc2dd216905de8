import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The types that the API server uses inside itself, as far as they differ from the published ones.
 *
 * <p>Error messages print values in this form: every field, in the order of the internal declaration, under its name in Go. Most internal
 * types have the fields of their published type in the same order; those are left out and the reader uses the published type.
 */
final class InternalTypes {
  /** The groups whose published version is not v1. */
  private static final Map<String, String> VERSIONS = Map.of("autoscaling", "v2");

  private final Catalogue catalogue;
  private final Set<String> published;
  private final Map<String, GoPackage> packages = new TreeMap<>();

  InternalTypes(Catalogue catalogue, Path module, Set<String> published) throws IOException {
    this.catalogue = catalogue;
    this.published = published;
    for (String type : published) {
      String group = Catalogue.home(Catalogue.home(type));
      Path folder = module.resolve("pkg/apis/" + group);
      if (!packages.containsKey(group) && published(group + ".X").startsWith(Catalogue.home(type)) && Files.exists(folder.resolve("types.go"))) {
        packages.put(group, GoPackage.read(group, folder));
      }
    }
  }

  String write() {
    var open = new ArrayDeque<String>();
    for (GoPackage internal : packages.values()) {
      internal.structs.keySet().stream().map(name -> internal.name + "." + name).filter(t -> published.contains(published(t)) && !t.endsWith("List")).forEach(open::add);
    }
    var seen = new TreeSet<String>(open);
    var blocks = new TreeMap<String, String>();
    while (!open.isEmpty()) {
      String type = open.removeFirst();
      List<GoPackage.Field> fields = flat(type, true);
      if (!published.contains(published(type)) || !normal(fields, type).equals(normal(flat(published(type), false), published(type)))) {
        blocks.put(type, block(type, fields));
        for (GoPackage.Field field : fields) {
          String element = absolute(field.type().replaceFirst("^(\\*|\\[\\]|map\\[[^\\]]*\\])*", ""), type);
          if (findStruct(element) != null && seen.add(element)) {
            open.add(element);
          }
        }
      }
    }
    return String.join("", blocks.values());
  }

  private String block(String type, List<GoPackage.Field> fields) {
    Map<String, String> jsonNames =
        published.contains(published(type))
            ? flat(published(type), false).stream().collect(Collectors.toMap(GoPackage.Field::goName, GoPackage.Field::jsonName))
            : Map.of();
    var out = new StringBuilder("\n" + type + "\n");
    for (GoPackage.Field field : fields) {
      String json = jsonNames.getOrDefault(field.goName(), jsonName(field));
      out.append(' ').append(json);
      if (!field.goName().equals(Catalogue.capital(json))) {
        out.append(':').append(field.goName());
      }
      out.append(' ').append(Catalogue.written(resolved(field.type(), type), Catalogue.home(type))).append('\n');
    }
    return out.toString();
  }

  /** The fields, with those of embedded structs in their place. */
  private List<GoPackage.Field> flat(String type, boolean internal) {
    GoPackage.Struct struct = internal ? findStruct(type) : catalogue.struct(type);
    var flat = new ArrayList<GoPackage.Field>();
    for (GoPackage.Field field : struct.fields()) {
      String full = absolute(field.type(), type);
      if (!field.embedded()) {
        flat.add(field);
      } else if (full.equals("meta.v1.ObjectMeta")) {
        flat.add(new GoPackage.Field("ObjectMeta", full, "json:\"metadata\"", List.of()));
      } else if (!full.startsWith("meta.v1.")) {
        flat.addAll(flat(full, internal));
      }
    }
    return flat;
  }

  /** What the reader makes of the fields; equal for types that need no block of their own. */
  private List<String> normal(List<GoPackage.Field> fields, String type) {
    boolean internal = findStruct(type) != null;
    return fields.stream()
        .map(f -> f.goName() + " " + (internal ? resolved(f.type(), type) : internalName(catalogue.resolved(f.type(), Catalogue.home(type)))))
        .map(t -> t.replaceAll("\\bu?int(32|64)?\\b|\\bfloat(32|64)\\b", "number"))
        .toList();
  }

  /** {@code []core.v1.Container} becomes {@code []core.Container}. */
  private String internalName(String type) {
    int start = type.lastIndexOf(']') + 1;
    start = type.startsWith("*", start) ? start + 1 : start;
    String name = type.substring(start);
    String group = Catalogue.home(Catalogue.home(name));
    boolean known = packages.containsKey(group) && published(group + "." + Catalogue.local(name)).equals(name);
    return known ? type.substring(0, start) + group + "." + Catalogue.local(name) : type;
  }

  private static String jsonName(GoPackage.Field field) {
    return field.jsonName().isEmpty()
        ? Character.toLowerCase(field.goName().charAt(0)) + field.goName().substring(1)
        : field.jsonName();
  }

  /** The type with its package, and named types that are not structs replaced by what they are. */
  private String resolved(String type, String in) {
    int start = prefix(type);
    String name = absolute(type.substring(start), in);
    GoPackage declared = packages.get(Catalogue.home(name));
    String underlying = declared == null ? null : declared.named.get(Catalogue.local(name));
    String shape = type.substring(0, start).replaceAll("map\\[[^\\]]*\\]", "map[string]");
    return shape + (underlying != null ? resolved(underlying, name) : declared != null ? name : catalogue.resolved(name, Catalogue.home(name)));
  }

  static int prefix(String type) {
    int start = Math.max(type.lastIndexOf(']') + 1, 0);
    return type.startsWith("*", start) ? start + 1 : start;
  }

  private GoPackage.Struct findStruct(String type) {
    GoPackage declared = packages.get(Catalogue.home(type));
    return declared == null ? null : declared.structs.get(Catalogue.local(type));
  }

  private static String absolute(String type, String in) {
    return Character.isUpperCase(type.charAt(0)) ? Catalogue.home(in) + "." + type : type;
  }

  /** The published type of an internal one. */
  private static String published(String type) {
    String group = Catalogue.home(type);
    return group + "." + VERSIONS.getOrDefault(group, "v1") + "." + Catalogue.local(type);
  }
}
