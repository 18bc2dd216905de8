package io.coxswain.cli.train;

/**
 * What a terminal can show.
 *
 * @param colours whether text may be coloured
 * @param unicode whether there are more characters than those of ASCII
 */
public record Style(boolean colours, boolean unicode) {
  static final int RED = 31;
  static final int GREEN = 32;
  static final int YELLOW = 33;
  static final int CYAN = 36;
  static final int BOLD = 1;
  static final int DIM = 2;

  /** Distinct next to each other, and none that elsewhere means something. */
  private static final int[] NODES = {36, 35, 34, 96, 95, 94};

  String paint(int code, String text) {
    return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** In the colour of the node that was the so-manieth to appear. */
  String paintNode(int number, String text) {
    return paint(NODES[number % NODES.length], text);
  }

  static int colour(Report.Phase phase) {
    return switch (phase) {
      case WAITING -> YELLOW;
      case RUNNING -> CYAN;
      case SUCCEEDED -> GREEN;
      case FAILED -> RED;
      case GONE -> DIM;
    };
  }
}
