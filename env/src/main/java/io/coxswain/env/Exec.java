package io.coxswain.env;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/** Runs programs. */
public interface Exec {

  /**
   * Starts a program.
   *
   * @throws IOException when it cannot be started at all, such as a missing executable
   */
  Running start(Command command) throws IOException;

  /**
   * What to run.
   *
   * @param arguments the program and its arguments
   * @param environment the whole environment; nothing is inherited
   * @param output where both standard output and standard error go, in the order written, a chunk
   *     at a time
   */
  record Command(
      List<String> arguments,
      SortedMap<String, String> environment,
      Path directory,
      Output output) {}

  /** Receives what a program prints. Called from a task of the port; one call at a time. */
  @FunctionalInterface
  interface Output {
    void accept(byte[] buffer, int length);
  }

  /** A program that was started. */
  interface Running {
    long pid();

    boolean isAlive();

    /**
     * Waits for the end of the program and of its output; the exit code, or 128 + the signal that
     * ended it.
     */
    int await() throws CancelledException;

    /** Asks it to end (SIGTERM). What it has started and does not end itself is killed after it. */
    void terminate();

    /** Ends it and what it started (SIGKILL). */
    void kill();
  }
}
