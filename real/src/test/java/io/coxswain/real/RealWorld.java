package io.coxswain.real;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.FileFault;
import io.coxswain.sim.Main;
import io.coxswain.sim.Objects;
import io.coxswain.sim.Serving;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** A world around a real API server, in which time passes as it does. */
final class RealWorld implements World, AutoCloseable {
  /**
   * What takes longer has failed. How quick something must be is shown in virtual time; here others
   * may keep the machine busy.
   */
  private static final Duration MAX_WAIT = Duration.ofMinutes(2);

  /** Longer waits than this only show that nothing happens, and need not last. */
  private static final Duration MAX_RUN = Duration.ofSeconds(6);

  private static final Duration CUT_RUN = Duration.ofSeconds(2);
  private static final Duration SILENCE = Duration.ofMillis(1_600);
  private static final Duration IDLE = Duration.ofMillis(500);

  private final long seed;
  private final RealServer server;
  private final Definitions definitions;
  private final Path disks;
  private final Turns turns = new Turns();
  private final RealWebhooks webhooks;
  private final SortedMap<String, RealProcess> processes = new TreeMap<>();
  private final Env env;
  private final Objects objects;
  private final long began;

  RealWorld(long seed, RealServer server, Definitions definitions, Path disks) {
    this.seed = seed;
    this.server = server;
    this.definitions = definitions;
    this.disks = disks;
    this.webhooks = new RealWebhooks(server);
    var api =
        new ScriptApi(AsUser.of(server, "script"), definitions, webhooks, turns::checkFailure);
    this.env = Env.production().withApi(api);
    this.objects = new Objects(api, this::wrote);
    this.began = env.clock().nanos();
    definitions.begin();
    turns.take();
  }

  private void wrote(ApiRequest request) {
    turns.wrote();
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public FaultPlan plan() {
    return FaultPlan.NONE;
  }

  @Override
  public Env env() {
    return env;
  }

  @Override
  public ApiServer server() {
    throw needsVirtualTime("the server is another program");
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
    return Duration.ofNanos(env.clock().nanos() - began);
  }

  // ---- processes

  @Override
  public void start(String name, Main main) {
    if (processes.containsKey(name)) {
      throw new IllegalArgumentException("there is a process " + name + " already");
    }
    if (processes.isEmpty()) {
      // Its kinds are defined by now; a program looks at what else there is.
      try {
        definitions.takeAwayOthers(server.transport());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    var process = new RealProcess(name, main, turns, AsUser.of(server, name), disks.resolve(name));
    processes.put(name, process);
    process.start();
  }

  @Override
  public void startServing(String name, Serving main) {
    start(name, its -> main.run(its, webhooks.of(() -> isRunning(name))));
  }

  private RealProcess find(String name) {
    RealProcess process = processes.get(name);
    if (process == null) {
      throw new IllegalArgumentException("no process " + name + " in this world");
    }
    return process;
  }

  @Override
  public void kill(String name) {
    find(name).kill();
  }

  @Override
  public void losePower(String name) {
    throw needsVirtualTime("a machine that loses power");
  }

  @Override
  public void fillDisk(String name) {
    throw needsVirtualTime("a full disk");
  }

  @Override
  public void freeDisk(String name) {
    throw needsVirtualTime("a full disk");
  }

  @Override
  public int fileOperations(String name) {
    throw needsVirtualTime("a failing file operation");
  }

  @Override
  public void failFileOperation(String name, int operation, FileFault fault) {
    throw needsVirtualTime("a failing file operation");
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
  }

  SortedMap<String, Integer> writes() {
    var counts = new TreeMap<String, Integer>();
    processes.forEach((name, process) -> counts.put(name, process.writes()));
    return Collections.unmodifiableSortedMap(counts);
  }

  // ---- waiting

  @Override
  public void await(String what, Condition condition) {
    interruptibly(
        () -> {
          if (!turns.await(condition, MAX_WAIT) && turns.failure() == null) {
            throw new AssertionError("not within " + MAX_WAIT + ": " + what);
          }
        });
  }

  @Override
  public void await(String what, Condition condition, Duration atMost) {
    await(what, condition);
  }

  @Override
  public void always(String what, Simulation.Invariant invariant) {
    turns.always(what, () -> invariant.holds(this));
  }

  @Override
  public void awaitIdle() {
    awaitQuiet(() -> turns.sinceRequest().compareTo(Pace.of(IDLE)) >= 0, "idle");
  }

  @Override
  public void run(Duration time) {
    interruptibly(() -> turns.rest(time.compareTo(MAX_RUN) <= 0 ? time : CUT_RUN));
  }

  @Override
  public void awaitSilence(Duration time) {
    Duration silence = Pace.of(time.compareTo(SILENCE) < 0 ? time : SILENCE);
    turns.wrote();
    awaitQuiet(() -> turns.sinceWrite().compareTo(silence) >= 0, "silence of " + silence);
  }

  private void awaitQuiet(Condition quiet, String what) {
    turns.asked();
    interruptibly(
        () -> {
          if (!turns.await(quiet, MAX_WAIT) && turns.failure() == null) {
            throw new AssertionError("no " + what + " within " + MAX_WAIT);
          }
        });
  }

  private interface Wait {
    void until() throws InterruptedException;
  }

  private void interruptibly(Wait wait) {
    try {
      wait.until();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
    turns.checkFailure();
  }

  private static AssertionError needsVirtualTime(String what) {
    return new AssertionError(
        what + " is there in virtual time alone: name the test in virtual-time.txt");
  }

  /** Ends all processes. */
  @Override
  public void close() {
    processes.values().forEach(RealProcess::kill);
    webhooks.close();
    turns.give();
  }
}
