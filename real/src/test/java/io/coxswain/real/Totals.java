package io.coxswain.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says at the end how much was shown on real servers. */
public final class Totals {
  private static final Pattern MODULE = Pattern.compile("^io\\.coxswain\\.(\\w+)\\..*");

  private final List<String> lines;

  Totals(List<String> lines) {
    this.lines = lines;
  }

  /** Reads all that {@link Tally} wrote into the folder. */
  public static void main(String... words) throws IOException {
    var lines = new ArrayList<String>();
    Path folder = Path.of(words[0]);
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          lines.addAll(Files.readAllLines(file));
        }
      }
    }
    new Totals(lines).tell().forEach(System.out::println);
  }

  List<String> tell() {
    List<String> absent = of("absent");
    if (!absent.isEmpty()) {
      return List.of("profile real ran nothing: " + absent.getFirst());
    }
    var passed = new TreeSet<>(of("passed"));
    var modules = new TreeMap<String, Integer>();
    for (String test : passed) {
      Matcher matcher = MODULE.matcher(test);
      modules.merge(matcher.matches() ? matcher.group(1) : "others", 1, Integer::sum);
    }
    Integer own = modules.remove("real");
    var told = new ArrayList<String>();
    told.add(
        "on a real kube-apiserver: "
            + modules.values().stream().mapToInt(Integer::intValue).sum()
            + " scenarios passed "
            + modules
            + ", "
            + new TreeSet<>(of("left")).size()
            + " classes and tests left to virtual time; "
            + (own == null ? 0 : own)
            + " tests of servers and programs side by side");
    told.addAll(lastOfEach(of("told")));
    var aborted = new TreeSet<>(of("aborted"));
    aborted.forEach(line -> told.add("not shown: " + line));
    var failed = new TreeSet<>(of("failed"));
    failed.removeIf(Predicate.not(passed::contains));
    failed.forEach(line -> told.add("passed only when tried again: " + line));
    return told;
  }

  /** What was tried again has been told twice. */
  private static Collection<String> lastOfEach(List<String> lines) {
    var each = new TreeMap<String, String>();
    for (String line : lines) {
      String who = line.split(": ", 2)[0];
      String before = each.get(who);
      if (before == null || !before.endsWith(" 0 unexplained")) {
        each.put(who, line);
      }
    }
    return each.values();
  }

  private List<String> of(String kind) {
    return lines.stream()
        .filter(line -> line.startsWith(kind + " "))
        .map(line -> line.substring(kind.length() + 1))
        .toList();
  }
}
