import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The container image as an archive in the layout of OCI, made without a daemon and without a registry. Its lowest
 * layer is the few files of this machine's Debian packages that a Java runtime and a shell script need.
 */
final class Image {
  /** The C library and a shell: all that the runtime and the script ask for. */
  private static final List<String> PACKAGES = List.of("libc6", "dash");

  /** Of the packages: libraries, the shell, licences. Character sets and locales are the JDK's own. */
  private static final String KEPT = "(/usr)?/lib(64)?/([^/]+/)?[^/]+\\.so[.0-9]*|(/usr)?/bin/(da)?sh|/usr/share/doc/.*/copyright";

  /** Folders that Debian has merged into /usr. */
  private static final Set<String> MERGED = new TreeSet<>(List.of("bin", "lib", "lib64", "sbin"));

  /** The names under which the operator's pods start a program of the image. */
  private static final List<String> PROGRAMS = List.of("rebooter", "sconfigcontroller", "exporter", "power-manager");

  private static final String NOBODY = "65532";

  private final Instant time;
  private final Tar archive;
  private final List<String> layers = new ArrayList<>();
  private final List<String> contents = new ArrayList<>();

  private Image(Instant time) {
    this.time = time;
    archive = new Tar(time);
  }

  /** Whether this machine has the packages, which only Debian and its relatives have. */
  static boolean possible() {
    return Files.isExecutable(Path.of("/usr/bin/dpkg-query")) && Files.exists(Path.of("/bin/dash"));
  }

  static void write(Path target, Path tree, Path script, String version, Instant time) throws Exception {
    var image = new Image(time);
    image.layer(image.system());
    image.layer(new Tar(time).tree("opt/java", tree.resolve("runtime")));
    var program = new Tar(time).tree("opt/coxswain/lib", tree.resolve("lib"));
    program.file("usr/bin/coxswain", 0755, Files.readAllBytes(script));
    PROGRAMS.forEach(name -> program.link("usr/bin/" + name, "coxswain"));
    for (String name : List.of("LICENSE", "NOTICE")) {
      program.file("usr/share/doc/coxswain/" + name, tree.resolve(name));
    }
    program.tree("usr/share/doc/coxswain", tree.resolve("share/doc/coxswain"));
    image.layer(program);
    image.index(version);
    try (OutputStream out = Files.newOutputStream(target)) {
      image.archive.write(out);
    }
  }

  private Tar system() throws Exception {
    var layer = new Tar(time);
    for (String name : PACKAGES) {
      for (String line : Dist.output("dpkg-query", "-L", name).lines().filter(l -> l.matches(KEPT)).toList()) {
        Path file = Path.of(line);
        String path = MERGED.contains(line.split("/")[1]) ? "usr" + line : line.substring(1);
        if (Files.isSymbolicLink(file)) {
          layer.link(path, Files.readSymbolicLink(file).toString());
        } else if (Files.isRegularFile(file)) {
          layer.file(path, file);
        }
      }
      // What scanners read to know which packages an image has.
      layer.file("var/lib/dpkg/status.d/" + name, 0644, Dist.output("dpkg-query", "-s", name));
    }
    layer.link("usr/bin/sh", "dash");
    MERGED.forEach(name -> layer.folder("usr/" + name).link(name, "usr/" + name));
    layer.file("etc/passwd", 0644, "root:x:0:0:root:/:/bin/sh\nnonroot:x:" + NOBODY + ":" + NOBODY + ":nonroot:/tmp:/bin/sh\n");
    layer.file("etc/group", 0644, "root:x:0:\nnonroot:x:" + NOBODY + ":\n");
    layer.file("etc/os-release", 0644, Files.readAllBytes(Path.of("/etc/os-release")));
    return layer.folder("tmp", 01777).folder("proc").folder("sys").folder("dev");
  }

  private void layer(Tar files) throws Exception {
    layers.add(blob(files.compressed(), "application/vnd.oci.image.layer.v1.tar+gzip", ""));
    contents.add("\"sha256:" + digest(files.bytes()) + "\"");
  }

  private void index(String version) throws Exception {
    String config =
        """
        {"created":"%s","architecture":"amd64","os":"linux",\
        "config":{"User":"%s:%s","WorkingDir":"/tmp","Entrypoint":["/usr/bin/coxswain"],\
        "Env":["PATH=/usr/local/bin:/usr/bin:/bin"],\
        "Labels":{"org.opencontainers.image.version":"%s","org.opencontainers.image.licenses":"Apache-2.0"}},\
        "rootfs":{"type":"layers","diff_ids":[%s]}}"""
            .formatted(time, NOBODY, NOBODY, version, String.join(",", contents));
    String manifest =
        """
        {"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s]}"""
            .formatted(
                blob(utf8(config), "application/vnd.oci.image.config.v1+json", ""), String.join(",", layers));
    String name =
        """
        ,"annotations":{"io.containerd.image.name":"localhost/coxswain:%s","org.opencontainers.image.ref.name":"%s"}"""
            .formatted(version, version);
    archive.file(
        "index.json",
        0644,
        """
        {"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[%s]}"""
            .formatted(blob(utf8(manifest), "application/vnd.oci.image.manifest.v1+json", name)));
    archive.file("oci-layout", 0644, "{\"imageLayoutVersion\":\"1.0.0\"}");
  }

  /** Adds a blob and returns its descriptor. */
  private String blob(byte[] bytes, String type, String more) throws Exception {
    String digest = digest(bytes);
    archive.file("blobs/sha256/" + digest, 0644, bytes);
    return "{\"mediaType\":\"%s\",\"digest\":\"sha256:%s\",\"size\":%d%s}".formatted(type, digest, bytes.length, more);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String digest(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
