package io.coxswain.sim;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import java.time.Duration;

/**
 * The behaviour of a simulated program: takes virtual time, prints, and ends with an exit code. A
 * program that is asked to terminate ends with 143 at the next {@link Invocation#work}, unless it
 * ignores termination.
 */
@FunctionalInterface
public interface ScriptedProgram {
  int run(Invocation call) throws Exception;

  /** Returns a program that takes the time, prints nothing and exits with 0. */
  static ScriptedProgram taking(Duration time) {
    return call -> {
      call.work(time);
      return 0;
    };
  }

  /** Returns a program that prints the line and exits with the code immediately. */
  static ScriptedProgram printing(String line, int exitCode) {
    return call -> {
      call.print(line);
      return exitCode;
    };
  }

  /** One execution of the program. */
  interface Invocation {
    Exec.Command command();

    /** The network of the host on which the program runs. */
    Sockets sockets();

    /** Prints a line. */
    void print(String line);

    /** Works for the given time. */
    void work(Duration time) throws CancelledException;

    /** Ignores termination requests from now on. */
    void ignoreTermination();

    boolean terminationAsked();
  }
}
