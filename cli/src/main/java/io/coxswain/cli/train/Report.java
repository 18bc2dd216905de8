package io.coxswain.cli.train;

import java.util.List;

/** Tells how a training goes. Called from several tasks; each call is one line or block. */
public interface Report extends AutoCloseable {

  /** Something about the whole. */
  void note(String text);

  /** A training got another condition. */
  void trainJob(String name, String condition, String message);

  /** A node of a training changed. */
  void node(Node node);

  /** A node printed a line. */
  void output(String node, String line);

  /** A training program said how far it is. */
  void progress(String trainJob, Progress progress);

  /** Somebody is asked something. */
  void question(String text);

  /** The question is settled. */
  void answered();

  /** All is over. */
  void result(Result result);

  /** Nothing more will be told. */
  @Override
  void close();

  /** What a node is doing, as far as colours are concerned. */
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
   * @param restarts how often it has begun again so far
   */
  record Node(String trainJob, String name, Phase phase, String detail, int restarts) {}

  /** How it ended for whoever watches. */
  enum Outcome {
    COMPLETE,
    FAILED,
    /** On request; all that belonged to it is gone. */
    DELETED,
    /** On request no longer followed; it goes on. */
    DETACHED,
    /** Followed no further for another reason; it goes on if its cluster does. */
    STOPPED
  }

  /**
   * How it ended.
   *
   * @param seconds since the start of the program
   * @param firstOutputSeconds from the start of the program to the first line that a node printed;
   *     negative when none did
   * @param firstStepSeconds the same to the first report of progress
   * @param failures of each node that failed, its last lines
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
