import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipFile;

/**
 * Writes the descriptions of the fields of built-in kinds, for OpenAPI documents and `kubectl explain`. They are taken from the
 * annotations in the sources of io.kubernetes:client-java-api (Apache License 2.0), which Maven has downloaded; none of that text is
 * in this repository. Run by the build of `apiserver`:
 *
 *   java build/Descriptions.java CLIENT_SOURCES_JAR TARGET
 *
 * The target is compressed text: a line for each class, `NAME<tab>DESCRIPTION`, followed by a line for each of its fields,
 * `<tab>NAME<tab>DESCRIPTION`, all sorted by name, with line ends written as `\n`. Nothing is done if the target is newer than the jar.
 */
static final String FOLDER = "io/kubernetes/client/openapi/models/";

/** Stable versions only: V1Pod, V2MetricSpec, CoreV1Event, but not V1beta1DeviceClass. */
static final Pattern CLASS = Pattern.compile("(?:[A-Z][a-z]+)?V[0-9][A-Z]\\w*");

static final String LITERAL = "\"((?:[^\"\\\\]++|\\\\.)*+)\"";
static final Pattern CLASS_TEXT = Pattern.compile("@ApiModel\\(description = " + LITERAL + "\\)");
static final Pattern JSON_NAME = Pattern.compile(
    "SERIALIZED_NAME_\\w+ = \"([^\"]+)\";\\s+@SerializedName\\(\\w+\\)\\s+(?:@[\\w.]+\\s+)*private [^;=]*?(\\w+)(?: =[^;]*)?;");
static final Pattern FIELD_TEXT = Pattern.compile(
    "@return (\\w+)\\s+\\*/(?:\\s+@[\\w.]+)*?\\s+@ApiModelProperty\\((?:required = true, )?value = " + LITERAL + "\\)");

void main(String[] arguments) throws IOException {
  Path jar = Path.of(arguments[0]);
  Path target = Path.of(arguments[1]);
  if (Files.exists(target) && Files.getLastModifiedTime(target).compareTo(Files.getLastModifiedTime(jar)) > 0) {
    return;
  }
  var text = new StringBuilder();
  int fields = 0;
  var classes = new TreeMap<String, String>();
  try (var zip = new ZipFile(jar.toFile())) {
    for (var entry : zip.stream().filter(e -> e.getName().startsWith(FOLDER)).toList()) {
      String name = entry.getName().substring(FOLDER.length()).replace(".java", "");
      if (CLASS.matcher(name).matches()) {
        classes.put(name, new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
      }
    }
  }
  for (var one : classes.entrySet()) {
    Matcher described = CLASS_TEXT.matcher(one.getValue());
    text.append(one.getKey()).append('\t').append(described.find() ? line(described.group(1)) : "").append('\n');
    var descriptions = new TreeMap<String, String>();
    Map<String, String> names = new TreeMap<>();
    for (Matcher name = JSON_NAME.matcher(one.getValue()); name.find(); ) {
      names.put(name.group(2), name.group(1));
    }
    for (Matcher field = FIELD_TEXT.matcher(one.getValue()); field.find(); ) {
      String json = names.get(field.group(1));
      if (json == null) {
        throw new IllegalStateException(one.getKey() + "." + field.group(1) + " has no JSON name");
      }
      descriptions.put(json, line(field.group(2)));
    }
    descriptions.forEach((name, description) -> text.append('\t').append(name).append('\t').append(description).append('\n'));
    fields += descriptions.size();
  }
  if (fields < 2000) {
    throw new IllegalStateException("only " + fields + " descriptions in " + jar + ": has its form changed?");
  }
  Files.createDirectories(target.getParent());
  try (var out = new GZIPOutputStream(Files.newOutputStream(target)) {{ def.setLevel(9); }}) {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }
  System.out.println("described " + classes.size() + " types and " + fields + " fields in " + Files.size(target) + " bytes");
}

/** The value of a Java literal, in one line. */
static String line(String literal) {
  return literal.translateEscapes().replace("\\", "\\\\").replace("\n", "\\n").replace("\t", " ");
}
