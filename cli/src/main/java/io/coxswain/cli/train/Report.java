package io.coxswain.cli.train;

import java.util.List;

/** Reports the course of a training. Called from several tasks; each call is one line or block. */
public interface Report extends AutoCloseable {

  /** A message about the whole run. */
  void note(String text);

  /** A training has a new condition. */
  void trainJob(String name, String condition, String message);

  /** A node of a training changed. */
  void node(Node node);

  /** A node printed a line. */
  void output(String node, String line);

  /** A training program reported progress. */
  void progress(String trainJob, Progress progress);

  /** The user is asked a question. */
  void question(String text);

  /** The prompt has been answered or has lapsed. */
  void answered();

  /** Everything has ended. */
  void result(Result result);

  /** Nothing more will be reported. */
  @Override
  void close();

  /** The state of a node, as shown by colours. */
  enum Phase {
    WAITING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    GONE
  }

  /**
   * A node of a training.
   *
   * @param restarts the number of restarts so far
   */
  record Node(String trainJob, String name, Phase phase, String detail, int restarts) {}

  /** The outcome for the user who follows the training. */
  enum Outcome {
    COMPLETE,
    FAILED,
    /** Deleted on request, with everything that belonged to it. */
    DELETED,
    /** No longer followed on request; it continues. */
    DETACHED,
    /** No longer followed for another reason; it continues if its cluster does. */
    STOPPED
  }

  /**
   * The result of a run.
   *
   * @param seconds since the start of the program
   * @param firstOutputSeconds from the start of the program to the first line of output of a node;
   *     negative if there was none
   * @param firstStepSeconds the same for the first progress report
   * @param failures the last lines of each failed node
   */
  record Result(
      Outcome outcome,
      String message,
      double seconds,
      double firstOutputSeconds,
      double firstStepSeconds,
      int restarts,
      List<NodeFailure> failures) {

    /** The exit status of a command that ran the training. */
    public int exitCode() {
      return switch (outcome) {
        case COMPLETE, DETACHED -> 0;
        case FAILED, STOPPED -> 1;
        case DELETED -> 130;
      };
    }
  }

  /** A node that failed. */
  record NodeFailure(String node, int exitCode, String reason, List<String> lastLines) {}
}
