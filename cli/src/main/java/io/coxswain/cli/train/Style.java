package io.coxswain.cli.train;

/**
 * The capabilities of a terminal.
 *
 * @param colours whether text may be coloured
 * @param unicode whether characters other than ASCII may be used
 */
public record Style(boolean colours, boolean unicode) {
  static final int RED = 31;
  static final int GREEN = 32;
  static final int YELLOW = 33;
  static final int CYAN = 36;
  static final int BOLD = 1;
  static final int DIM = 2;

  /** Distinct next to each other, and none that has another meaning elsewhere. */
  private static final int[] NODES = {36, 35, 34, 96, 95, 94};

  String paint(int code, String text) {
    return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** The text in the colour of the node with the given order of appearance. */
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
