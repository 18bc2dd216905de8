package io.coxswain.cli.text;

import java.util.List;

/** Rows with aligned columns, like those of kubectl. */
public final class TextTable {
  private static final int GAP = 3;

  private TextTable() {}

  /** The lines of a table; all rows have as many cells as the first. */
  public static List<String> lines(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + GAP));
    }
    return line.toString().stripTrailing();
  }
}
