import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Makes what can be installed: a tarball, a package for Debian, an image archive, charts, the bill of materials and
 * checksums.
 * Run by module dist, from the root of the checkout, with the program's jars on the class path:
 *
 *   java -cp 'LIB/*' build/dist/Dist.java VERSION TIME LIB BOM OUTPUT [CLASSES]
 *
 * CLASSES is the list of classes of an earlier build, from which the same bytes are made again.
 */
final class Dist {
  private static final Pattern MODULES = Pattern.compile("--add-modules ([a-z0-9.,]+)");

  /** Sections of the checkout's launcher that are the distribution's too; the first has no heading. */
  private static final List<String> LAUNCHER = List.of("", "the start", "the process");

  private final String version;
  private final Instant time;
  private final Path lib;
  private final Path bom;
  private final Path output;
  private final Path tree;

  private Dist(String version, Instant time, Path lib, Path bom, Path output) {
    this.version = version;
    this.time = time;
    this.lib = lib;
    this.bom = bom;
    this.output = output;
    tree = output.resolve("coxswain-" + version + "-linux-x64");
  }

  public static void main(String... arguments) {
    if (!System.getProperty("os.name").equals("Linux") || !System.getProperty("os.arch").equals("amd64")) {
      System.err.println("dist: is made on Linux on x86-64 only, because it holds the runtime of the machine that makes it");
      System.exit(1);
    }
    try {
      var dist =
          new Dist(
              arguments[0],
              Instant.parse(arguments[1]),
              Path.of(arguments[2]).toAbsolutePath(),
              Path.of(arguments[3]).toAbsolutePath(),
              Path.of(arguments[4]).toAbsolutePath());
      dist.make(arguments.length > 5 && !arguments[5].isBlank() ? Path.of(arguments[5]).toAbsolutePath() : null);
    } catch (Exception e) {
      System.err.println("dist: " + e);
      System.exit(1);
    }
  }

  private void make(Path givenClasses) throws Exception {
    delete(tree);
    Files.createDirectories(tree);
    runtime();
    program();
    examples();
    documents();
    CommandLine commands = commands();
    completions(commands);
    manual(commands);
    clearTimes();
    classData(givenClasses);
    clearTimes();

    var results = new ArrayList<Path>();
    results.add(classList());
    Path sbom = output.resolve("coxswain-" + version + ".cdx.json");
    Files.copy(bom, sbom, StandardCopyOption.REPLACE_EXISTING);
    results.add(sbom);
    results.add(tarball());
    Path debian = output.resolve("coxswain_" + Debian.version(version) + "_amd64.deb");
    Debian.write(debian, tree, version, time);
    results.add(debian);
    Path image = output.resolve("coxswain-" + version + "-image.tar");
    Files.deleteIfExists(image);
    if (Image.possible()) {
      Image.write(image, tree, Path.of("deploy/image/program"), version, time);
      results.add(image);
    } else {
      System.out.println("dist: no image: its lowest layer is made of Debian's packages, and this machine has none");
    }
    results.addAll(new Charts(version, time).write(Path.of("deploy"), output));
    checksums(results);
    for (Path file : results) {
      System.out.printf("dist: %6.1f MB %s%n", Files.size(file) / 1e6, file.getFileName());
    }
  }

  // ---- the tree

  private void runtime() throws Exception {
    var modules = MODULES.matcher(Files.readString(Path.of("Containerfile")));
    if (!modules.find()) {
      throw new IOException("Containerfile: no --add-modules");
    }
    // Not compressed: the archives are, and classes are read faster.
    tool("jlink", "--output", tree.resolve("runtime").toString(), "--strip-debug", "--no-header-files", "--no-man-pages", "--compress=zip-0", "--add-modules", modules.group(1));
  }

  private void program() throws Exception {
    try (var jars = Files.list(lib)) {
      for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
        copy(jar, "lib/" + jar.getFileName());
      }
    }
    copy(Path.of("cli/src/main/launcher/compiler.json"), "lib/compiler.json");
    write("bin/coxswain", launcher());
    tree.resolve("bin/coxswain").toFile().setExecutable(true, false);
  }

  private String launcher() throws IOException {
    var sections = new LinkedHashMap<String, StringBuilder>(Map.of("", new StringBuilder()));
    String section = "";
    for (String line : Files.readAllLines(Path.of("coxswain"))) {
      if (line.startsWith("# ---- ")) {
        section = line.substring(7);
        sections.put(section, new StringBuilder());
      } else {
        sections.get(section).append(line).append('\n');
      }
    }
    if (!sections.keySet().containsAll(LAUNCHER)) {
      throw new IOException("coxswain: one of the sections is missing: " + LAUNCHER);
    }
    String first = sections.get("").toString().replaceFirst("(?s)(#!.*?\n)(#.*?\n)+", "$1# Runs Coxswain. COXSWAIN_JAVA_OPTIONS adds JVM options; COXSWAIN_NO_AOT=1 starts without the AOT cache.\n");
    return first
        + """
        home=$(cd "$(dirname "$script")/.." && pwd -P)
        jdk=$home/runtime
        jar=$home/lib/coxswain-cli.jar
        directives=$home/lib/compiler.json
        cache=$home/lib/coxswain.aot
        [ -z "${COXSWAIN_NO_AOT:-}" ] || cache=
        """
        + sections.get("the start")
        + sections.get("the process").toString().stripLeading();
  }

  private void examples() throws Exception {
    try (var files = Files.list(Path.of("examples"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        copy(file, "examples/" + file.getFileName());
      }
    }
    // The runtime has no compiler, so what a JDK runs as a source file is compiled here.
    Path classes = Files.createTempDirectory("coxswain-dist");
    try {
      tool("javac", "-proc:none", "-d", classes.toString(), "examples/HelloDistributed.java");
      jar(tree.resolve("examples/HelloDistributed.jar"), classes, "HelloDistributed");
    } finally {
      delete(classes);
    }
    Path hello = tree.resolve("examples/hello-distributed.yaml");
    String source = "\"$(COXSWAIN_HOME)/examples/HelloDistributed.java\"";
    String text = Files.readString(hello);
    if (!text.contains(source)) {
      throw new IOException("examples/hello-distributed.yaml does not run " + source);
    }
    Files.writeString(
        hello,
        text.replace(source, "\"-jar\", \"$(COXSWAIN_HOME)/examples/HelloDistributed.jar\"")
            .replace("COXSWAIN_HOME is the directory that ./coxswain is in.", "COXSWAIN_HOME is the folder of the installation.")
            .replace("./coxswain", "coxswain"));
  }

  private void jar(Path target, Path classes, String mainClass) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(target));
        var files = Files.walk(classes)) {
      entry(out, JarFile.MANIFEST_NAME, ("Manifest-Version: 1.0\r\nMain-Class: " + mainClass + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        entry(out, classes.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
  }

  private void entry(ZipOutputStream out, String name, byte[] bytes) throws IOException {
    var entry = new ZipEntry(name);
    entry.setTimeLocal(time.atZone(ZoneOffset.UTC).toLocalDateTime());
    out.putNextEntry(entry);
    out.write(bytes);
  }

  private void documents() throws Exception {
    copy(Path.of("LICENSE"), "LICENSE");
    copy(Path.of("NOTICE"), "NOTICE");
    copy(Path.of("README.md"), "share/doc/coxswain/README.md");
    copy(bom, "share/doc/coxswain/sbom.cdx.json");
    // Debian's name for the licence; the runtime's own are in runtime/legal.
    copy(Path.of("LICENSE"), "share/doc/coxswain/copyright");
    try (var jars = Files.list(tree.resolve("lib"))) {
      for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
        licences(jar);
      }
    }
  }

  private void licences(Path path) throws IOException {
    String name = path.getFileName().toString().replaceAll("\\.jar$", "");
    if (name.startsWith("coxswain-")) {
      return;
    }
    try (var jar = new JarFile(path.toFile(), false)) {
      for (JarEntry entry : jar.stream().toList()) {
        String file = entry.getName().replaceFirst("^META-INF/", "");
        if (!entry.isDirectory() && file.matches("(?i)(LICEN[CS]E|NOTICE|COPYING)[-._A-Za-z0-9]*(?<!\\.class)")) {
          try (InputStream in = jar.getInputStream(entry)) {
            write("share/doc/coxswain/licences/" + name + "/" + file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
          }
        }
      }
    }
  }

  // ---- what is made from the commands

  /** The command line with all its commands; it is the program's own affair, so it is not public. */
  private static CommandLine commands() throws Exception {
    var method = Class.forName("io.coxswain.cli.Coxswain").getDeclaredMethod("commandLine", String[].class);
    method.setAccessible(true);
    return (CommandLine) method.invoke(null, (Object) new String[] {"help"});
  }

  private void completions(CommandLine commands) throws Exception {
    var files =
        new TreeMap<>(
            Map.of(
                "bash", "share/bash-completion/completions/coxswain",
                "zsh", "share/zsh/vendor-completions/_coxswain",
                "fish", "share/fish/vendor_completions.d/coxswain.fish"));
    if (commands.getSubcommands().containsKey("completion")) {
      for (var file : files.entrySet()) {
        write(file.getValue(), output(tree.resolve("bin/coxswain").toString(), "completion", file.getKey()));
      }
    } else {
      write(files.get("bash"), AutoComplete.bash("coxswain", commands).replaceAll("(?m)^# *Date:.*\n", ""));
    }
  }

  private void manual(CommandLine commands) throws IOException {
    String date = time.toString().substring(0, 10);
    for (var page : new Manual(commands, version, date).pages().entrySet()) {
      Path file = tree.resolve("share/man/man1/" + page.getKey() + ".gz");
      Files.createDirectories(file.getParent());
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
        out.write(page.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  // ---- the AOT cache

  private void classData(Path given) throws Exception {
    ClassData.dumpDefault(tree);
    Path list = output.resolve("classes.txt");
    if (given == null) {
      ClassData.record(tree, list);
    } else {
      try (InputStream in = new GZIPInputStream(Files.newInputStream(given))) {
        Files.write(list, in.readAllBytes());
      }
    }
    clearTimes(); // a cache knows its jars by their times
    ClassData.dump(tree, list, tree.resolve("lib/coxswain.aot"));
  }

  private Path classList() throws IOException {
    Path target = output.resolve("coxswain-" + version + "-classes.txt.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(target))) {
      Files.copy(output.resolve("classes.txt"), out);
    }
    return target;
  }

  // ---- archives

  private Path tarball() throws IOException {
    Path target = output.resolve(tree.getFileName() + ".tar.gz");
    try (OutputStream out = Files.newOutputStream(target)) {
      new Tar(time).tree(tree.getFileName().toString(), tree).writeCompressed(out);
    }
    return target;
  }

  private void checksums(List<Path> files) throws Exception {
    var lines = new StringBuilder();
    for (Path file : files.stream().sorted().toList()) {
      var digest = MessageDigest.getInstance("SHA-256");
      try (var in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      lines.append(HexFormat.of().formatHex(digest.digest()) + "  " + file.getFileName() + "\n");
    }
    Files.writeString(output.resolve("SHA256SUMS"), lines);
  }

  // ---- files and programs

  private void copy(Path file, String name) throws IOException {
    Path target = tree.resolve(name);
    Files.createDirectories(target.getParent());
    Files.copy(file, target);
  }

  private void write(String name, String text) throws IOException {
    Path target = tree.resolve(name);
    Files.createDirectories(target.getParent());
    Files.writeString(target, text);
  }

  private void clearTimes() throws IOException {
    try (var files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!Files.isSymbolicLink(file)) {
          Files.setLastModifiedTime(file, FileTime.from(time));
        }
      }
    }
  }

  private static void tool(String name, String... arguments) throws IOException {
    var out = new StringWriter();
    int code = ToolProvider.findFirst(name).orElseThrow().run(new PrintWriter(out), new PrintWriter(out), arguments);
    if (code != 0) {
      throw new IOException(name + " failed: " + out);
    }
  }

  /** Runs a program and returns what it prints. */
  static String output(String... command) throws Exception {
    return run(new ProcessBuilder(command));
  }

  static String run(ProcessBuilder builder) throws Exception {
    Path log = Files.createTempFile("coxswain-dist", ".log");
    try {
      // The build's own options are not those of the programs that are packed.
      builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
      int code = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
      String text = Files.readString(log);
      if (code != 0) {
        throw new IOException(builder.command().getFirst() + " exits with " + code + ": " + text);
      }
      return text;
    } finally {
      Files.delete(log);
    }
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (var files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
