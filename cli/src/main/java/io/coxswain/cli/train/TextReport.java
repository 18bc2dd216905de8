package io.coxswain.cli.train;

import java.io.PrintStream;
import java.util.Locale;

/** For people: one line per change, in colours when it goes to a terminal. */
public final class TextReport implements Report {
  private static final int[] NODE_COLOURS = {36, 35, 34, 33, 32, 96, 95, 94};

  private final PrintStream out;
  private final boolean colours;

  public TextReport(PrintStream out, boolean colours) {
    this.out = out;
    this.colours = colours;
  }

  @Override
  public void note(String text) {
    out.println(paint(2, text));
  }

  @Override
  public void trainJob(String name, String condition, String message) {
    int colour =
        switch (condition) {
          case "Complete" -> 32;
          case "Failed" -> 31;
          default -> 1;
        };
    out.println(
        paint(1, name)
            + " "
            + paint(colour, condition)
            + (message.isEmpty() ? "" : ": " + message));
  }

  @Override
  public void node(String name, Phase phase, String detail) {
    int colour =
        switch (phase) {
          case WAITING -> 33;
          case RUNNING -> 36;
          case SUCCEEDED -> 32;
          case FAILED -> 31;
          case GONE -> 2;
        };
    out.println(prefix(name) + paint(colour, detail));
  }

  @Override
  public void output(String node, String line) {
    out.println(prefix(node) + line);
  }

  private String prefix(String node) {
    int colour = NODE_COLOURS[Math.floorMod(node.hashCode(), NODE_COLOURS.length)];
    return paint(colour, String.format(Locale.ROOT, "%-10s", node)) + " | ";
  }

  @Override
  public void result(Result result) {
    for (NodeFailure failure : result.failures()) {
      out.println();
      out.println(
          paint(
                  31,
                  "%s failed: %s, exit code %d"
                      .formatted(failure.node(), failure.reason(), failure.exitCode()))
              + "; its last lines:");
      failure.lastLines().forEach(line -> out.println("    " + line));
    }
    out.println();
    if (result.firstOutputSeconds() >= 0) {
      out.printf(
          Locale.ROOT,
          "first output of the training %.2f s after the program was started%n",
          result.firstOutputSeconds());
    }
    out.printf(
        Locale.ROOT,
        "%s after %.1f s%s%n",
        result.complete() ? paint(32, "complete") : paint(31, "failed"),
        result.seconds(),
        result.message().isEmpty() ? "" : ": " + result.message());
  }

  private String paint(int code, String text) {
    return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
