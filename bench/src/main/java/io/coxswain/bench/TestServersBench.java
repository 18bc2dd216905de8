package io.coxswain.bench;

import io.coxswain.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Starts each test server in its own process, which measures it and tries its features with one and
 * the same program.
 */
final class TestServersBench {
  private static final String KIND = "testservers";
  private static final String VERSION = "1.35.8";

  private final Path work;
  private final @Nullable Path assets;
  private final Peers peers;
  private final RuntimeReport notes = new RuntimeReport();
  private final List<String> contenders = new ArrayList<>();
  private final SequencedMap<String, SequencedMap<String, String>> rows = new LinkedHashMap<>();

  TestServersBench(Path work, @Nullable Path assets) {
    this.work = work;
    this.assets = assets;
    this.peers = new Peers(work, notes::note);
  }

  void run() throws IOException, InterruptedException {
    Path home = peers.copy(KIND, "pom.xml", "Probe.java", "Peer.java", "Own.java");
    String own = System.getProperty("java.class.path");
    if (Peers.done(home, compiler(), "-nowarn", "-cp", own, "Probe.java", "Own.java")) {
      measure("coxswain-junit", home, own, "Own", "plain");
      measure("coxswain-junit with controllers and a node", home, own, "Own", "all");
    }
    if (!Peers.done(
        home, "mvn", "-B", "-q", "dependency:build-classpath", "-Dmdep.outputFile=path")) {
      notes.note("fabric8's servers are left out: see the errors above. They need Maven.");
      return;
    }
    String path = Files.readString(home.resolve("path")).strip();
    if (Peers.done(home, compiler(), "-nowarn", "-cp", path, "Probe.java", "Peer.java")) {
      measure("fabric8 mock server 7.8.0", home, path, "Peer", "mock");
      if (assets == null || !Files.exists(assets.resolve("kube-apiserver"))) {
        notes.note("kube-api-test is left out: no kube-apiserver in $KUBEBUILDER_ASSETS.");
      } else {
        String folder = assetsFor(assets);
        measure("kube-api-test 7.6.1, " + VERSION, home, path, "Peer", "real", folder, VERSION);
      }
    }
  }

  /** Puts the programs where kube-api-test looks for them. */
  private String assetsFor(Path programs) throws IOException {
    Path folder = work.resolve("assets");
    Path version = folder.resolve("k8s").resolve(VERSION + "-linux-amd64");
    Files.createDirectories(version);
    for (String program : List.of("etcd", "kube-apiserver", "kubectl")) {
      Files.createSymbolicLink(version.resolve(program), programs.resolve(program));
    }
    return folder.toString();
  }

  private static String compiler() {
    return Path.of(System.getProperty("java.home"), "bin", "javac").toString();
  }

  private void measure(String contender, Path home, String path, String main, String... arguments)
      throws IOException, InterruptedException {
    System.err.println("measuring " + contender);
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", home + ":" + path, main));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectError(home.resolve("errors").toFile())
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      notes.note(contender + " failed: " + Files.readString(home.resolve("errors")));
      return;
    }
    contenders.add(contender);
    for (String line : printed.lines().filter(l -> l.contains("=")).toList()) {
      String[] parts = line.split("=", 2);
      rows.computeIfAbsent(title(parts[0]), _ -> new LinkedHashMap<>())
          .put(contender, shown(parts[1]));
    }
  }

  private static String title(String name) {
    return switch (name) {
      case "start" -> "first server and first object, ms";
      case "reset" -> "a clean one for the next test, ms";
      default -> name.replaceFirst("^can ", "");
    };
  }

  private static String shown(String value) {
    return value.equals("yes") || value.equals("no")
        ? value
        : String.format(Locale.ROOT, "%,.1f", Double.parseDouble(value));
  }

  String json() {
    try {
      return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(rows) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As Markdown. */
  String table() {
    var text = new StringBuilder("| | " + String.join(" | ", contenders) + " |\n|---");
    text.append("|---:".repeat(contenders.size())).append("|\n");
    for (Map.Entry<String, SequencedMap<String, String>> row : rows.entrySet()) {
      text.append("| ").append(row.getKey());
      for (String contender : contenders) {
        text.append(" | ").append(row.getValue().getOrDefault(contender, ""));
      }
      text.append(" |\n");
    }
    return text.toString();
  }
}
