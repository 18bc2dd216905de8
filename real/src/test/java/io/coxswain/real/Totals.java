package io.coxswain.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reports at the end how much was shown on real servers. */
public final class Totals {
  private static final Pattern MODULE = Pattern.compile("^io\\.coxswain\\.(\\w+)\\..*");

  private static final String OWN = "real";

  private final List<String> lines;

  Totals(List<String> lines) {
    this.lines = lines;
  }

  /** Reads all that {@link Tally} wrote into the folder, and writes the facts to the file. */
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
    var totals = new Totals(lines);
    totals.summary().forEach(System.out::println);
    Files.write(
        Path.of(words[1]),
        totals.facts().entrySet().stream().map(f -> f.getKey() + "\t" + f.getValue()).toList());
  }

  List<String> summary() {
    List<String> absent = of("absent");
    if (!absent.isEmpty()) {
      return List.of("profile real ran nothing: " + absent.getFirst());
    }
    var passed = new TreeSet<>(of("passed"));
    Map<String, Long> modules = byModule(passed);
    Long own = modules.remove(OWN);
    var told = new ArrayList<String>();
    told.add(
        "on a real kube-apiserver: "
            + sum(modules)
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

  /**
   * The numbers by name, without those that are not reliable: all of them where a property changed
   * what was sent, the scenarios where some were not shown, and what differed when it was tried
   * again.
   */
  Map<String, Long> facts() {
    var facts = new TreeMap<String, Long>();
    if (!of("absent").isEmpty() || !of("changed").isEmpty()) {
      return facts;
    }
    var ambiguous = new TreeSet<String>();
    for (String line : of("fact")) {
      String[] cells = line.split("\t", 2);
      Long before = facts.put(cells[0], Long.valueOf(cells[1]));
      if (before != null && !before.equals(facts.get(cells[0]))) {
        ambiguous.add(cells[0]);
      }
    }
    facts.keySet().removeAll(ambiguous);
    add(facts, "real.requests", "real.differential", "real.generated");
    add(facts, "real.deliberate", "real.differential.deliberate", "real.generated.deliberate");
    Map<String, Long> modules = byModule(new TreeSet<>(of("passed")));
    modules.remove(OWN);
    Map<String, Long> aborted = byModule(new TreeSet<>(of("aborted")));
    aborted.remove(OWN);
    if (aborted.isEmpty() && !modules.isEmpty()) {
      facts.put("real.scenarios", sum(modules));
      modules.forEach((module, count) -> facts.put("real.scenarios." + module, count));
    }
    return facts;
  }

  private static void add(Map<String, Long> facts, String sum, String one, String other) {
    Long first = facts.get(one);
    Long second = facts.get(other);
    if (first != null && second != null) {
      facts.put(sum, first + second);
    }
  }

  private static Map<String, Long> byModule(Collection<String> tests) {
    var modules = new TreeMap<String, Long>();
    for (String test : tests) {
      Matcher matcher = MODULE.matcher(test);
      modules.merge(matcher.matches() ? matcher.group(1) : "others", 1L, Long::sum);
    }
    return modules;
  }

  private static long sum(Map<String, Long> modules) {
    return modules.values().stream().mapToLong(Long::longValue).sum();
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
