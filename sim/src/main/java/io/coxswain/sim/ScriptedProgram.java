package io.coxswain.sim;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import java.time.Duration;

/**
 * What a program does, in place of the program: takes virtual time, prints, and ends with an exit
 * code. A program asked to terminate ends with 143 at the next {@link Invocation#work}, unless it
 * said otherwise.
 */
@FunctionalInterface
public interface ScriptedProgram {
  int run(Invocation call) throws Exception;

  /** Takes the time, prints nothing, exits with 0. */
  static ScriptedProgram taking(Duration time) {
    return call -> {
      call.work(time);
      return 0;
    };
  }

  /** Prints the line and exits with the code at once. */
  static ScriptedProgram printing(String line, int exitCode) {
    return call -> {
      call.print(line);
      return exitCode;
    };
  }

  /** One running of the program. */
  interface Invocation {
    Exec.Command command();

    /** The network of the machine that the program runs on. */
    Sockets sockets();

    /** Prints a line. */
    void print(String line);

    /** Is busy for the time. */
    void work(Duration time) throws CancelledException;

    /** From here on, being asked to terminate does not end the program. */
    void ignoreTermination();

    boolean terminationAsked();
  }
}
