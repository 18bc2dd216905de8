import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The AOT cache of the distribution. The list of classes to put into it is recorded once, by the same small training
 * as in a checkout, and may be given instead: from the same list the same cache is made. A cache with the profiles of
 * a training could not be made twice, and needs an eighth less processor time.
 */
final class ClassData {
  /** What decides the bytes of a cache and would otherwise depend on the machine. */
  private static final List<String> FIXED =
      List.of(
          "-XX:+UseCompactObjectHeaders",
          "-XX:+UseSerialGC",
          "-Xint", // compilers add what they resolve
          "--enable-native-access=ALL-UNNAMED",
          "-Xmx1g",
          "-Xlog:disable",
          "-Xlog:all=error:stderr");

  private static final int HEADER = 4096;

  /** One of the header and one of each region. */
  private static final int MAX_CHECKSUMS = 5;

  private static final int MAX_DUMPS = 4;

  private ClassData() {}

  static void record(Path tree, Path list) throws Exception {
    Path folder = Files.createTempDirectory("coxswain-dist");
    try {
      var training =
          new ProcessBuilder(
              tree.resolve("bin/coxswain").toString(),
              "train",
              "--all-controllers",
              "--write-kubeconfig",
              "kubeconfig",
              tree.resolve("examples/warm-up.yaml").toString());
      training.environment().put("COXSWAIN_JAVA_OPTIONS", "-Xshare:off -XX:DumpLoadedClassList=" + list);
      Dist.run(training.directory(folder.toFile()));
    } finally {
      Dist.delete(folder);
    }
  }

  /**
   * Makes the cache of the program. Its class path is relative, so that the bytes do not depend on the folder, and
   * begins with a folder, because the JVM takes another beginning for the same only if there is one.
   */
  static void dump(Path tree, Path list, Path cache) throws Exception {
    var options = new ArrayList<>(FIXED);
    options.addAll(List.of("-Xshare:dump", "-XX:+AOTClassLinking", "-XX:SharedClassListFile=" + list));
    reproducibly(cache, file -> java(tree, options, file, "-jar", "lib/coxswain-cli.jar"));
  }

  /** Makes the class data that the runtime uses for other programs, such as examples. */
  static void dumpDefault(Path tree) throws Exception {
    Path server = tree.resolve("runtime/lib/server");
    reproducibly(server.resolve("classes.jsa"), file -> java(tree, List.of("-Xmx1g", "-Xint", "-Xshare:dump"), file));
  }

  private static void java(Path tree, List<String> options, Path file, String... program) throws Exception {
    var command = new ArrayList<>(List.of(tree.resolve("runtime/bin/java").toString()));
    command.addAll(options);
    command.add("-XX:SharedArchiveFile=" + file);
    command.addAll(List.of(program));
    Dist.run(new ProcessBuilder(command).directory(tree.toFile()));
  }

  private interface Dump {
    void to(Path file) throws Exception;
  }

  /**
   * Dumps twice and clears what differs: the times of the last use that soft references carry, and checksums, which
   * the JVM reads only on request (-XX:+VerifySharedSpaces). Dumps that differ in anything else are not used.
   */
  private static void reproducibly(Path target, Dump dump) throws Exception {
    Path first = target.resolveSibling("first.jsa");
    Path second = target.resolveSibling("second.jsa");
    dump.to(first);
    for (int i = 1; i < MAX_DUMPS; i++) {
      dump.to(second);
      if (clearTimes(first, second)) {
        Files.delete(second);
        Files.move(first, target);
        return;
      }
      Files.move(second, first, StandardCopyOption.REPLACE_EXISTING);
    }
    throw new IOException("no two of " + MAX_DUMPS + " dumps of the same classes are the same: " + target);
  }

  /** Clears times and checksums in the first file, and returns whether nothing else differs. */
  private static boolean clearTimes(Path first, Path second) throws IOException {
    first.toFile().setWritable(true, true);
    long size = Files.size(first);
    if (size != Files.size(second)) {
      return false;
    }
    try (var one = FileChannel.open(first, StandardOpenOption.READ, StandardOpenOption.WRITE);
        var two = FileChannel.open(second, StandardOpenOption.READ)) {
      ByteBuffer a = one.map(FileChannel.MapMode.READ_WRITE, 0, size).order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer b = two.map(FileChannel.MapMode.READ_ONLY, 0, size).order(ByteOrder.LITTLE_ENDIAN);
      int checksums = 0;
      for (int i = 0; i < HEADER; i += Integer.BYTES) {
        if (a.getInt(i) != b.getInt(i)) {
          a.putInt(i, 0);
          checksums++;
        }
      }
      for (int i = HEADER; i + Long.BYTES <= size; i += Long.BYTES) {
        if (a.getLong(i) != b.getLong(i)) {
          if (!areTimes(a.getLong(i), b.getLong(i))) {
            return false;
          }
          a.putLong(i, 0);
        }
      }
      return checksums <= MAX_CHECKSUMS;
    }
  }

  /** Whether these can be milliseconds of a clock that does not go back, read in two dumps shortly after each other. */
  private static boolean areTimes(long first, long second) {
    return 0 < first && first < second && second - first < TimeUnit.HOURS.toMillis(1);
  }
}
