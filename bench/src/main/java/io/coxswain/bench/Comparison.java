package io.coxswain.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/** Results of ours and of the Go programs side by side, in the order of the rows. */
final class Comparison {
  private static final List<String> HEAD =
      List.of("", "Coxswain", "Go", "times better", "goal", "met");

  private final SequencedMap<String, Row> rows = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();
  private final Progress progress;

  Comparison(Progress progress) {
    this.progress = progress;
  }

  private record Row(Measure measure, Samples ours, Samples theirs) {
    /** The ratio by which ours is better; empty if one of them is missing. */
    Optional<Double> ratio() {
      return ours.isEmpty() || theirs.isEmpty()
          ? Optional.empty()
          : Optional.of(measure.unit().ratio(ours.median(), theirs.median()));
    }

    /** The progress towards the goal, 1 if reached; empty if unknown. */
    Optional<Double> reached() {
      return switch (measure.goal()) {
        case null -> Optional.empty();
        case Measure.Times(double factor) -> ratio().map(ratio -> ratio / factor);
        case Measure.AtMost(double value) ->
            ours.isEmpty() ? Optional.empty() : Optional.of(value / ours.median());
      };
    }

    List<String> cells() {
      return List.of(
          measure.what(),
          ours.text(measure.unit()),
          theirs.text(measure.unit()),
          ratio().map(ratio -> String.format(Locale.ROOT, "%.2f", ratio)).orElse(""),
          measure.goalText(),
          measure.goal() == null
              ? ""
              : reached().map(share -> share >= 1 ? "yes" : "no").orElse("not shown"));
    }
  }

  /** Records a value of ours. */
  void ours(Measure measure, double value) {
    row(measure).ours.add(value);
    progress.say("Coxswain: %s %s".formatted(measure.what(), measure.unit().text(value)));
  }

  /** Records a value of the Go programs. */
  void theirs(Measure measure, double value) {
    row(measure).theirs.add(value);
    progress.say("Go: %s %s".formatted(measure.what(), measure.unit().text(value)));
  }

  private Row row(Measure measure) {
    return rows.computeIfAbsent(
        measure.what(), _ -> new Row(measure, new Samples(), new Samples()));
  }

  /** Adds a remark below the table. */
  void remark(String text) {
    remarks.add(text);
    progress.say(text);
  }

  Progress progress() {
    return progress;
  }

  /** The table as readable Markdown. */
  String table() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEAD);
    rows.values().forEach(row -> lines.add(row.cells()));
    int[] widths = new int[HEAD.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], Math.max(4, line.get(i).length()));
      }
    }
    var rule = new ArrayList<String>();
    for (int i = 0; i < widths.length; i++) {
      rule.add(i == 0 ? "-".repeat(widths[i]) : "-".repeat(widths[i] - 1) + ":");
    }
    lines.add(1, rule);
    var text = new StringBuilder();
    lines.forEach(line -> text.append(line(line, widths)).append('\n'));
    worst().ifPresent(worst -> text.append('\n').append(worst).append('\n'));
    remarks.forEach(remark -> text.append('\n').append(remark).append('\n'));
    return text.toString();
  }

  private static String line(List<String> cells, int[] widths) {
    String[] padded = new String[widths.length];
    Arrays.setAll(
        padded,
        i -> {
          String padding = " ".repeat(widths[i] - cells.get(i).length());
          return i == 0 ? cells.get(i) + padding : padding + cells.get(i);
        });
    return "| " + String.join(" | ", padded) + " |";
  }

  private Optional<String> worst() {
    return rows.values().stream()
        .filter(row -> row.reached().isPresent())
        .min(Comparator.comparing(row -> row.reached().orElseThrow()))
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "Farthest from its goal: %s, at %.2f of it.",
                    row.measure.what(),
                    row.reached().orElseThrow()));
  }
}
