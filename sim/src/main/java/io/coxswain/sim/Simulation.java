package io.coxswain.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.spi.ApiFeatures;
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
 * A repeatable scenario: processes, programs and a script.
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
  private final Map<String, String> restartMatters = new LinkedHashMap<>();
  private final Map<String, String> timedByReason = new LinkedHashMap<>();
  private final Map<String, User> users = new LinkedHashMap<>();
  private RequestListener listener = (process, request, status) -> {};
  private ApiServerOptions server = ApiServerOptions.plain();
  private Network network = Network.DEFAULT;
  private Baton.Limits limits = Baton.Limits.DEFAULT;
  private Script script = world -> {};
  private String description = "";
  private boolean strict = Boolean.getBoolean("coxswain.strict");
  private boolean settledChecked;
  private boolean exemptionsPrinted;
  private String leniency = "";

  private Simulation(String name) {
    this.name = name;
  }

  /** Begins a simulation; messages contain the name. */
  public static Simulation named(String name) {
    return new Simulation(name);
  }

  /** Sets what the scenario is about, in a sentence for users. */
  public Simulation describedAs(String sentence) {
    this.description = sentence;
    return this;
  }

  public String description() {
    return description;
  }

  /** Adds a process that runs from the beginning. */
  public Simulation process(String processName, Main main) {
    processes.put(processName, main);
    return this;
  }

  /** Adds a process that runs from the beginning and serves webhooks. */
  public Simulation serving(String processName, Serving main) {
    servers.put(processName, main);
    return this;
  }

  /** Sets the error of a process's wall clock. */
  public Simulation clock(String processName, Duration fromTrueTime) {
    clocks.put(processName, fromTrueTime);
    return this;
  }

  /** Sets the user of a process, which RBAC restricts; by default a process has all permissions. */
  public Simulation user(String processName, String user, String... groups) {
    users.put(processName, new User(user, List.of(groups)));
    return this;
  }

  /** The user as which a process authenticates. */
  record User(String name, List<String> groups) {}

  User userOf(String processName) {
    return users.getOrDefault(processName, new User(processName, List.of("system:masters")));
  }

  /** Notified of every request of a process that reached the server. */
  @FunctionalInterface
  public interface RequestListener {
    void answered(String process, ApiRequest request, int status);
  }

  /** Adds a listener; it must not block or write. */
  public Simulation listen(RequestListener who) {
    this.listener = who;
    return this;
  }

  RequestListener listener() {
    return listener;
  }

  /**
   * Adds an invariant that must hold after each commit. It reads the world and must not block or
   * write; the first commit that violates it fails the run.
   */
  public Simulation always(String what, Invariant invariant) {
    invariants.put(what, invariant);
    return this;
  }

  /**
   * Verifies {@link ClusterInvariants} at each commit, and after the first undisturbed run that a
   * restart of all processes changes nothing. {@code -Dcoxswain.strict=true} does so for all
   * simulations; the build sets it for the modules of controllers.
   */
  public Simulation strict() {
    this.strict = true;
    return this;
  }

  /**
   * Exempts the simulation from what {@link #strict} verifies; see also {@link #restartMatters}.
   *
   * @param reason why its script violates this; it is printed
   */
  public Simulation lenient(String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a reason is required");
    }
    this.strict = false;
    this.leniency = reason;
    return this;
  }

  boolean isStrict() {
    return strict;
  }

  /**
   * Accepts that the lastTransitionTime of conditions whose type begins like this also changes with
   * their reason.
   *
   * @param reason why; it is printed
   */
  public Simulation timedByReason(String typePrefix, String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a reason is required");
    }
    timedByReason.put(typePrefix, reason);
    return this;
  }

  boolean isTimedByReason(String conditionType) {
    return timedByReason.keySet().stream().anyMatch(conditionType::startsWith);
  }

  /**
   * Exempts a process from the restart that must change nothing once the world is silent.
   *
   * @param reason why a restart of this process has an effect in this scenario; it is printed
   */
  public Simulation restartMatters(String processName, String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a reason is required");
    }
    restartMatters.put(processName, reason);
    return this;
  }

  boolean restartMatters(String processName) {
    return restartMatters.containsKey(processName);
  }

  /** Sets the behaviour of an executable when a process of the world runs it. */
  public Simulation program(String executable, ScriptedProgram program) {
    programs.put(executable, program);
    return this;
  }

  /**
   * Adds API objects that exist from the beginning, such as CRDs. They are written once for all
   * runs; the script may use nothing of the world but its API server.
   */
  public Simulation given(Script objects) {
    given.add(objects);
    beginning = null;
    return this;
  }

  /**
   * Registers the webhooks of a kind with the API server. They belong to no process, so they
   * respond even if every process is killed.
   */
  public Simulation webhooks(Class<? extends HasMetadata> kind, Consumer<Webhooks> registration) {
    return before(world -> WorldWebhooks.install(world, ResourceType.of(kind), registration));
  }

  /** Adds an action that each run performs before the processes start. */
  public Simulation before(Script preparation) {
    before.add(preparation);
    return this;
  }

  /** Sets the options of the world's API server. */
  public Simulation server(ApiServerOptions options) {
    this.server = options;
    this.beginning = null;
    return this;
  }

  public Simulation network(Network kind) {
    this.network = kind;
    return this;
  }

  /**
   * Sets the script, which runs once the processes have been started. The run ends when it returns.
   */
  public Simulation script(Script what) {
    this.script = what;
    return this;
  }

  Simulation limits(Baton.Limits some) {
    this.limits = some;
    return this;
  }

  /** A property of a world that must hold at all times. */
  @FunctionalInterface
  public interface Invariant {
    boolean holds(World world) throws Exception;
  }

  // ---- running

  /** Runs the simulation without faults. */
  public Run run(long seed) {
    return run(seed, FaultPlan.NONE);
  }

  public Run run(long seed, FaultPlan plan) {
    return run(seed, plan, false);
  }

  /**
   * @param keepLines whether to fill {@link Run#lines}
   */
  public Run run(long seed, FaultPlan plan, boolean keepLines) {
    try {
      return run(seed, plan, new Trace(keepLines));
    } catch (WorldFailure e) {
      throw e.of(this, seed, plan);
    }
  }

  Run run(long seed, FaultPlan plan, Trace trace) {
    ScenarioEnvironment elsewhere = ScenarioEnvironment.chosen();
    if (elsewhere != null) {
      return elsewhere.play(this, seed, plan);
    }
    printExemptions();
    boolean check = strict && plan.isEmpty() && !settledChecked;
    settledChecked |= check;
    var afterwards = check ? ScriptRunner.Afterwards.RESTART : ScriptRunner.Afterwards.NOTHING;
    ScriptRunner player = play(seed, plan, trace, beginning(), afterwards);
    Run run = player.result();
    if (!player.changes().isEmpty()) {
      var waiting = ScriptRunner.Afterwards.WAIT;
      ScriptRunner control = play(seed, plan, new Trace(false), beginning(), waiting);
      var restarted = new ArrayList<>(player.changes());
      restarted.removeAll(control.changes());
      if (!restarted.isEmpty()) {
        throw new WorldFailure(
            "simulation %s, seed %d: the world had settled, but a restart of all processes changes:%n%s"
                .formatted(name, seed, String.join("\n", restarted)));
      }
    }
    return run;
  }

  private void printExemptions() {
    if (!exemptionsPrinted) {
      exemptionsPrinted = true;
      if (!leniency.isEmpty()) {
        System.out.println("not strict: " + name + ": " + leniency);
      }
      timedByReason.forEach(
          (type, reason) ->
              System.out.println(
                  "times change with reasons: " + type + "* in " + name + ": " + reason));
      restartMatters.forEach(
          (process, reason) ->
              System.out.println("not restarted: " + process + " of " + name + ": " + reason));
    }
  }

  private InitialState beginning() {
    InitialState known = beginning;
    if (known == null) {
      // The prepared cluster serves only the kinds of every server.
      boolean hasUsualKinds =
          server.usage() == null && server.features().equals(ApiFeatures.DEFAULT);
      InitialState empty = hasUsualKinds ? EmptyCluster.BEGINNING : InitialState.EMPTY;
      known = given.isEmpty() ? empty : prepare(empty);
      beginning = known;
    }
    return known;
  }

  /** Writes the given objects in a separate world whose seed is always the same. */
  private InitialState prepare(InitialState from) {
    var made = new InitialState[] {from};
    var preparation = named("beginning of " + name).server(server).limits(limits);
    preparation.before.addAll(given);
    preparation.script(world -> made[0] = InitialState.of((SimulatedWorld) world));
    var nothing = ScriptRunner.Afterwards.NOTHING;
    var _ = preparation.play(0, FaultPlan.NONE, new Trace(false), from, nothing).result();
    return made[0];
  }

  /** Created on first use. */
  private static final class EmptyCluster {
    static final InitialState BEGINNING = named("an empty cluster").prepare(InitialState.EMPTY);
  }

  private ScriptRunner play(
      long seed,
      FaultPlan plan,
      Trace trace,
      InitialState from,
      ScriptRunner.Afterwards afterwards) {
    var baton = new Baton(SeededEntropy.mix(seed, "scheduler"), limits, from.nanos());
    var player = new ScriptRunner(this, seed, plan, trace, baton, from, afterwards);
    try {
      baton.run(new SeededTask(baton, "script", "main", player));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorldFailure("interrupted", e);
    }
    return player;
  }

  /**
   * Runs the simulation and returns every write with its writer and the revision that the writer
   * had seen, even if the run fails.
   */
  public String traceWrites(long seed, FaultPlan plan) {
    return traceWrites(seed, plan, false);
  }

  /**
   * Runs the simulation and returns all of it as a document for the console: steps, faults, and
   * every object in each of its states, even if the run fails.
   */
  public ObjectNode record(long seed, FaultPlan plan) {
    var recording = new Recording();
    String failure = "";
    try {
      var _ = run(seed, plan, new Trace(false, recording));
    } catch (WorldFailure e) {
      failure = String.valueOf(e.getMessage());
    }
    return recording.document(this, seed, plan, failure, VirtualClock.DAWN.toString());
  }

  /** As {@link #traceWrites}, with each write described in a sentence. */
  public String describeWrites(long seed, FaultPlan plan) {
    return traceWrites(seed, plan, true);
  }

  private String traceWrites(long seed, FaultPlan plan, boolean inWords) {
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
        + String.join("\n", inWords ? trace.sentences() : trace.writes())
        + "\n"
        + end;
  }

  /** Runs the simulation in a world without objects. */
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

  /** What the simulation needs in addition to an API server and its processes; may be empty. */
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
