package io.coxswain.cli.sim;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.replay.StandalonePage;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.SimulationProvider;
import io.coxswain.sim.Speed;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.WorldFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the controllers under virtual time. */
@Command(
    name = "sim",
    description = "Run controllers in virtual time with injected faults, or replay a run.",
    footer = {
      "",
      "Examples:",
      "  coxswain sim --list                          Describe the scenarios.",
      "  coxswain sim trainjob --seeds 200            Run with 200 seeds and compare the end"
          + " states.",
      "  coxswain sim trainjob --sweep controllers    Inject each kind of fault at each write.",
      "  coxswain sim training --sweep all            Do so for each process of the scenario.",
      "  coxswain sim trainjob --chaos controllers    Inject several random faults per run.",
      "  coxswain sim trainjob --speed 200            Measure how fast the scenario runs.",
      "  coxswain sim trainjob --seed 7 --faults controllers@9=kill,controllers#300=pause",
      "                                               Replay one run and describe each write.",
      "  coxswain sim trainjob --seed 7 --html run.html",
      "                                               Record it for a browser.",
      "",
      "The log is printed only with -v; --seed then also prints the bodies of writes.",
    },
    mixinStandardHelpOptions = true)
public final class SimCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "SCENARIO",
      description = "Scenario to run. Without it, the scenarios are listed.")
  private @Nullable String scenario;

  @Option(names = "--list", description = "Describe the scenarios and their processes.")
  private boolean list;

  @ArgGroup(exclusive = true)
  private @Nullable What what;

  @Option(
      names = "--faults",
      paramLabel = "PLAN",
      description =
          "With --seed: faults to inject, such as controllers@9=kill (at the 9th write) or"
              + " controllers#300=pause (at the 300th blocking point) (default: none).")
  private String faults = "none";

  @Option(
      names = "--fault",
      split = ",",
      paramLabel = "KIND",
      description =
          "With --sweep or --chaos: kinds of faults to inject: ${COMPLETION-CANDIDATES} (default:"
              + " all).")
  private List<Fault> kinds = List.of(Fault.values());

  @Option(
      names = "--every",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "With --sweep: inject a fault only at every Nth write (default: ${DEFAULT-VALUE}).")
  private int every = 1;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "With --seed: also write the whole run to a file that the web console opens: each write,"
              + " event and fault, and every object at each step.")
  private @Nullable Path record;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "With --seed: as --record, as one HTML page that needs nothing else, for example to"
              + " attach to a bug report.")
  private @Nullable Path html;

  /** The alternative ways to run a scenario. */
  static final class What {
    @Option(
        names = "--seeds",
        paramLabel = "N",
        description = "Run the scenario with seeds 1 to N (default: 20).")
    private @Nullable Integer seeds;

    @Option(
        names = "--seed",
        paramLabel = "SEED",
        description = "Run the scenario once with this seed and describe each write.")
    private @Nullable Long seed;

    @Option(
        names = "--sweep",
        paramLabel = "PROCESS",
        description =
            "Run once per fault kind and API write of the process. 'all' sweeps every process in"
                + " turn.")
    private @Nullable String sweep;

    @Option(
        names = "--speed",
        paramLabel = "N",
        description =
            "Run the scenario with seeds 1 to N twice, and print the processor time of the second"
                + " half.")
    private @Nullable Integer speed;

    @Option(
        names = "--chaos",
        paramLabel = "PROCESS",
        description = "Run under random plans of several faults for the process.")
    private @Nullable String chaos;
  }

  @Override
  public Integer call() {
    SortedMap<String, Simulation> all = scenarios();
    if (scenario == null || list) {
      list(all);
      return 0;
    }
    Simulation simulation = all.get(scenario);
    if (simulation == null) {
      throw new ParameterException(
          spec.commandLine(),
          "unknown scenario \"%s\"; available scenarios: %s"
              .formatted(scenario, String.join(", ", all.keySet())));
    }
    check(what == null ? new What() : what);
    try (var _ = quiet()) {
      return run(simulation, what == null ? new What() : what) ? 0 : 1;
    } catch (WorldFailure e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }

  private static void list(SortedMap<String, Simulation> all) {
    all.forEach(
        (name, simulation) -> {
          System.out.println(name);
          if (!simulation.description().isEmpty()) {
            System.out.println("    " + simulation.description());
          }
          System.out.println("    Processes: " + String.join(", ", simulation.processes()));
        });
  }

  private void check(What how) {
    if (every < 1) {
      throw new ParameterException(
          spec.commandLine(), "--every: invalid value %d: must be at least 1".formatted(every));
    }
    if (how.seeds != null && how.seeds < 1) {
      throw new ParameterException(
          spec.commandLine(), "--seeds: invalid value %d: must be at least 1".formatted(how.seeds));
    }
    if (how.seed == null && (record != null || html != null)) {
      throw new ParameterException(
          spec.commandLine(), (record != null ? "--record" : "--html") + ": requires --seed");
    }
    if (how.speed != null && how.speed < 1) {
      throw new ParameterException(
          spec.commandLine(), "--speed: invalid value %d: must be at least 1".formatted(how.speed));
    }
    if (!faults.equals("none") && how.seed == null) {
      throw new ParameterException(spec.commandLine(), "--faults: requires --seed");
    }
  }

  /** Closes by restoring the log level. */
  private interface Silence extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Turns the log off, unless the user asked for it with -v: failed requests and lost leases are
   * what is being tested.
   */
  private Silence quiet() {
    var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Level before = root.getLevel();
    if (!verbose()) {
      root.setLevel(Level.OFF);
    }
    return () -> root.setLevel(before);
  }

  private boolean verbose() {
    return spec.commandLine().getParseResult().hasMatchedOption("--verbose");
  }

  private boolean run(Simulation simulation, What how) {
    Fault[] some = kinds.toArray(Fault[]::new);
    if (how.seed != null) {
      FaultPlan plan = plan(simulation);
      System.out.println(
          verbose()
              ? simulation.traceWrites(how.seed, plan)
              : simulation.describeWrites(how.seed, plan));
      if (record != null || html != null) {
        record(simulation.record(how.seed, plan));
      }
      return true;
    }
    var report = new SimReport(simulation.toString(), System.out, System.err);
    if (how.sweep != null) {
      return sweep(simulation, how.sweep, some, report);
    }
    if (how.speed != null) {
      System.out.println(Speed.of(simulation, how.speed).run());
      return true;
    }
    if (how.chaos != null) {
      return chaos(simulation, process(simulation, how.chaos), some, report);
    }
    Seeds.Summary summary =
        Seeds.of(simulation, how.seeds == null ? 20 : how.seeds).listen(report).run();
    report.seeds(summary);
    return true;
  }

  private void record(ObjectNode recording) {
    Files files = Env.production().files();
    if (record != null) {
      write(files, "--record", record, Json.bytes(recording));
    }
    if (html != null) {
      byte[] page = StandalonePage.of(recording).getBytes(StandardCharsets.UTF_8);
      write(files, "--html", html, page);
    }
  }

  private void write(Files files, String option, Path file, byte[] content) {
    try {
      files.write(file, content);
      System.out.println("recorded to " + file);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), option + ": failed to write " + file + ": " + FileProblem.why(e), e);
    }
  }

  private static boolean chaos(
      Simulation simulation, String process, Fault[] some, SimReport report) {
    try {
      var _ = Chaos.of(simulation, process).faults(some).listen(report).run();
    } catch (WorldFailure e) {
      report.chaos(process, String.valueOf(e.getMessage()));
      return false;
    }
    report.chaos(process, "");
    return true;
  }

  /** Sweeps all processes, also after one of them failed. */
  private boolean sweep(Simulation simulation, String which, Fault[] some, SimReport report) {
    List<String> processes =
        which.equals("all") ? simulation.processes() : List.of(process(simulation, which));
    boolean good = true;
    for (String process : processes) {
      report.begin(process);
      try {
        var _ = Sweep.of(simulation, process).faults(some).every(every).listen(report).run();
      } catch (WorldFailure e) {
        good = false;
        report.failed(String.valueOf(e.getMessage()));
      }
    }
    report.sweep(processes);
    return good;
  }

  private String process(Simulation simulation, String name) {
    if (!simulation.processes().contains(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "unknown process \"%s\" in scenario %s; available processes: %s"
              .formatted(name, simulation, String.join(", ", simulation.processes())));
    }
    return name;
  }

  private FaultPlan plan(Simulation simulation) {
    try {
      FaultPlan plan = FaultPlan.parse(faults);
      plan.faults().keySet().forEach(point -> process(simulation, point.process()));
      return plan;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--faults: " + e.getMessage(), e);
    }
  }

  /** All scenarios by name. */
  public static SortedMap<String, Simulation> scenarios() {
    var all = new TreeMap<String, Simulation>();
    all.put("trainjob", TrainJobChain.simulation());
    all.put("trainjob-16", TrainJobChain.ofSixteenPods());
    all.put("training", TrainingLife.simulation());
    all.put("cluster-churn", ClusterChurn.simulation());
    all.put("gangs", GangLife.simulation());
    for (SimulationProvider provider : ServiceLoader.load(SimulationProvider.class)) {
      provider.simulations().forEach(simulation -> all.put(simulation.toString(), simulation));
    }
    return all;
  }
}
