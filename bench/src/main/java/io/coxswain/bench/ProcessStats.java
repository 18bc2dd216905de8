package io.coxswain.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The live objects of a Java process, as reported by itself after a full collection.
 *
 * @param classes bytes of all objects of each class, in the order of names
 */
record ProcessStats(
    double heapMiB, double residentMiB, int threads, int files, Map<String, Long> classes) {
  private static final long MAX_SECONDS = 120;

  /** The collector's filler for unused space. */
  private static final String FILLER = "[Ljdk.internal.vm.FillerElement;";

  private static final double MIB = 1024.0 * 1024;

  /** Triggers a collection and counts what is left. */
  static ProcessStats of(long pid) throws IOException, InterruptedException {
    var classes = new TreeMap<String, Long>();
    for (String line : histogram(pid)) {
      // Rank, count, bytes, class, and for some the module.
      String[] words = line.strip().split("\\s+");
      if (words.length >= 4 && words[0].endsWith(":") && !words[3].equals(FILLER)) {
        classes.merge(words[3], Long.parseLong(words[2]), Long::sum);
      }
    }
    double heap = classes.values().stream().mapToLong(Long::longValue).sum() / MIB;
    return new ProcessStats(heap, Child.residentMiB(pid), threads(pid), files(pid), classes);
  }

  private static List<String> histogram(long pid) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process =
        new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("jcmd could not look into process " + pid + ": " + text.strip());
    }
    return text.lines().toList();
  }

  private static int threads(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("Threads:"))
        .map(line -> Integer.parseInt(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(-1);
  }

  private static int files(long pid) throws IOException {
    try (var open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return (int) open.count();
    }
  }

  /** The classes that have grown most since then, as text. */
  List<String> grownSince(ProcessStats before, int most) {
    var grown = new ArrayList<Map.Entry<String, Long>>();
    classes.forEach(
        (name, bytes) -> grown.add(Map.entry(name, bytes - before.classes.getOrDefault(name, 0L))));
    return grown.stream()
        .filter(entry -> entry.getValue() > 0)
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .limit(most)
        .map(entry -> "%,d bytes of %s".formatted(entry.getValue(), entry.getKey()))
        .toList();
  }
}
