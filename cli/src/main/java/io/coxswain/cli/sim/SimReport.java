package io.coxswain.cli.sim;

import io.coxswain.cli.text.TextTable;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.RunListener;
import io.coxswain.sim.Seeds;
import java.io.Console;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Shows the progress of many runs, then a verdict in a sentence and a table by fault. */
final class SimReport implements RunListener {
  private static final int LINES_OF_FAILURE = 40;

  private final String scenario;
  private final PrintStream out;
  private final PrintStream progress;
  private final boolean terminal;
  private final Map<Fault, int[]> byFault = new TreeMap<>();
  private final List<FaultPlan> failing = new ArrayList<>();
  private String process = "";
  private String firstFailure = "";
  private int runs;
  private int tenths;

  /**
   * @param progress receives a line that overwrites itself on a terminal, else one per tenth
   */
  SimReport(String scenario, PrintStream out, PrintStream progress) {
    this.scenario = scenario;
    this.out = out;
    this.progress = progress;
    this.terminal = isTerminal();
  }

  private static boolean isTerminal() {
    Console console = System.console();
    return Objects.nonNull(console) && console.isTerminal();
  }

  /** The runs that follow have faults in this process. */
  void begin(String next) {
    process = next;
    tenths = 0;
  }

  @Override
  public void ran(FaultPlan plan, Optional<String> complaint, int done, int total) {
    runs++;
    for (Fault fault : plan.faults().values()) {
      int[] counts = byFault.computeIfAbsent(fault, _ -> new int[2]);
      counts[0]++;
      counts[1] += complaint.isPresent() ? 1 : 0;
    }
    complaint.ifPresent(
        why -> {
          failing.add(plan);
          firstFailure = firstFailure.isEmpty() ? why : firstFailure;
        });
    show(done, total);
  }

  private void show(int done, int total) {
    String text =
        "%s%s: %d of %d runs, %d failed"
            .formatted(
                scenario, process.isEmpty() ? "" : ", " + process, done, total, failing.size());
    if (terminal) {
      progress.print("\r" + text + (done == total ? "\r" + " ".repeat(text.length()) + "\r" : ""));
      progress.flush();
    } else if (done * 10 / total > tenths) {
      tenths = done * 10 / total;
      progress.println(text);
    }
  }

  /** A failure that is not one of a run, such as that of the undisturbed one. */
  void failed(String why) {
    firstFailure = firstFailure.isEmpty() ? why : firstFailure;
  }

  void seeds(Seeds.Summary summary) {
    out.println(
        "%s ended well with each of %d seeds; %d runs were repeated and went the same way."
            .formatted(scenario, summary.runs().size(), summary.repeated()));
    out.println(
        String.format(
            Locale.ROOT,
            "%.1f runs per second; on average %.0f requests and %.1f s of virtual time.",
            summary.perSecond(),
            summary.runs().stream().mapToLong(run -> run.requests()).average().orElse(0),
            summary.runs().stream().mapToLong(run -> run.elapsed().toMillis()).average().orElse(0)
                / 1e3));
  }

  void sweep(List<String> processes) {
    String struck = String.join(", ", processes);
    if (failing.isEmpty() && firstFailure.isEmpty()) {
      out.println(
          "%s survived: %d runs, each with one fault at one write of %s, all reached the end state of the undisturbed run."
              .formatted(scenario, runs, struck));
    } else if (failing.isEmpty()) {
      out.println("%s failed without a fault: %s".formatted(scenario, cut(firstFailure)));
      return;
    } else {
      out.println(
          "%s did not survive: %d of %d runs with a fault at a write of %s failed or ended in another state."
              .formatted(scenario, failing.size(), runs, struck));
    }
    table();
    failure();
  }

  /**
   * @param shrunk the message of the failing plan; empty if there was none
   */
  void chaos(String struck, String shrunk) {
    out.println(
        shrunk.isEmpty()
            ? "%s survived: %d runs, each with several faults in %s, all reached the end state of the undisturbed run."
                .formatted(scenario, runs, struck)
            : "%s did not survive: run %d with several faults in %s failed or ended in another state."
                .formatted(scenario, runs, struck));
    table();
    if (!shrunk.isEmpty()) {
      out.println();
      out.println(cut(shrunk));
    }
  }

  private void table() {
    if (byFault.isEmpty()) {
      return;
    }
    var rows = new ArrayList<List<String>>(List.of(List.of("FAULT", "RUNS", "FAILED", "MEANING")));
    byFault.forEach(
        (fault, counts) ->
            rows.add(
                List.of(
                    fault.toString(),
                    Integer.toString(counts[0]),
                    Integer.toString(counts[1]),
                    meaning(fault))));
    out.println();
    TextTable.lines(rows).forEach(out::println);
  }

  private static String meaning(Fault fault) {
    return switch (fault) {
      case KILL -> "killed after the write, then restarted";
      case LOSE_ANSWER -> "the write succeeds, its response is lost";
      case DROP_REQUEST -> "the request is lost";
      case CONFLICT -> "409 Conflict";
      case TOO_MANY_REQUESTS -> "429 Too Many Requests";
      case SERVER_ERROR -> "500 Internal Server Error";
      case UNAVAILABLE -> "503 Service Unavailable";
      case CUT_WATCHES -> "all watches break";
      case EXPIRE_WATCHES -> "all watches break and cannot be resumed";
      case DELAY -> "the request takes seconds";
      case DUPLICATE -> "the request arrives twice";
      case PAUSE -> "suspended for longer than a lease lasts";
    };
  }

  private void failure() {
    if (failing.isEmpty()) {
      return;
    }
    out.println();
    out.println("The first failure: " + cut(firstFailure));
    out.println();
    out.println(
        "Replay it: coxswain sim %s --seed 1 --faults %s --html run.html"
            .formatted(scenario, failing.getFirst()));
  }

  private static String cut(String text) {
    List<String> lines = text.strip().lines().toList();
    String shown = String.join("\n", lines.subList(0, Math.min(lines.size(), LINES_OF_FAILURE)));
    return lines.size() <= LINES_OF_FAILURE
        ? shown
        : shown + "\n(" + (lines.size() - LINES_OF_FAILURE) + " more lines)";
  }
}
