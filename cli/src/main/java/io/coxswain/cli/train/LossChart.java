package io.coxswain.cli.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Draws a series of values as a curve, in Braille dots or, where these are not available, in
 * asterisks.
 */
final class LossChart {
  /** The bits of a Braille cell's dots, by column and row from the top. */
  private static final int[][] DOTS = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

  private static final int BRAILLE = 0x2800;
  private static final Pattern EMPTY_END = Pattern.compile("[ \u2800]+$");

  private LossChart() {}

  /**
   * The lines of the chart, top first, with the largest and the smallest value next to it; none if
   * there are fewer than two values or too little space.
   *
   * @param columns the total width
   * @param rows of the curve
   */
  static List<String> draw(String name, List<Double> values, int columns, int rows, Style style) {
    if (values.size() < 2 || rows < 2 || columns < 24) {
      return List.of();
    }
    double most = values.stream().mapToDouble(v -> v).max().orElseThrow();
    double least = values.stream().mapToDouble(v -> v).min().orElseThrow();
    String top = number(most);
    String bottom = number(least);
    int margin = Math.max(name.length(), Math.max(top.length(), bottom.length()));
    int width = columns - margin - 3;
    int across = style.unicode() ? 2 : 1;
    int down = style.unicode() ? 4 : 1;
    boolean[][] dots = dots(values, width * across, rows * down, least, most);
    var lines = new ArrayList<String>();
    for (int row = 0; row < rows; row++) {
      String label = row == 0 ? top : row == rows - 1 ? bottom : row == rows / 2 ? name : "";
      String edge = style.unicode() ? "\u2524" : "|";
      lines.add(
          style.paint(Style.DIM, " ".repeat(margin - label.length()) + label + " " + edge)
              + style.paint(Style.CYAN, row(dots, row, width, style.unicode())));
    }
    return lines;
  }

  /** Indexed by x and by y from the top; neighbouring points are joined. */
  private static boolean[][] dots(
      List<Double> values, int width, int height, double least, double most) {
    var dots = new boolean[width][height];
    int before = -1;
    for (int x = 0; x < width; x++) {
      double at = (double) x * (values.size() - 1) / (width - 1);
      int left = (int) at;
      int right = Math.min(left + 1, values.size() - 1);
      double value = values.get(left) + (values.get(right) - values.get(left)) * (at - left);
      int y =
          most > least
              ? (int) Math.round((most - value) / (most - least) * (height - 1))
              : height / 2;
      int from = before < 0 ? y : before;
      int step = Integer.signum(y - from);
      for (int each = from; each != y; each += step) {
        dots[x][each] = each != from || x == 0;
      }
      dots[x][y] = true;
      before = y;
    }
    return dots;
  }

  private static String row(boolean[][] dots, int row, int width, boolean unicode) {
    var line = new StringBuilder();
    for (int column = 0; column < width; column++) {
      if (unicode) {
        int cell = 0;
        for (int x = 0; x < 2; x++) {
          for (int y = 0; y < 4; y++) {
            cell |= dots[2 * column + x][4 * row + y] ? DOTS[x][y] : 0;
          }
        }
        line.append((char) (BRAILLE + cell));
      } else {
        line.append(dots[column][row] ? '*' : ' ');
      }
    }
    return EMPTY_END.matcher(line).replaceAll("");
  }

  static String number(double value) {
    double size = Math.abs(value);
    if (size != 0 && (size >= 100_000 || size < 0.001)) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    return String.format(Locale.ROOT, size >= 100 ? "%.1f" : "%.4f", value);
  }
}
