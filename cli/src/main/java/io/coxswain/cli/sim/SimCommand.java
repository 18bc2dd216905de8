package io.coxswain.cli.sim;

import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.SimulationProvider;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.WorldFailure;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    description = "Run the controllers under virtual time, with faults; or replay such a run.",
    footer = {
      "",
      "Examples:",
      "  coxswain sim                                 which scenarios there are",
      "  coxswain sim trainjob --seeds 200            200 ways through it, one end",
      "  coxswain sim trainjob --sweep controllers    every fault at every write",
      "  coxswain sim training --sweep all            the same for each of nine processes",
      "  coxswain sim trainjob --chaos controllers    random plans of several faults",
      "  coxswain sim trainjob --seed 7 --faults controllers@9=kill,controllers#300=pause",
      "                                               once, and who wrote what having seen what",
    },
    mixinStandardHelpOptions = true)
public final class SimCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..1", paramLabel = "SCENARIO", description = "Which scenario to run.")
  private @Nullable String scenario;

  @ArgGroup(exclusive = true)
  private @Nullable What what;

  @Option(
      names = "--faults",
      paramLabel = "PLAN",
      description = "With --seed: what befalls whom, such as controllers@9=kill.")
  private String faults = "none";

  @Option(
      names = "--fault",
      split = ",",
      paramLabel = "KIND",
      description = "With --sweep or --chaos: only these kinds: ${COMPLETION-CANDIDATES}.")
  private List<Fault> kinds = List.of(Fault.values());

  @Option(
      names = "--every",
      paramLabel = "N",
      defaultValue = "1",
      description = "With --sweep: only at every so many writes.")
  private int every = 1;

  /** One way to run it. */
  static final class What {
    @Option(names = "--seeds", description = "Run it for so many seeds.")
    private @Nullable Integer seeds;

    @Option(names = "--seed", description = "Run it once, and tell the story.")
    private @Nullable Long seed;

    @Option(
        names = "--sweep",
        paramLabel = "PROCESS",
        description = "Once for every fault at every write of the process; all: of each in turn.")
    private @Nullable String sweep;

    @Option(
        names = "--chaos",
        paramLabel = "PROCESS",
        description = "Under random plans of several faults for the process.")
    private @Nullable String chaos;
  }

  @Override
  public Integer call() {
    SortedMap<String, Simulation> all = scenarios();
    if (scenario == null) {
      System.out.println("Scenarios: " + String.join(", ", all.keySet()));
      return 0;
    }
    Simulation simulation = all.get(scenario);
    if (simulation == null) {
      throw new ParameterException(
          spec.commandLine(),
          "no scenario " + scenario + "; there are " + String.join(", ", all.keySet()));
    }
    try {
      return run(simulation, what == null ? new What() : what) ? 0 : 1;
    } catch (WorldFailure e) {
      System.err.println(e.getMessage());
      return 1;
    }
  }

  private boolean run(Simulation simulation, What how) {
    Fault[] some = kinds.toArray(Fault[]::new);
    if (how.seed != null) {
      System.out.println(simulation.story(how.seed, plan()));
    } else if (how.sweep != null) {
      return sweep(simulation, how.sweep, some);
    } else if (how.chaos != null) {
      var _ = Chaos.of(simulation, process(simulation, how.chaos)).faults(some).run();
    } else {
      var _ = Seeds.of(simulation, how.seeds == null ? 20 : how.seeds).run();
    }
    return true;
  }

  /** All are swept to the end, whatever fails on the way. */
  private boolean sweep(Simulation simulation, String which, Fault[] some) {
    List<String> processes =
        which.equals("all") ? simulation.processes() : List.of(process(simulation, which));
    int runs = 0;
    int failed = 0;
    for (String process : processes) {
      try {
        runs += Sweep.of(simulation, process).faults(some).every(every).run().runs();
      } catch (WorldFailure e) {
        failed++;
        System.err.println(e.getMessage());
      }
    }
    System.out.printf(
        "%d processes swept, %d of them without a fault; %d runs of those%n",
        processes.size(), processes.size() - failed, runs);
    return failed == 0;
  }

  private String process(Simulation simulation, String name) {
    if (!simulation.processes().contains(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "no process " + name + " in " + simulation + "; there are " + simulation.processes());
    }
    return name;
  }

  private FaultPlan plan() {
    try {
      return FaultPlan.parse(faults);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--faults: " + e.getMessage(), e);
    }
  }

  private static SortedMap<String, Simulation> scenarios() {
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
