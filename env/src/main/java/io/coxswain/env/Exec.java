package io.coxswain.env;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Runs programs. */
public interface Exec {

  /**
   * Starts a program.
   *
   * @throws IOException if it cannot be started, for example because the executable is missing
   */
  Running start(Command command) throws IOException;

  /**
   * Starts a program for an interactive session: its input is open, and its output and error output
   * are separate streams. The output of the command is not used.
   *
   * @throws IOException if it cannot be started, or if this environment does not support it
   */
  default Conversation converse(Command command) throws IOException {
    throw new IOException("interactive sessions are not supported in this environment");
  }

  /**
   * A command line with its environment and output.
   *
   * @param arguments the program and its arguments
   * @param environment the complete environment; nothing is inherited
   * @param output receives standard output and standard error, in the order written, in chunks
   * @param input whether standard input stays open, for {@link Running#input}; otherwise the
   *     program reads end of file immediately
   */
  record Command(
      List<String> arguments,
      SortedMap<String, String> environment,
      Path directory,
      Output output,
      boolean input) {

    /** A program without input. */
    public Command(
        List<String> arguments,
        SortedMap<String, String> environment,
        Path directory,
        Output output) {
      this(arguments, environment, directory, output, false);
    }
  }

  /**
   * Receives the output of a program. Called from a task of the implementation, one call at a time.
   */
  @FunctionalInterface
  interface Output {
    void accept(byte[] buffer, int length);
  }

  /** A started program. */
  interface Running {
    long pid();

    boolean isAlive();

    /**
     * Waits for the end of the program and of its output; returns the exit code, or 128 + the
     * number of the signal that ended it.
     */
    int await() throws CancelledException;

    /** The standard input of the program, if it was started with an open input. */
    default OutputStream input() {
      return OutputStream.nullOutputStream();
    }

    /** The resources that the program and its children have used, if they are known. */
    default Optional<Consumption> consumption() {
      return Optional.empty();
    }

    /**
     * Requests termination (SIGTERM). Its children that are still running afterwards are killed.
     */
    void terminate();

    /** Kills the program and its children (SIGKILL). */
    void kill();
  }

  /**
   * Resource usage of a program.
   *
   * @param processorTime since its start
   * @param residentBytes at present
   */
  record Consumption(Duration processorTime, long residentBytes) {}

  /** A program in an interactive session. */
  interface Conversation {
    /** The standard input of the program; closing it signals end of file. */
    OutputStream input();

    InputStream output();

    InputStream errors();

    /** The program. Its end does not wait until its output has been read. */
    Running running();
  }
}
