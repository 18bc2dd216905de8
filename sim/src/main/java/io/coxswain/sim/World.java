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

  /** The script's own ports; its API calls are not traced, not disturbed and wait for nobody. */
  Env env();

  /** The server itself, for what no client can do to it, such as forgetting its history. */
  ApiServer server();

  /** Reading and writing API objects as the script. */
  Objects objects();

  Instant now();

  /** Virtual time since the beginning. */
  Duration elapsed();

  /** Adds a process to the world and starts it. */
  void start(String name, Main main);

  /** Adds a process that answers webhooks, and starts it. */
  void startServing(String name, Serving main);

  /** Ends a process where it stands; nothing of it runs again. */
  void kill(String name);

  /** As {@link #kill}; and of what its journals have not synced, only a beginning is left. */
  void losePower(String name);

  /**
   * Leaves no room on the disk of a process: until {@link #freeDisk} it can write no more than it
   * deletes.
   */
  void fillDisk(String name);

  void freeDisk(String name);

  /** How many operations of a process have changed files, over all its restarts. */
  int fileOperations(String name);

  /** Lets the operation of this number, as counted by {@link #fileOperations}, go wrong. */
  void failFileOperation(String name, int operation, FileFault fault);

  /** Starts a killed or ended process again, with nothing in memory. */
  void restart(String name);

  boolean isRunning(String name);

  /** How many API writes a process has sent, over all its restarts. */
  int writes(String name);

  /** Breaks all watches of a process; it has to open new ones. */
  void cutWatches(String name);

  /** Lets the world run until the condition holds, for at most an hour of virtual time. */
  void await(String what, Condition condition);

  /**
   * Lets the world run until the condition holds. It is looked at after each write and each move of
   * time.
   */
  void await(String what, Condition condition, Duration atMost);

  /** Lets everything run that can run now, without a move of time. */
  void awaitIdle();

  /** Lets the world run for the time. */
  void run(Duration time);

  /**
   * Lets the world run until nobody has written for the time; leases and events do not count.
   *
   * @throws WorldFailure when there is no such silence within an hour
   */
  void awaitSilence(Duration time);

  /**
   * From now on this must hold after each commit; the first commit after which it does not fails
   * the run.
   */
  void always(String what, Simulation.Invariant invariant);

  /** Something a script waits for. Reads the world, must not wait or write. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }
}
