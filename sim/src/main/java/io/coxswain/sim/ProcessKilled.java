package io.coxswain.sim;

/** Ends the tasks of a killed process. An error, because programs do not catch errors. */
public final class ProcessKilled extends Error {
  ProcessKilled(String process) {
    // One is thrown per port call of a dying task; its stack trace has no value.
    super(process + " was killed", null, false, false);
  }
}
