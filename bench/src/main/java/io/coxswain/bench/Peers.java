package io.coxswain.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Builds the programs of other projects that we compare with. */
final class Peers {
  private static final String SOURCES = "peers/";
  private static final long MAX_MINUTES = 20;

  private final Path folder;
  private final Consumer<String> report;

  Peers(Path folder, Consumer<String> report) {
    this.folder = folder;
    this.report = report;
  }

  /** The program with Java Operator SDK; empty, with a remark, if Maven cannot fetch it. */
  Optional<BenchmarkedProgram> josdk() throws IOException, InterruptedException {
    Path home = copy("josdk", "pom.xml", "Peer.java");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    if (!done(home, "mvn", "-B", "-q", "dependency:build-classpath", "-Dmdep.outputFile=path")
        || !done(
            home,
            java + "c",
            "-nowarn",
            "-cp",
            Files.readString(home.resolve("path")),
            "Peer.java")) {
      report.accept("skipped: Java Operator SDK: see the errors above. It needs Maven.");
      return Optional.empty();
    }
    String path = home + ":" + Files.readString(home.resolve("path")).strip();
    return Optional.of(
        new BenchmarkedProgram(
            "Java Operator SDK 5.3.2",
            jvm -> {
              var words = new ArrayList<>(List.of(java));
              words.addAll(jvm);
              words.addAll(List.of("-cp", path, "Peer"));
              return words;
            }));
  }

  /** The program with controller-runtime; empty, with a remark, without Go. */
  Optional<BenchmarkedProgram> controllerRuntime() throws IOException, InterruptedException {
    Path home = copy("go", "go.mod", "main.go");
    if (!done(home, "go", "build", "-mod=mod", "-o", "peer", ".")) {
      report.accept("skipped: controller-runtime: see the errors above. It needs Go.");
      return Optional.empty();
    }
    return Optional.of(
        new BenchmarkedProgram(
            "controller-runtime 0.24.1", _ -> List.of(home.resolve("peer").toString())));
  }

  Path copy(String peer, String... files) throws IOException {
    Path home = Files.createDirectories(folder.resolve(peer));
    for (String file : files) {
      String name = SOURCES + peer + "/" + file + ".txt";
      try (InputStream in = Peers.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IOException("not on the class path: " + name);
        }
        Files.write(home.resolve(file), in.readAllBytes());
      }
    }
    return home;
  }

  static boolean done(Path home, String... command) throws IOException, InterruptedException {
    System.err.println("building: " + String.join(" ", command).replaceAll(" -cp \\S+", ""));
    try {
      Process process = new ProcessBuilder(command).directory(home.toFile()).inheritIO().start();
      if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return false;
      }
      return process.exitValue() == 0;
    } catch (IOException e) {
      System.err.println(e.getMessage());
      return false; // no such program
    }
  }
}
