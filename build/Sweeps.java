import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sweeps, retry trials and seeds that tests ran in this build, from the summaries they printed. Module sim is left
 * out: its sweeps are tests of the simulator, and some of them must fail.
 */
final class Sweeps {
  private static final Pattern WRITES =
      Pattern.compile(
          "sweep of (.+), seed \\d+: (\\d+) writes of (.+) x \\[(.*?)](?:, 1 in (\\d+) \\(.*?\\))?"
              + "(?: \\+ kills at (\\d+) of \\d+ blocking points)? = (\\d+) runs, \\d+ with .*");
  private static final Pattern SLURM_CALLS =
      Pattern.compile("sweep of Slurm calls of a (.+): (\\d+) calls x \\[(.*?)], 1 in (\\d+) = (\\d+) runs, .*");
  private static final Pattern SEEDS = Pattern.compile("seeds of (.+?): (\\d+) runs, .*");
  private static final Pattern RETRY = Pattern.compile("retry of .+: outages of (\\d+) writes");

  /** A row of the page: what is swept, and how densely. */
  private record Target(
      String module, String test, String scenario, String process, boolean slurmCalls, int points, int step) {}

  private static final class Row {
    final TreeSet<String> faults = new TreeSet<>();
    int kills;
    int runs;
  }

  private final Map<Target, Row> rows = new LinkedHashMap<>();
  private final Map<String, Long> facts = new TreeMap<>();

  Sweeps(List<TestResults.Line> summaries) {
    for (TestResults.Line line : summaries) {
      if (!line.module().equals("sim")) {
        read(line);
      }
    }
    count();
  }

  private void read(TestResults.Line line) {
    String test = line.testClass().replaceAll(".*\\.", "");
    Matcher writes = WRITES.matcher(line.text());
    Matcher calls = SLURM_CALLS.matcher(line.text());
    Matcher seeds = SEEDS.matcher(line.text());
    Matcher retry = RETRY.matcher(line.text());
    if (writes.matches()) {
      int step = writes.group(5) == null ? 1 : Integer.parseInt(writes.group(5));
      int points = Integer.parseInt(writes.group(2));
      var target = new Target(line.module(), test, writes.group(1), writes.group(3), false, points, step);
      int kills = writes.group(6) == null ? 0 : Integer.parseInt(writes.group(6));
      add(target, writes.group(4), kills, Integer.parseInt(writes.group(7)));
    } else if (calls.matches()) {
      int step = Integer.parseInt(calls.group(4));
      int points = Integer.parseInt(calls.group(2));
      var target = new Target(line.module(), test, calls.group(1), "slurmrestd", true, points, step);
      add(target, calls.group(3), 0, Integer.parseInt(calls.group(5)));
    } else if (seeds.matches()) {
      facts.merge(test + ".seeds", Long.parseLong(seeds.group(2)), Long::sum);
    } else if (retry.matches()) {
      long outages = Long.parseLong(retry.group(1));
      facts.merge("retry.writes", outages, Long::sum);
      facts.merge("retry.trials", 1L, Long::sum);
      facts.merge(test + ".trials", 1L, Long::sum);
    }
  }

  private void add(Target target, String faults, int kills, int runs) {
    Row row = rows.computeIfAbsent(target, first -> new Row());
    if (!faults.isEmpty()) {
      row.faults.addAll(List.of(faults.split(", ")));
    }
    row.kills += kills;
    row.runs += runs;
  }

  private void count() {
    facts.put("sweeps", (long) rows.size());
    facts.put("sweeps.sliced", rows.keySet().stream().filter(target -> target.step() > 1).count());
    facts.put("sweeps.widest", rows.keySet().stream().mapToLong(Target::step).max().orElse(0));
    facts.put("sweeps.runs", rows.values().stream().mapToLong(row -> row.runs).sum());
    rows.forEach(
        (target, row) -> {
          String points = target.slurmCalls() ? ".calls" : ".writes";
          facts.merge(target.test() + points, (long) target.points(), Long::sum);
          facts.merge(target.test() + points + ".runs", (long) row.runs, Long::sum);
          facts.merge(target.test() + ".runs", (long) row.runs, Long::sum);
          facts.merge(target.test() + points + ".step", (long) target.step(), Long::max);
        });
  }

  /**
   * Numbers by name. Of all sweeps: sweeps, sweeps.sliced (not every write), sweeps.widest (one in so many) and
   * sweeps.runs. Of all retry trials: retry.trials and retry.writes. Of each test class, after its name: writes and
   * calls to Slurm, the runs and the step of each of them; runs, seeds and trials.
   */
  Map<String, Long> facts() {
    return facts;
  }

  /** Writes docs/sweeps.md. */
  void write(Path root) throws Exception {
    var page = new StringBuilder("# Sweeps\n\n");
    page.append("Written by the build (`build/Numbers.java`) from what the tests printed. A sweep runs a scenario once ");
    page.append("for each fault at each write of a process, or at one in so many; every run must have the end state ");
    page.append("of the run without a fault. `-Dcoxswain.slice=1` strikes every write, `-Dcoxswain.offset=N` others.\n\n");
    page.append(String.format(Locale.ROOT, "%d sweeps, %,d runs.\n\n", rows.size(), facts.get("sweeps.runs")));
    page.append("| Module | Test | Scenario | Process | Writes | Faults | One in | Runs |\n");
    page.append("|---|---|---|---|---:|---|---:|---:|\n");
    var lines = new ArrayList<String>();
    rows.forEach(
        (target, row) ->
            lines.add(
                "| %s | %s | %s | %s | %d%s | %s | %d | %d |\n"
                    .formatted(
                        target.module(),
                        target.test(),
                        target.scenario(),
                        target.process(),
                        target.points(),
                        target.slurmCalls() ? " calls" : "",
                        faults(row),
                        target.step(),
                        row.runs)));
    lines.stream().sorted().forEach(page::append);
    Path out = root.resolve("docs/sweeps.md");
    if (!Files.exists(out) || !Files.readString(out).equals(page.toString())) {
      Files.writeString(out, page);
    }
  }

  private static String faults(Row row) {
    Collection<String> shown = row.faults.size() <= 3 ? row.faults : List.of(row.faults.size() + " kinds");
    String kills = row.kills == 0 ? "" : ", kill at " + row.kills + " blocking points";
    return (String.join(", ", shown) + kills).toLowerCase(Locale.ROOT);
  }
}
