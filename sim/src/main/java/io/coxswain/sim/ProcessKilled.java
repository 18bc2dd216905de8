package io.coxswain.sim;

/** Ends the tasks of a process that was killed. An error, since programs let errors pass. */
public final class ProcessKilled extends Error {
  ProcessKilled(String process) {
    // One is thrown per port call of a dying task; its stack tells nothing.
    super(process + " was killed", null, false, false);
  }
}
