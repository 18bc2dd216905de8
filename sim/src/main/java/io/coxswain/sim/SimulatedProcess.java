package io.coxswain.sim;

import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import io.coxswain.env.Http;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * One program of a world. Its disk and its count of API writes survive a kill; its memory, tasks
 * and open watches belong to an incarnation and do not.
 */
final class SimulatedProcess {
  private final SimulatedWorld world;
  private final String name;
  private final Main main;
  private final MemoryFiles.Disk disk = new MemoryFiles.Disk();
  private final SimulatedSockets.Machine machine = new SimulatedSockets.Machine();
  private final SequencedSet<ApiWatch> watches = new LinkedHashSet<>();
  private final List<SeededTask> tasks = new ArrayList<>();
  private int incarnations;
  private int writes;
  private int steps;
  private long seen;
  private boolean running;

  SimulatedProcess(SimulatedWorld world, String name, Main main) {
    this.world = world;
    this.name = name;
    this.main = main;
  }

  String name() {
    return name;
  }

  int writes() {
    return writes;
  }

  int countWrite() {
    return ++writes;
  }

  /** The newest revision that the process has seen, over all its restarts. */
  long seen() {
    return seen;
  }

  void saw(long revision) {
    seen = Math.max(seen, revision);
  }

  int steps() {
    return steps;
  }

  /** Called at each blocking point of the process's tasks. */
  private void step() {
    Fault fault = world.plan().at(name, FaultPlan.By.STEP, ++steps);
    if (fault != null) {
      world.strike(this, "blocking point " + steps, fault);
    }
  }

  boolean running() {
    return running;
  }

  int incarnations() {
    return incarnations;
  }

  /** Starts the program with empty memory. */
  void start() {
    if (running) {
      throw new IllegalStateException(name + " is running");
    }
    running = true;
    incarnations++;
    world.trace().lifecycle(world.baton().nanos(), name, incarnations == 1 ? "start" : "restart");
    Baton baton = world.baton();
    var its = new SeededTasks(baton, name, this::remember);
    var transport = world.transportOf(this);
    var clock = new VirtualClock(baton);
    clock.offset(world.clockOf(this));
    var sockets = new SimulatedSockets(machine, its);
    Env env =
        new Env(
            clock,
            new VirtualTimers(baton, its),
            its,
            new SeededEntropy(
                SeededEntropy.mix(world.seed(), "process " + name + " " + incarnations)),
            new MemoryFiles(disk, baton),
            new ScriptedExec(baton, its, world::programOf, sockets),
            transport,
            Http.NONE,
            sockets);
    its.start("main", () -> runMain(env));
  }

  private void remember(SeededTask task) {
    if (tasks.size() > 64 && tasks.size() > 2 * world.baton().liveTasks().size()) {
      tasks.removeIf(SeededTask::isDone);
    }
    tasks.add(task);
    task.atBlockingPoints(this::step);
  }

  private void runMain(Env env) {
    Exception why = null;
    try {
      main.run(env);
    } catch (Exception e) {
      why = e;
    }
    world.baton().checkAlive();
    world.exited(this, why);
  }

  /** Ends all tasks where they are and breaks the process's watches. */
  void kill() {
    cutWatches();
    if (running) {
      world.trace().lifecycle(world.baton().nanos(), name, "kill");
    }
    running = false;
    var why = new ProcessKilled(name);
    for (SeededTask task : tasks) {
      world.baton().doom(task, why);
    }
    tasks.clear();
    disk.releaseLocks();
    machine.closeAll();
  }

  void diskFull(boolean now) {
    disk.full(now);
  }

  int fileOperations() {
    return disk.operations();
  }

  void failFileOperation(int operation, FileFault fault) {
    disk.failAt(
        operation,
        fault,
        how -> {
          if (how == FileFault.LOSE_POWER) {
            losePower();
          } else {
            kill();
          }
        });
  }

  /** Like {@link #kill}, and the host loses power: unsynced data may be lost. */
  void losePower() {
    kill();
    disk.losePower(
        new SeededEntropy(
            SeededEntropy.mix(world.seed(), "power of " + name + " " + incarnations)));
  }

  void opened(ApiWatch watch) {
    watches.add(watch);
  }

  void closed(@Nullable ApiWatch watch) {
    watches.remove(watch);
  }

  void cutWatches() {
    for (ApiWatch watch : List.copyOf(watches)) {
      watch.close();
    }
    watches.clear();
  }
}
