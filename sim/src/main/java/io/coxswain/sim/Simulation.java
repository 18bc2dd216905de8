package io.coxswain.sim;

import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A scenario that can be run again and again: processes, programs and a script.
 *
 * <pre>{@code
 * Simulation.named("copy")
 *     .process("manager", env -> CopyController.main(env))
 *     .script(world -> {
 *       world.objects().create(source);
 *       world.await("the copy", () -> world.objects().find(ConfigMap.class, copy).isPresent());
 *     })
 *     .run(7);
 * }</pre>
 */
public final class Simulation {
  private final String name;
  private final SequencedMap<String, Main> processes = new LinkedHashMap<>();
  private final SequencedMap<String, Serving> servers = new LinkedHashMap<>();
  private final Map<String, ScriptedProgram> programs = new LinkedHashMap<>();
  private final List<Script> given = new ArrayList<>();
  private final List<Script> before = new ArrayList<>();
  private @Nullable InitialState beginning;
  private final SequencedMap<String, Invariant> invariants = new LinkedHashMap<>();
  private final Map<String, Duration> clocks = new LinkedHashMap<>();
  private final Map<String, User> users = new LinkedHashMap<>();
  private RequestListener listener = (process, request, status) -> {};
  private ApiServerOptions server = ApiServerOptions.plain();
  private Network network = Network.DEFAULT;
  private Baton.Limits limits = Baton.Limits.DEFAULT;
  private Script script = world -> {};

  private Simulation(String name) {
    this.name = name;
  }

  /** Begins a simulation; the name stands in messages. */
  public static Simulation named(String name) {
    return new Simulation(name);
  }

  /** A process that runs from the beginning. */
  public Simulation process(String processName, Main main) {
    processes.put(processName, main);
    return this;
  }

  /** A process that runs from the beginning and answers webhooks. */
  public Simulation serving(String processName, Serving main) {
    servers.put(processName, main);
    return this;
  }

  /** Makes the wall clock of a process wrong by the given time. */
  public Simulation clock(String processName, Duration fromTrueTime) {
    clocks.put(processName, fromTrueTime);
    return this;
  }

  /** Makes a process somebody whom roles restrict; without this every process may do all. */
  public Simulation user(String processName, String user, String... groups) {
    users.put(processName, new User(user, List.of(groups)));
    return this;
  }

  /** Who a process is to the server. */
  record User(String name, List<String> groups) {}

  User userOf(String processName) {
    return users.getOrDefault(processName, new User(processName, List.of("system:masters")));
  }

  /** Hears of every request of a process that came to the server. */
  @FunctionalInterface
  public interface RequestListener {
    void answered(String process, ApiRequest request, int status);
  }

  /** One listener; it must not wait or write. */
  public Simulation listen(RequestListener who) {
    this.listener = who;
    return this;
  }

  RequestListener listener() {
    return listener;
  }

  /**
   * Something that must hold after each commit. It reads the world and must not wait or write; the
   * first commit after which it does not hold fails the run.
   */
  public Simulation always(String what, Invariant invariant) {
    invariants.put(what, invariant);
    return this;
  }

  /** What the given executable does when a process of the world runs it. */
  public Simulation program(String executable, ScriptedProgram program) {
    programs.put(executable, program);
    return this;
  }

  /**
   * API objects that are there from the beginning, such as definitions. Written once, for all runs:
   * the script may use the world's API server and nothing else of it.
   */
  public Simulation given(Script objects) {
    given.add(objects);
    beginning = null;
    return this;
  }

  /**
   * Lets the API server ask the webhooks of a kind. They are not part of any process: whatever is
   * killed, they answer.
   */
  public Simulation webhooks(Class<? extends HasMetadata> kind, Consumer<Webhooks> registration) {
    return before(world -> WorldWebhooks.install(world, ResourceType.of(kind), registration));
  }

  /** Something to do in each run before the processes start. */
  public Simulation before(Script preparation) {
    before.add(preparation);
    return this;
  }

  /** How the API server of the world is set up. */
  public Simulation server(ApiServerOptions options) {
    this.server = options;
    this.beginning = null;
    return this;
  }

  public Simulation network(Network kind) {
    this.network = kind;
    return this;
  }

  /** What happens once the processes have been started. The run ends when it returns. */
  public Simulation script(Script what) {
    this.script = what;
    return this;
  }

  Simulation limits(Baton.Limits some) {
    this.limits = some;
    return this;
  }

  /** Something that must hold at all times, of a world. */
  @FunctionalInterface
  public interface Invariant {
    boolean holds(World world) throws Exception;
  }

  // ---- running

  /** Runs it without faults. */
  public Run run(long seed) {
    return run(seed, FaultPlan.NONE);
  }

  public Run run(long seed, FaultPlan plan) {
    return run(seed, plan, false);
  }

  /**
   * @param keepLines whether {@link Run#lines} is wanted
   */
  public Run run(long seed, FaultPlan plan, boolean keepLines) {
    return run(seed, plan, new Trace(keepLines));
  }

  private Run run(long seed, FaultPlan plan, Trace trace) {
    ScenarioEnvironment elsewhere = ScenarioEnvironment.chosen();
    return elsewhere == null
        ? run(seed, plan, trace, beginning())
        : elsewhere.play(this, seed, plan);
  }

  private InitialState beginning() {
    InitialState known = beginning;
    if (known == null) {
      // The prepared cluster knows just the kinds that every server has.
      InitialState empty = server.usage() == null ? EmptyCluster.BEGINNING : InitialState.EMPTY;
      known = given.isEmpty() ? empty : prepare(empty);
      beginning = known;
    }
    return known;
  }

  /** Lets the given objects be written in a world of its own, whose seed is always the same. */
  private InitialState prepare(InitialState from) {
    var made = new InitialState[] {from};
    var preparation = named("beginning of " + name).server(server).limits(limits);
    preparation.before.addAll(given);
    preparation.script(world -> made[0] = InitialState.of((SimulatedWorld) world));
    var _ = preparation.run(0, FaultPlan.NONE, new Trace(false), from);
    return made[0];
  }

  /** Made when first needed. */
  private static final class EmptyCluster {
    static final InitialState BEGINNING = named("an empty cluster").prepare(InitialState.EMPTY);
  }

  private Run run(long seed, FaultPlan plan, Trace trace, InitialState from) {
    var baton = new Baton(SeededEntropy.mix(seed, "scheduler"), limits, from.nanos());
    var player = new ScriptRunner(this, seed, plan, trace, baton, from);
    try {
      baton.run(new SeededTask(baton, "script", "main", player));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorldFailure("interrupted", e);
    }
    return player.result();
  }

  /** Runs it and tells who wrote what having seen which revision; also when it fails. */
  public String story(long seed, FaultPlan plan) {
    var trace = new Trace(true);
    String end;
    try {
      end = run(seed, plan, trace).endState().lines().count() + " lines of end state";
    } catch (WorldFailure e) {
      end = "it failed: " + e.getMessage();
    }
    return name
        + ", seed "
        + seed
        + ", faults "
        + plan
        + "\n"
        + String.join("\n", trace.story())
        + "\n"
        + end;
  }

  /** Plays it in a world that begins with nothing. */
  public void perform(World world) throws Exception {
    for (Script objects : given) {
      objects.run(world);
    }
    play(world);
  }

  void play(World world) throws Exception {
    invariants.forEach(world::always);
    for (Script preparation : before) {
      preparation.run(world);
    }
    servers.forEach(world::startServing);
    processes.forEach(world::start);
    script.run(world);
  }

  public String name() {
    return name;
  }

  /** The names of the processes that run from the beginning. */
  public List<String> processes() {
    var names = new ArrayList<>(servers.keySet());
    names.addAll(processes.keySet());
    return names;
  }

  /** What it needs beside an API server and its processes; empty if nothing. */
  public List<String> needs() {
    var needs = new ArrayList<String>();
    clocks.keySet().forEach(process -> needs.add("a wrong clock for " + process));
    programs.keySet().forEach(program -> needs.add("a simulated " + program));
    if (server.serviceAccounts()) {
      needs.add("a server that asks for service accounts");
    }
    if (server.usage() != null || server.logs() != null || server.sessions() != null) {
      needs.add("a server with simulated kubelets behind it");
    }
    return needs;
  }

  Duration clockOf(String processName) {
    return clocks.getOrDefault(processName, Duration.ZERO);
  }

  Map<String, ScriptedProgram> programs() {
    return programs;
  }

  ApiServerOptions server() {
    return server;
  }

  Network network() {
    return network;
  }

  Baton.Limits limits() {
    return limits;
  }

  @Override
  public String toString() {
    return name;
  }
}
