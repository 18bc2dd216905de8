package io.coxswain.sim;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** One run in virtual time, with an API server in the same process. */
final class SimulatedWorld implements World {
  /** The time a supervisor takes to restart a process. */
  private static final Duration RESTART = Duration.ofSeconds(1);

  /** The duration of a pause; longer than a lease duration of 15 seconds. */
  private static final Duration PAUSE = Duration.ofSeconds(40);

  /** After this many restarts the run fails, because a process crashes in a loop. */
  private static final int MAX_INCARNATIONS = 20;

  private final Simulation simulation;
  private final long seed;
  private final FaultPlan plan;
  private final Baton baton;
  private final Trace trace;
  private final SortedMap<String, SimulatedProcess> processes = new TreeMap<>();
  private final WebhookRoutes routes = new WebhookRoutes(this);
  private final ScriptWait wait;
  private final ApiServer server;
  private final Env env;
  private final Objects objects;
  private final long bootRevision;
  private final Predecessors predecessors = new Predecessors();
  private final SettledCheck settled = new SettledCheck();
  private long lastWriteNanos;

  /**
   * Builds the world in its own first task, because the server that is started here uses ports too.
   */
  SimulatedWorld(
      Simulation simulation,
      long seed,
      FaultPlan plan,
      Trace trace,
      Baton baton,
      InitialState beginning) {
    this.simulation = simulation;
    this.seed = seed;
    this.plan = plan;
    this.trace = trace;
    this.baton = baton;
    this.wait = new ScriptWait(baton, this::report);
    this.server = beginning.server(outside("apiserver"), simulation.server());
    this.bootRevision = beginning.bootRevision(server);
    server.listen(predecessors::observe);
    Recording recording = trace.recording();
    if (recording != null) {
      server.listen(recording::committed);
    }
    if (simulation.isStrict()) {
      var invariants = new ClusterInvariants(baton::nanos, plan, simulation::isTimedByReason);
      server.listen(settled::observe);
      server.listen(
          commit ->
              invariants
                  .complaint(commit)
                  .ifPresent(
                      what -> wait.fail("at revision " + commit.revision() + ": " + what, null)));
    }
    this.env = outside("script").withApi(transport("script"));
    this.objects = new Objects(env.api(), this::wrote);
  }

  /** The environment of a component that is never killed. */
  private Env outside(String name) {
    var tasks = new SeededTasks(baton, name, task -> {});
    return new Env(
        new VirtualClock(baton),
        new VirtualTimers(baton, tasks),
        tasks,
        new SeededEntropy(SeededEntropy.mix(seed, "process " + name)),
        new MemoryFiles(new MemoryFiles.Disk(), baton),
        new ScriptedExec(
            baton,
            tasks,
            this::programOf,
            new SimulatedSockets(new SimulatedSockets.Machine(), tasks)),
        ApiTransport.NONE);
  }

  // ---- for the script: acting

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public FaultPlan plan() {
    return plan;
  }

  @Override
  public Env env() {
    return env;
  }

  @Override
  public ApiServer server() {
    return server;
  }

  @Override
  public Objects objects() {
    return objects;
  }

  @Override
  public Instant now() {
    return env.clock().now();
  }

  @Override
  public Duration elapsed() {
    return Duration.ofNanos(baton.nanos());
  }

  @Override
  public void start(String name, Main main) {
    if (processes.containsKey(name)) {
      throw new IllegalArgumentException("there is a process " + name + " already");
    }
    var process = new SimulatedProcess(this, name, main);
    processes.put(name, process);
    process.start();
  }

  @Override
  public void startServing(String name, Serving main) {
    start(name, env -> main.run(env, routes.of(find(name), env)));
  }

  @Override
  public void kill(String name) {
    find(name).kill();
  }

  @Override
  public void losePower(String name) {
    find(name).losePower();
  }

  @Override
  public void fillDisk(String name) {
    find(name).diskFull(true);
  }

  @Override
  public int fileOperations(String name) {
    return find(name).fileOperations();
  }

  @Override
  public void failFileOperation(String name, int operation, FileFault fault) {
    find(name).failFileOperation(operation, fault);
  }

  @Override
  public void freeDisk(String name) {
    find(name).diskFull(false);
  }

  @Override
  public void restart(String name) {
    find(name).start();
  }

  @Override
  public boolean isRunning(String name) {
    return find(name).running();
  }

  @Override
  public int writes(String name) {
    return find(name).writes();
  }

  @Override
  public void cutWatches(String name) {
    find(name).cutWatches();
    wait.touched();
  }

  private SimulatedProcess find(String name) {
    var process = processes.get(name);
    if (process == null) {
      throw new IllegalArgumentException("no process " + name + " in this world");
    }
    return process;
  }

  // ---- for the script: waiting

  @Override
  public void await(String what, Condition condition) {
    await(what, condition, Duration.ofHours(1));
  }

  @Override
  public void await(String what, Condition condition, Duration atMost) {
    wait.until(what, condition, atMost);
  }

  @Override
  public void always(String what, Simulation.Invariant invariant) {
    server.listen(
        commit ->
            baton.looking(
                () -> {
                  try {
                    if (!invariant.holds(this)) {
                      wait.fail("at revision " + commit.revision() + " no longer: " + what, null);
                    }
                  } catch (Exception | AssertionError e) {
                    wait.fail("at revision " + commit.revision() + " no longer: " + what, e);
                  }
                }));
  }

  @Override
  public void awaitIdle() {
    wait.untilIdle();
  }

  @Override
  public void run(Duration time) {
    env.clock().sleep(time);
  }

  @Override
  public void awaitSilence(Duration time) {
    long limit = baton.nanos() + Duration.ofHours(1).toNanos();
    long silent = Math.max(lastWriteNanos, baton.nanos());
    while (true) {
      run(Duration.ofNanos(silent + time.toNanos() - baton.nanos()));
      if (lastWriteNanos <= silent) {
        return;
      }
      silent = lastWriteNanos;
      if (baton.nanos() > limit) {
        wait.fail("no silence of " + time + " within an hour: writes go on", null);
        baton.checkAlive();
      }
    }
  }

  // ---- for the parts of the world

  Baton baton() {
    return baton;
  }

  long bootRevision() {
    return bootRevision;
  }

  Trace trace() {
    return trace;
  }

  Network network() {
    return simulation.network();
  }

  Duration clockOf(SimulatedProcess process) {
    return simulation.clockOf(process.name());
  }

  /** Applies a fault to a process, as opposed to a request. */
  void strike(SimulatedProcess process, String point, Fault fault) {
    trace.struck(baton.nanos(), process.name(), point, fault);
    switch (fault) {
      case KILL -> {
        killAndRestart(process);
        baton.checkAlive();
      }
      case CUT_WATCHES -> process.cutWatches();
      case EXPIRE_WATCHES -> {
        server.compact(server.revision());
        process.cutWatches();
      }
      case PAUSE -> baton.pause(process.name(), PAUSE.toNanos());
      default -> {}
    }
  }

  @Nullable WorldFailure failure() {
    return wait.failure();
  }

  ApiTransport transportOf(SimulatedProcess process) {
    Simulation.User user = simulation.userOf(process.name());
    return new SimulatedTransport(this, process, server.transport(user.name(), user.groups()));
  }

  private ApiTransport transport(String user) {
    return server.transport(user, List.of("system:masters"));
  }

  @Nullable ScriptedProgram programOf(Exec.Command command) {
    return simulation.programs().get(command.arguments().getFirst());
  }

  void heard(SimulatedProcess process, ApiRequest request, int status) {
    simulation.listener().answered(process.name(), request, status);
  }

  void wrote(ApiRequest request) {
    wait.touched();
    if (!request.path().contains("/leases") && !request.path().contains("/events")) {
      lastWriteNanos = baton.nanos();
    }
  }

  /** Kills a process according to the plan and schedules its restart. */
  void killAndRestart(SimulatedProcess process) {
    wait.touched();
    process.kill();
    restartLater(process);
  }

  private void restartLater(SimulatedProcess process) {
    if (process.incarnations() >= MAX_INCARNATIONS) {
      wait.fail(process.name() + " was started " + MAX_INCARNATIONS + " times", null);
      return;
    }
    baton.alarm(
        RESTART.toNanos(),
        () -> {
          if (!process.running()) {
            process.start();
          }
        });
  }

  /** Handles a process that ended by itself. Without a fault it has no reason to fail. */
  void exited(SimulatedProcess process, @Nullable Exception why) {
    process.kill();
    wait.touched();
    if (why == null) {
      return;
    }
    if (plan.isEmpty()) {
      wait.fail("process " + process.name() + " failed", why);
    } else {
      restartLater(process);
    }
  }

  /** Restarts every running process that is not exempt. */
  void restartAll() {
    for (SimulatedProcess process : processes.values()) {
      if (process.running() && !simulation.restartMatters(process.name())) {
        process.kill();
        process.start();
      }
    }
  }

  /** See {@link SettledCheck}. */
  List<String> changesOnceSettled(boolean restart) {
    return settled.run(this, restart);
  }

  private SortedMap<String, Integer> countedBy(ToIntFunction<SimulatedProcess> count) {
    var counts = new TreeMap<String, Integer>();
    processes.forEach((name, process) -> counts.put(name, count.applyAsInt(process)));
    return Collections.unmodifiableSortedMap(counts);
  }

  /** The result, taken while the server is still running. */
  Run finish() {
    return new Run(
        seed,
        plan,
        trace.finish(),
        baton.steps(),
        trace.requests(),
        elapsed(),
        countedBy(SimulatedProcess::writes),
        countedBy(SimulatedProcess::steps),
        EndState.of(server.objects(bootRevision), predecessors.byUid()),
        trace.allLines(),
        trace.writes());
  }

  /** The state of the world, for the message of a failure. */
  String report() {
    var text = new StringBuilder();
    text.append("simulation ").append(simulation.name());
    text.append(", seed ").append(seed).append(", faults ").append(plan);
    text.append(", at ").append(elapsed()).append(", step ").append(baton.steps());
    text.append("\nreplay: -Dcoxswain.seed=").append(seed);
    if (!plan.isEmpty()) {
      text.append(" -Dcoxswain.faults=").append(plan);
    }
    text.append("\nprocesses:");
    processes.forEach(
        (name, process) ->
            text.append(' ')
                .append(name)
                .append(process.running() ? " runs, " : " is down, ")
                .append(process.writes())
                .append(" writes;"));
    text.append("\ntasks:\n");
    for (SeededTask task : baton.liveTasks()) {
      text.append("  ").append(task).append(task.waiting ? " waits\n" : " can run\n");
      text.append(task.stack(4)).append('\n');
    }
    text.append("last reads:\n");
    trace.lastReads().forEach(line -> text.append("  ").append(line).append('\n'));
    text.append("last writes, without heartbeats:\n");
    trace.lastWrites().forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }
}
