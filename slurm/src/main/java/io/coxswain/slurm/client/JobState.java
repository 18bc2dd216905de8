package io.coxswain.slurm.client;

import java.util.Set;

/** The states of a job that are looked for by name. */
public final class JobState {
  public static final String PENDING = "PENDING";
  public static final String RUNNING = "RUNNING";
  public static final String COMPLETED = "COMPLETED";
  public static final String FAILED = "FAILED";
  public static final String CANCELLED = "CANCELLED";

  private static final Set<String> TERMINAL =
      Set.of(
          "FAILED",
          "CANCELLED",
          "TIMEOUT",
          "OUT_OF_MEMORY",
          "BOOT_FAIL",
          "DEADLINE",
          "LAUNCH_FAILED",
          "NODE_FAIL",
          "PREEMPTED",
          "RECONFIG_FAIL",
          "REVOKED",
          "SPECIAL_EXIT",
          "COMPLETED",
          "STOPPED");

  private JobState() {}

  /** Whether a job in this state has ended. */
  public static boolean isTerminal(String state) {
    return TERMINAL.contains(state);
  }
}
