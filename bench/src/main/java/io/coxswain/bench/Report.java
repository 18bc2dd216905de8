package io.coxswain.bench;

import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.List;

/** Measurements as a table or as JSON. */
final class Report {
  private final List<Row> rows = new ArrayList<>();

  /**
   * One measurement.
   *
   * @param perSecond negative if it is not a rate
   * @param p50Millis negative if there is no distribution
   * @param note a remark
   */
  record Row(String what, double perSecond, double p50Millis, double p99Millis, String note) {}

  synchronized void add(Row row) {
    rows.add(row);
    System.err.println(line(row));
  }

  void note(String what, String text) {
    add(new Row(what, -1, -1, -1, text));
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  String json() {
    var all = Json.MAPPER.createArrayNode();
    for (Row row : rows) {
      var one = all.addObject().put("what", row.what);
      if (row.perSecond >= 0) {
        one.put("perSecond", row.perSecond);
      }
      if (row.p50Millis >= 0) {
        one.put("p50Millis", row.p50Millis).put("p99Millis", row.p99Millis);
      }
      if (!row.note.isEmpty()) {
        one.put("note", row.note);
      }
    }
    return all.toPrettyString() + "\n";
  }

  String table() {
    var text = new StringBuilder();
    text.append("%-34s %10s %9s %9s  %s%n".formatted("", "per second", "p50 ms", "p99 ms", ""));
    rows.forEach(row -> text.append(line(row)).append(System.lineSeparator()));
    return text.toString();
  }

  String markdown() {
    var text =
        new StringBuilder("| | per second | p50 ms | p99 ms | |\n|---|---:|---:|---:|---|\n");
    for (Row row : rows) {
      text.append("| ").append(row.what);
      text.append(" | ").append(row.perSecond < 0 ? "" : "%.0f".formatted(row.perSecond));
      text.append(" | ").append(row.p50Millis < 0 ? "" : "%.1f".formatted(row.p50Millis));
      text.append(" | ").append(row.p50Millis < 0 ? "" : "%.1f".formatted(row.p99Millis));
      text.append(" | ").append(row.note).append(" |\n");
    }
    return text.toString();
  }

  private static String line(Row row) {
    return "%-34s %10s %9s %9s  %s"
        .formatted(
            row.what,
            row.perSecond < 0 ? "" : "%.0f".formatted(row.perSecond),
            row.p50Millis < 0 ? "" : "%.2f".formatted(row.p50Millis),
            row.p50Millis < 0 ? "" : "%.2f".formatted(row.p99Millis),
            row.note)
        .stripTrailing();
  }
}
