import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

/** The package for Debian: an ar archive of two tar archives, what to install and what to say about it. */
final class Debian {
  private Debian() {}

  static void write(Path target, Path tree, String version, Instant time) throws Exception {
    var control = new Tar(time);
    control.file("control", 0644, control(version, tree));
    control.file("md5sums", 0644, sums(tree));
    var data = new Tar(time);
    try (var parts = Files.list(tree)) {
      for (Path part : parts.toList()) {
        data.tree(installed(tree, part), part);
      }
    }
    data.link("usr/bin/coxswain", "../lib/coxswain/bin/coxswain");
    byte[] about = control.compressed();
    byte[] contents = data.compressed();
    try (OutputStream out = Files.newOutputStream(target)) {
      out.write("!<arch>\n".getBytes(StandardCharsets.US_ASCII));
      member(out, "debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII), time);
      member(out, "control.tar.gz", about, time);
      member(out, "data.tar.gz", contents, time);
    }
  }

  /** Where a file of the distribution is installed. */
  private static String installed(Path tree, Path file) {
    String name = tree.relativize(file).toString();
    return name.equals("share") || name.startsWith("share/") ? "usr/" + name : "usr/lib/coxswain/" + name;
  }

  /** In Debian's order of versions only a tilde comes before the end, as a snapshot before its release. */
  static String version(String version) {
    return version.replace("-SNAPSHOT", "~SNAPSHOT");
  }

  private static String control(String version, Path tree) throws IOException {
    long bytes = 0;
    try (var files = Files.walk(tree)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return """
        Package: coxswain
        Version: %s
        Architecture: amd64
        Maintainer: The Coxswain authors
        Installed-Size: %d
        Depends: libc6 (>= 2.17)
        Section: admin
        Priority: optional
        Description: control plane of an AI/HPC cluster
         Runs Kubernetes, JobSet, Kubeflow Trainer and Soperator control plane
         components, and trains on an embedded cluster of this machine. Brings the
         Java runtime that it needs.
        """
        .formatted(version(version), bytes / 1024 + 1);
  }

  private static String sums(Path tree) throws Exception {
    var sums = new StringBuilder();
    try (var files = Files.walk(tree)) {
      for (Path file : files.filter(f -> Files.isRegularFile(f) && !Files.isSymbolicLink(f)).sorted().toList()) {
        byte[] digest = MessageDigest.getInstance("MD5").digest(Files.readAllBytes(file));
        sums.append(HexFormat.of().formatHex(digest) + "  " + installed(tree, file) + "\n");
      }
    }
    return sums.toString();
  }

  private static void member(OutputStream out, String name, byte[] bytes, Instant time) throws IOException {
    String header = "%-16s%-12d%-6d%-6d%-8s%-10d`\n".formatted(name, time.getEpochSecond(), 0, 0, "100644", bytes.length);
    out.write(header.getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    if (bytes.length % 2 == 1) {
      out.write('\n');
    }
  }
}
