package io.coxswain.sim;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.Env;
import java.time.Duration;
import java.time.Instant;

/**
 * One run of a simulation, as its script sees it. Only the script, which is itself a task of the
 * world, may call these methods.
 */
public interface World {
  long seed();

  FaultPlan plan();

  /** The script's own environment; its API calls are not traced, not disturbed and do not yield. */
  Env env();

  /**
   * The server itself, for operations that no client can perform, such as discarding its history.
   */
  ApiServer server();

  /** Reads and writes API objects as the script. */
  Objects objects();

  Instant now();

  /** Virtual time since the start. */
  Duration elapsed();

  /** Adds a process to the world and starts it. */
  void start(String name, Main main);

  /** Adds a process that serves webhooks, and starts it. */
  void startServing(String name, Serving main);

  /** Ends a process immediately; none of its tasks runs again. */
  void kill(String name);

  /** Like {@link #kill}; only a prefix of the unsynced data of its journals survives. */
  void losePower(String name);

  /** Fills the disk of a process: until {@link #freeDisk} it can write no more than it deletes. */
  void fillDisk(String name);

  void freeDisk(String name);

  /** The number of operations of a process that have changed files, over all its restarts. */
  int fileOperations(String name);

  /** Makes the operation with this number, as counted by {@link #fileOperations}, fail. */
  void failFileOperation(String name, int operation, FileFault fault);

  /** Restarts a killed or ended process with empty memory. */
  void restart(String name);

  boolean isRunning(String name);

  /** The number of API writes that a process has sent, over all its restarts. */
  int writes(String name);

  /** Breaks all watches of a process; it has to open new ones. */
  void cutWatches(String name);

  /** Runs the world until the condition holds, for at most an hour of virtual time. */
  void await(String what, Condition condition);

  /**
   * Runs the world until the condition holds. The condition is evaluated after each write and each
   * move of time.
   */
  void await(String what, Condition condition, Duration atMost);

  /** Runs everything that can run now, without moving time. */
  void awaitIdle();

  /** Runs the world for the given time. */
  void run(Duration time);

  /**
   * Runs the world until no write has happened for the given time; writes of leases and events do
   * not count.
   *
   * @throws WorldFailure if there is no such period within an hour
   */
  void awaitSilence(Duration time);

  /**
   * Adds an invariant that must hold after each commit from now on; the first commit that violates
   * it fails the run.
   */
  void always(String what, Simulation.Invariant invariant);

  /** A condition that a script waits for. Reads the world; must not block or write. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }
}
