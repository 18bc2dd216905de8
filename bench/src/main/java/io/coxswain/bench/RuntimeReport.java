package io.coxswain.bench;

import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/** Numbers of several programs side by side. */
final class RuntimeReport {
  private final List<String> contenders = new ArrayList<>();
  private final SequencedMap<String, SequencedMap<String, Double>> rows = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  void contender(String name) {
    contenders.add(name);
  }

  void add(String what, String contender, double value) {
    rows.computeIfAbsent(what, _ -> new LinkedHashMap<>()).put(contender, value);
    System.err.printf(Locale.ROOT, "%s, %s: %s%n", contender, what, number(value));
  }

  void note(String text) {
    notes.add(text);
    System.err.println(text);
  }

  String json() {
    var all = Json.MAPPER.createObjectNode();
    rows.forEach(
        (what, values) -> {
          var row = all.putObject(what);
          values.forEach(row::put);
        });
    notes.forEach(all.putArray("notes")::add);
    return all.toPrettyString() + "\n";
  }

  /** Readable Markdown. Ratios are relative to the first program. */
  String table() {
    var text = new StringBuilder();
    text.append("| | ").append(String.join(" | ", contenders)).append(" |\n|---");
    text.append("|---:".repeat(contenders.size())).append("|\n");
    rows.forEach(
        (what, values) -> {
          text.append("| ").append(what);
          Double own = values.get(contenders.getFirst());
          for (String contender : contenders) {
            Double value = values.get(contender);
            text.append(" | ").append(value == null ? "" : number(value));
            if (value != null && own != null && own > 0 && !value.equals(own)) {
              text.append(String.format(Locale.ROOT, " (%.2g x)", value / own));
            }
          }
          text.append(" |\n");
        });
    notes.forEach(note -> text.append("\n").append(note).append("\n"));
    return text.toString();
  }

  private static String number(double value) {
    return value >= 100 || value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
