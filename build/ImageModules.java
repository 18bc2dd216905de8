import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/**
 * Checks that the runtime of the container image has every JDK module that the shipped jars need: compares the list in
 * the Containerfile with what jdeps finds, makes the runtime with jlink and starts programs with it. Run by the last
 * module's verify phase:
 *
 *   java build/ImageModules.java CONTAINERFILE LIB
 */
static final Pattern LIST = Pattern.compile("--add-modules ([a-z0-9.,]+)");

/** Modules that libraries use only if they exist, such as for java.beans, and that we do not need. */
static final Map<String, List<String>> OPTIONAL =
    Map.of(
        "com.fasterxml.jackson.databind", List.of("java.desktop"),
        "org.yaml.snakeyaml", List.of("java.desktop"));

/** What is started with the runtime; each must exit with 0. */
static final List<List<String>> PROGRAMS =
    List.of(
        List.of("version"),
        List.of("apiserver", "--help"),
        List.of("kube-controller-manager", "--help"),
        List.of("render", "examples/slurm-cluster.yaml"));

void main(String... arguments) throws Exception {
  Path lib = Path.of(arguments[1]).toAbsolutePath();
  var found = LIST.matcher(Files.readString(Path.of(arguments[0])));
  if (!found.find()) {
    fail(arguments[0] + ": no --add-modules");
  }
  var listed = new TreeSet<>(Arrays.asList(found.group(1).split(",")));
  List<String> missing = needed(lib).stream().filter(line -> !listed.contains(line.replaceAll(".* ", ""))).toList();
  if (!missing.isEmpty()) {
    fail(arguments[0] + ": --add-modules lacks modules that jars need:\n  " + String.join("\n  ", missing));
  }
  Path folder = Files.createTempDirectory("coxswain-image");
  try {
    Path runtime = folder.resolve("runtime");
    run("jlink", "--output", runtime.toString(), "--add-modules", String.join(",", listed));
    for (List<String> program : PROGRAMS) {
      start(runtime, lib, program);
    }
    System.out.printf("image: %d modules, %d programs start%n", listed.size(), PROGRAMS.size());
  } finally {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

/** Lines "jar module", for each JDK module that a jar needs itself; a jar that is a module is named by that. */
List<String> needed(Path lib) throws Exception {
  var command = new ArrayList<>(List.of("--multi-release", "25", "--ignore-missing-deps", "-summary"));
  try (var jars = Files.list(lib)) {
    jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(jar -> command.add(jar.toString()));
  }
  return run("jdeps", command.toArray(String[]::new))
      .lines()
      .filter(line -> line.matches(".* -> (java|jdk)\\..*"))
      .map(line -> line.strip().replace(" -> ", " "))
      .filter(line -> !OPTIONAL.getOrDefault(line.replaceAll(" .*", ""), List.of()).contains(line.replaceAll(".* ", "")))
      .sorted()
      .toList();
}

String run(String tool, String... arguments) {
  var out = new StringWriter();
  var errors = new StringWriter();
  int code = ToolProvider.findFirst(tool).orElseThrow().run(new PrintWriter(out), new PrintWriter(errors), arguments);
  if (code != 0) {
    fail(tool + " failed: " + errors + out);
  }
  return out.toString();
}

void start(Path runtime, Path lib, List<String> program) throws Exception {
  var command = new ArrayList<>(List.of(runtime.resolve("bin/java").toString(), "-cp", lib + "/*", "io.coxswain.cli.Coxswain"));
  command.addAll(program);
  Path output = runtime.resolveSibling("output");
  Process process =
      new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
  if (!process.waitFor(2, TimeUnit.MINUTES)) {
    process.destroyForcibly();
    fail(String.join(" ", program) + " does not end on the image's runtime");
  }
  if (process.exitValue() != 0) {
    fail(
        "%s exits with %d on the image's runtime:%n%s"
            .formatted(String.join(" ", program), process.exitValue(), Files.readString(output)));
  }
}

void fail(String message) {
  System.err.println(message);
  System.exit(1);
}
