import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Writes the catalogue of the built-in Kubernetes types from the published Go modules. Usage, inputs and format: README.md.
 *
 * <pre>
 * java tools/catalogue/Catalogue.java FOLDER_OF_MODULES VERSION TARGET
 * </pre>
 *
 * Only facts are taken: names, types, order, numbers, tags and markers.
 */
final class Catalogue {
  /** Types that stand for one JSON value. They have no block; the readers know them by name. */
  static final Set<String> VALUES =
      Set.of(
          "resource.Quantity",
          "intstr.IntOrString",
          "meta.v1.Time",
          "meta.v1.MicroTime",
          "meta.v1.Duration",
          "meta.v1.FieldsV1",
          "meta.v1.Patch",
          "runtime.RawExtension",
          "apiextensions.v1.JSON",
          "apiextensions.v1.JSONSchemaPropsOrArray",
          "apiextensions.v1.JSONSchemaPropsOrBool",
          "apiextensions.v1.JSONSchemaPropsOrStringArray");

  /** Registered kinds that no path of the API accepts or returns. */
  private static final Set<String> UNUSED =
      Set.of("core.v1.List", "core.v1.PodStatusResult", "core.v1.RangeAllocation", "core.v1.SerializedReference", "apiextensions.v1.ConversionReview");

  /** Kinds of unstable versions that the API serves on request. */
  private static final Map<String, List<String>> UNSTABLE =
      Map.of(
          "admissionregistration.v1alpha1", List.of("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"),
          "admissionregistration.v1beta1", List.of("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"),
          "apiserverinternal.v1alpha1", List.of("StorageVersion"),
          "certificates.v1beta1", List.of("ClusterTrustBundle", "PodCertificateRequest"),
          "resource.v1alpha3", List.of("DeviceTaintRule"),
          "storagemigration.v1beta1", List.of("StorageVersionMigration"));

  /** Types without a group of their own, and those of discovery and of requests for metadata only. */
  private static final List<String> COMMON =
      List.of(
          "meta.v1.APIGroup",
          "meta.v1.APIGroupList",
          "meta.v1.APIResourceList",
          "meta.v1.APIVersions",
          "meta.v1.DeleteOptions",
          "meta.v1.PartialObjectMetadata",
          "meta.v1.Status",
          "meta.v1.WatchEvent",
          "apidiscovery.v2.APIGroupDiscovery");

  /** The common types that are kinds of {@code v1} to every client. */
  private static final Set<String> COMMON_KINDS =
      Set.of("meta.v1.APIGroup", "meta.v1.APIGroupList", "meta.v1.APIResourceList", "meta.v1.APIVersions", "meta.v1.Status");

  /** The fields of the list of a kind. A kind whose list has these is marked; the list has no block of its own. */
  private static final String LIST = " >meta.v1.TypeMeta\n metadata:ListMeta meta.v1.ListMeta~ 1\n items []%s!~ 2\n";

  private final Map<String, GoPackage> packages = new TreeMap<>();

  public static void main(String... args) throws IOException {
    if (args.length != 3) {
      System.err.println("usage: java Catalogue.java FOLDER_OF_MODULES VERSION TARGET, for example");
      System.err.println("       java Catalogue.java $(go env GOMODCACHE)/k8s.io v1.35.8 catalogue.txt");
      System.exit(2);
    }
    Files.writeString(Path.of(args[2]), new Catalogue().write(Path.of(args[0]), args[1]));
  }

  private String write(Path modules, String version) throws IOException {
    String suffix = "@" + version.replaceFirst("^v1", "v0");
    readStable(modules.resolve("api" + suffix));
    for (String name : UNSTABLE.keySet()) {
      readPackage(modules.resolve("api" + suffix + "/" + name.replace('.', '/')), name);
      packages.get(name).resolveAliases();
    }
    readPackage(modules.resolve("apimachinery" + suffix + "/pkg/apis/meta/v1"), "meta.v1");
    readPackage(modules.resolve("apimachinery" + suffix + "/pkg/types"), "types");
    readPackage(modules.resolve("apiextensions-apiserver" + suffix + "/pkg/apis/apiextensions/v1"), "apiextensions.v1");
    readPackage(modules.resolve("kube-aggregator" + suffix + "/pkg/apis/apiregistration/v1"), "apiregistration.v1");

    Map<String, String> kinds = kinds();
    Set<String> types = reachable(kinds.keySet());
    var out = new StringBuilder("# The built-in types of Kubernetes " + version + ". Written by tools/catalogue, which describes the format.\n");
    writeNamed(types, out);
    for (String type : types) {
      if (!isListOfKind(type, kinds)) {
        writeType(type, kinds, out);
      }
    }
    out.append(new InternalTypes(this, modules.resolve("kubernetes@" + version), types).write());
    return out.toString();
  }

  /** Reads the packages of all stable versions of a module. */
  private void readStable(Path module) throws IOException {
    try (Stream<Path> folders = Files.walk(module, 2)) {
      for (Path folder : folders.filter(f -> f.getFileName().toString().matches("v\\d+")).sorted().toList()) {
        readPackage(folder, GoPackage.catalogueName(folder.toString()));
      }
    }
  }

  private void readPackage(Path folder, String name) throws IOException {
    packages.put(name, GoPackage.read(name, folder));
  }

  /** The kinds that the API serves, each with its apiVersion. */
  private Map<String, String> kinds() {
    var kinds = new TreeMap<String, String>();
    for (GoPackage declared : packages.values()) {
      if (Set.of("admission.v1", "imagepolicy.v1", "apidiscovery.v2", "meta.v1").contains(declared.name)) {
        continue; // sent to webhooks, or to clients under another name
      }
      String version = declared.name.substring(declared.name.indexOf('.') + 1);
      for (String kind : declared.known) {
        String name = declared.name + "." + kind;
        List<String> selected = UNSTABLE.get(declared.name);
        boolean served = selected == null || selected.contains(kind.replaceFirst("List$", ""));
        if (served && !kind.endsWith("Options") && !UNUSED.contains(name)) {
          kinds.put(name, declared.group.isEmpty() ? version : declared.group + "/" + version);
        }
      }
    }
    COMMON_KINDS.forEach(name -> kinds.put(name, "v1"));
    return kinds;
  }

  private Set<String> reachable(Set<String> kinds) {
    var open = new ArrayDeque<String>(kinds);
    open.addAll(COMMON);
    var reached = new TreeSet<String>();
    while (!open.isEmpty()) {
      String type = open.removeFirst();
      if (!VALUES.contains(type) && reached.add(type)) {
        String home = home(type);
        for (GoPackage.Field field : struct(type).fields()) {
          String bare = bare(field.type(), home);
          if (findStruct(bare) != null || VALUES.contains(bare)) {
            open.add(bare);
          } else if (findNamed(bare) != null) {
            String element = bare(findNamed(bare), home(bare));
            if (findStruct(element) != null) {
              open.add(element);
            }
          }
        }
      }
    }
    return reached;
  }

  /** Whether the type is the list of a kind and has only metadata and items. */
  private boolean isListOfKind(String type, Map<String, String> kinds) {
    String item = type.replaceFirst("List$", "");
    if (item.equals(type) || !kinds.containsKey(item) || !kinds.containsKey(type)) {
      return false;
    }
    var fields = new StringBuilder();
    struct(type).fields().forEach(field -> writeField(field, home(type), fields));
    return fields.toString().equals(LIST.formatted(local(item)));
  }

  /** A block per package: its named types that are not structs, as far as they are used. */
  private void writeNamed(Set<String> types, StringBuilder out) {
    var used = new TreeMap<String, TreeMap<String, String>>();
    for (String type : types) {
      for (GoPackage.Field field : struct(type).fields()) {
        String bare = bare(field.type(), home(type));
        String underlying = findNamed(bare);
        if (underlying != null && !VALUES.contains(bare)) {
          used.computeIfAbsent(home(bare), _ -> new TreeMap<>()).put(local(bare), written(underlying, home(bare)));
        }
      }
    }
    used.forEach(
        (home, named) -> {
          out.append('\n').append(home).append('\n');
          named.forEach((name, type) -> out.append(' ').append(name).append(' ').append(type).append('\n'));
        });
  }

  private void writeType(String type, Map<String, String> kinds, StringBuilder out) {
    GoPackage.Struct struct = struct(type);
    out.append('\n').append(type);
    if (kinds.containsKey(type)) {
      out.append(" kind=").append(kinds.get(type));
      if (isListOfKind(type + "List", kinds)) {
        out.append(" list");
      }
    }
    if (struct.markers().contains("structType=atomic") || struct.markers().contains("mapType=atomic")) {
      out.append(" atomic");
    }
    out.append('\n');
    for (GoPackage.Field field : struct.fields()) {
      writeField(field, home(type), out);
    }
  }

  private void writeField(GoPackage.Field field, String home, StringBuilder out) {
    if (field.embedded()) {
      out.append(" >").append(written(field.type(), home));
    } else {
      out.append(' ').append(field.jsonName());
      if (!field.goName().equals(capital(field.jsonName()))) {
        out.append(':').append(field.goName());
      }
      out.append(' ').append(written(field.type(), home));
      if (isRequired(field)) {
        out.append('!');
      }
      if (isWritten(field, home)) {
        out.append('~');
      }
    }
    if (field.number() > 0) {
      out.append(' ').append(field.number());
    }
    List<String> keys = field.marked("listMapKey");
    field.marked("listType").stream().limit(1)
        .forEach(list -> out.append(' ').append(list).append(list.equals("map") ? "(" + String.join(",", keys) + ")" : ""));
    field.marked("mapType").forEach(map -> out.append(' ').append(map));
    field.marked("structType").forEach(map -> out.append(' ').append(map));
    if (!field.tag("patchStrategy").isEmpty()) {
      String key = field.tag("patchMergeKey");
      out.append(" patch=").append(field.tag("patchStrategy")).append(key.isEmpty() ? "" : "(" + key + ")");
    }
    // A reference to a constant is a default of the server's code; generators of CRDs leave it out as well.
    field.marked("default").stream().filter(value -> !value.startsWith("ref(")).forEach(value -> out.append(" default=").append(value));
    out.append('\n');
  }

  private static boolean isRequired(GoPackage.Field field) {
    if (!field.marked("required").isEmpty() || !field.marked("optional").isEmpty()) {
      return !field.marked("required").isEmpty();
    }
    return !field.tagged("omitempty");
  }

  /** Whether Go writes the field although it has no value: omitempty does not apply to structs. */
  private boolean isWritten(GoPackage.Field field, String home) {
    if (field.tagged("omitzero")) {
      return false;
    }
    String type = absolute(field.type(), home);
    return !field.tagged("omitempty") || findStruct(type) != null || (VALUES.contains(type) && findNamed(type) == null);
  }

  // ---- names

  GoPackage.Struct struct(String type) {
    GoPackage.Struct struct = findStruct(type);
    if (struct == null) {
      throw new IllegalStateException("the modules have no struct " + type);
    }
    return struct;
  }

  GoPackage.Struct findStruct(String type) {
    GoPackage declared = packages.get(home(type));
    return declared == null ? null : declared.structs.get(local(type));
  }

  private String findNamed(String type) {
    GoPackage declared = packages.get(home(type));
    return declared == null ? null : declared.named.get(local(type));
  }

  /** The type with its package, and named types that are not structs replaced by what they are. */
  String resolved(String type, String home) {
    int start = InternalTypes.prefix(type);
    String name = absolute(type.substring(start), home);
    String shape = type.substring(0, start).replaceAll("map\\[[^\\]]*\\]", "map[string]");
    String underlying = VALUES.contains(name) ? null : findNamed(name);
    return shape + (underlying == null ? name : resolved(underlying, home(name)));
  }

  static String home(String type) {
    return type.substring(0, Math.max(type.lastIndexOf('.'), 0));
  }

  static String local(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** The element type, with its package. */
  private static String bare(String type, String home) {
    return absolute(type.replaceFirst("^(\\*|\\[\\]|map\\[[^\\]]*\\])*", ""), home);
  }

  private static String absolute(String type, String home) {
    return Character.isUpperCase(type.charAt(0)) ? home + "." + type : type;
  }

  /** The type as the catalogue has it: names of the same package are without it, keys of maps are strings. */
  static String written(String type, String home) {
    return type
        .replaceAll("map\\[[^\\]]*\\]", "map[string]")
        .replace("[]byte", "bytes")
        .replaceAll("\\b" + home.replace(".", "\\.") + "\\.(?=[A-Z])", "");
  }
}
