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
   * @throws IOException when it cannot be started at all, such as a missing executable
   */
  Running start(Command command) throws IOException;

  /**
   * Starts a program to talk with: its input is open, and its output and errors come apart. The
   * command's own output is not used.
   *
   * @throws IOException when it cannot be started, or when this world has no such programs
   */
  default Conversation converse(Command command) throws IOException {
    throw new IOException("programs cannot be talked with here");
  }

  /**
   * What to run.
   *
   * @param arguments the program and its arguments
   * @param environment the whole environment; nothing is inherited
   * @param output where both standard output and standard error go, in the order written, a chunk
   *     at a time
   * @param input whether the standard input stays open, for {@link Running#input}; otherwise the
   *     program reads its end at once
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

    /** What is written here the program reads, if it was started with an open input. */
    default OutputStream input() {
      return OutputStream.nullOutputStream();
    }

    /** What it and what it started have used, where that can be told. */
    default Optional<Consumption> consumption() {
      return Optional.empty();
    }

    /** Asks it to end (SIGTERM). What it has started and does not end itself is killed after it. */
    void terminate();

    /** Ends it and what it started (SIGKILL). */
    void kill();
  }

  /**
   * What a program uses.
   *
   * @param processorTime since its start
   * @param residentBytes now
   */
  record Consumption(Duration processorTime, long residentBytes) {}

  /** A program that was started to talk with. */
  interface Conversation {
    /** What is written here the program reads; closing it ends the program's input. */
    OutputStream input();

    InputStream output();

    InputStream errors();

    /** The program itself. Its end does not wait for its output to be read. */
    Running running();
  }
}
