package io.coxswain.cli.train;

import io.coxswain.cli.train.Report.Node;
import io.coxswain.cli.train.Report.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The state of the trainings and its layout on a screen. Not thread-safe. */
final class ProgressScreen {
  private static final int MAX_BAR_LENGTH = 40;
  private static final int CHART_ROWS = 6;

  /** With fewer rows the log would have no space. */
  private static final int ROWS_FOR_CHART = 22;

  private final Style style;
  private final long startNanos;
  private final Map<String, JobState> jobs = new LinkedHashMap<>();
  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<String, Integer> numbers = new TreeMap<>();

  ProgressScreen(Style style, long startNanos) {
    this.style = style;
    this.startNanos = startNanos;
  }

  JobState job(String name) {
    return jobs.computeIfAbsent(name, JobState::new);
  }

  List<JobState> jobs() {
    return List.copyOf(jobs.values());
  }

  void node(Node node) {
    JobState _ = job(node.trainJob());
    Node _ = nodes.put(node.name(), node);
  }

  /** The prefix of a node's lines. */
  String prefix(String node) {
    int number = numbers.computeIfAbsent(node, _ -> numbers.size());
    int width = Math.max(10, numbers.keySet().stream().mapToInt(String::length).max().orElse(0));
    return style.paintNode(number, node + " ".repeat(width - node.length())) + " | ";
  }

  /** The screen's lines, none longer than its width. */
  List<String> lines(long nanos, Terminal.Size size) {
    var lines = new ArrayList<String>();
    for (JobState job : jobs.values()) {
      lines.add(headline(job, nanos, size.columns()));
      if (job.progress() != null) {
        lines.add(progressLine(job, job.progress(), nanos, size.columns()));
      }
    }
    if (!nodes.isEmpty()) {
      lines.addAll(nodeLines(size.columns()));
    }
    if (size.rows() >= ROWS_FOR_CHART && jobs.size() == 1) {
      lines.addAll(chart(jobs.values().iterator().next(), size.columns(), CHART_ROWS));
    }
    return lines;
  }

  private String headline(JobState job, long nanos, int columns) {
    List<Node> own = nodes.values().stream().filter(n -> n.trainJob().equals(job.name())).toList();
    long running = own.stream().filter(n -> n.phase() == Phase.RUNNING).count();
    boolean done = !own.isEmpty() && own.stream().allMatch(n -> n.phase() == Phase.SUCCEEDED);
    int restarts = own.stream().mapToInt(Node::restarts).sum();
    String state = running > 0 ? "running" : done ? "finishing" : "starting";
    int colour =
        switch (job.condition()) {
          case "Complete" -> Style.GREEN;
          case "Failed" -> Style.RED;
          default -> running > 0 || done ? Style.CYAN : Style.YELLOW;
        };
    return new Line(style, columns)
        .add(Style.BOLD, job.name())
        .part(colour, job.condition().isEmpty() ? state : job.condition())
        .part(0, DurationText.of((nanos - startNanos) / 1_000_000_000))
        .part(
            0, own.isEmpty() ? "" : done ? all(own) : running + "/" + own.size() + " nodes running")
        .part(
            Style.YELLOW, restarts == 0 ? "" : restarts == 1 ? "1 restart" : restarts + " restarts")
        .toString();
  }

  private static String all(List<Node> nodes) {
    return nodes.size() == 1 ? "its node is done" : "all " + nodes.size() + " nodes are done";
  }

  private String progressLine(JobState job, Progress progress, long nanos, int columns) {
    var line = new Line(style, columns);
    if (progress.percent().isPresent()) {
      int percent = progress.percent().getAsInt();
      int width = Math.max(10, Math.min(MAX_BAR_LENGTH, columns / 3));
      int done = width * percent / 100;
      line.add(Style.GREEN, (style.unicode() ? "\u2588" : "#").repeat(done))
          .add(Style.DIM, (style.unicode() ? "\u2591" : "-").repeat(width - done))
          .add(" %3d %%".formatted(percent));
    }
    job.remainingSeconds(nanos)
        .ifPresent(seconds -> line.part(Style.BOLD, "about " + DurationText.of(seconds) + " left"));
    return line.part(0, progress.describeMetrics()).toString();
  }

  /** Each node by name if they fit in two lines, else the number of nodes per phase. */
  private List<String> nodeLines(int columns) {
    int needed = nodes.values().stream().mapToInt(n -> word(n).length() + 2).sum();
    if (needed > 2 * columns - 40) {
      Map<Phase, Long> counts =
          nodes.values().stream()
              .collect(Collectors.groupingBy(Node::phase, TreeMap::new, Collectors.counting()));
      var line = new Line(style, columns);
      counts.forEach(
          (phase, count) -> line.add(Style.colour(phase), count + " " + word(phase)).add("  "));
      return List.of(line.toString());
    }
    var lines = new ArrayList<Line>();
    for (Node node : nodes.values()) {
      String word = word(node);
      if (lines.isEmpty() || !lines.getLast().fits(word.length())) {
        lines.add(new Line(style, columns));
      }
      lines.getLast().add(node.name() + " ");
      lines.getLast().add(Style.colour(node.phase()), word.substring(node.name().length() + 1));
      lines.getLast().add("  ");
    }
    return lines.stream().map(Line::toString).toList();
  }

  private static String word(Node node) {
    return node.name()
        + " "
        + word(node.phase())
        + (node.restarts() == 0 ? "" : " (restart " + node.restarts() + ")");
  }

  private static String word(Phase phase) {
    return switch (phase) {
      case WAITING -> "waiting";
      case RUNNING -> "running";
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case GONE -> "stopping";
    };
  }

  List<String> chart(JobState job, int columns, int rows) {
    return LossChart.draw(job.lossName(), job.losses().values(), columns, rows, style);
  }
}
