package io.coxswain.cli.train;

import java.util.List;

/** Tells how a training goes. Called from several tasks; each call is one line or block. */
public interface Report {

  /** Something about the whole. */
  void note(String text);

  /** A training got another condition. */
  void trainJob(String name, String condition, String message);

  /** A node of a training changed. */
  void node(String name, Phase phase, String detail);

  /** A node printed a line. */
  void output(String node, String line);

  /** All is over. */
  void result(Result result);

  /** What a node is doing, as far as colours are concerned. */
  enum Phase {
    WAITING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    GONE
  }

  /**
   * How it ended.
   *
   * @param firstOutputSeconds from the start of the program to the first line that a node printed;
   *     negative when none did
   * @param failures of each node that failed, its last lines
   */
  record Result(
      boolean complete,
      String message,
      double seconds,
      double firstOutputSeconds,
      List<NodeFailure> failures) {}

  /** A node that failed. */
  record NodeFailure(String node, int exitCode, String reason, List<String> lastLines) {}
}
