package io.coxswain.cli.train;

import io.coxswain.cli.train.Report.NodeFailure;
import io.coxswain.cli.train.Report.Result;
import java.util.ArrayList;
import java.util.List;

/** The summary at the end of a run. */
final class Summary {
  private static final int CHART_ROWS = 8;

  private Summary() {}

  static List<String> lines(Result result, ProgressScreen board, int columns, Style style) {
    var lines = new ArrayList<String>();
    for (JobState job : board.jobs()) {
      List<String> chart = board.chart(job, Math.min(columns, 72), CHART_ROWS);
      if (!chart.isEmpty()) {
        lines.add("");
        lines.addAll(chart);
      }
    }
    for (NodeFailure failure : result.failures()) {
      lines.add("");
      lines.add(
          style.paint(
                  Style.RED,
                  "%s failed: %s, exit code %d"
                      .formatted(failure.node(), failure.reason(), failure.exitCode()))
              + (failure.lastLines().isEmpty() ? "; it printed nothing" : "; its last lines:"));
      failure.lastLines().forEach(line -> lines.add("    " + line));
    }
    lines.add("");
    lines.add(headline(result, style));
    row(lines, "total", DurationText.exactly(result.seconds()));
    if (result.firstOutputSeconds() >= 0) {
      row(
          lines,
          "first output",
          DurationText.exactly(result.firstOutputSeconds()) + " after the start");
    }
    if (result.firstStepSeconds() >= 0) {
      row(
          lines,
          "first step",
          DurationText.exactly(result.firstStepSeconds()) + " after the start");
    }
    row(lines, "restarts", Integer.toString(result.restarts()));
    for (JobState job : board.jobs()) {
      Series losses = job.losses();
      if (losses.count() > 1) {
        row(
            lines,
            job.lossName(),
            LossChart.number(losses.first())
                + (style.unicode() ? " \u2192 " : " -> ")
                + LossChart.number(losses.last()));
      }
    }
    return lines;
  }

  private static void row(List<String> lines, String name, String value) {
    lines.add("  " + name + " ".repeat(Math.max(1, 14 - name.length())) + value);
  }

  private static String headline(Result result, Style style) {
    String head =
        switch (result.outcome()) {
          case COMPLETE -> style.paint(Style.GREEN, "complete");
          case FAILED -> style.paint(Style.RED, "failed");
          case DELETED -> style.paint(Style.YELLOW, "deleted");
          case DETACHED -> style.paint(Style.YELLOW, "detached");
          case STOPPED -> style.paint(Style.RED, "stopped before completion");
        };
    return head + (result.message().isEmpty() ? "" : ": " + result.message());
  }
}
