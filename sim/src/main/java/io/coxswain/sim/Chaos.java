package io.coxswain.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs a simulation under random plans of several faults each; the plan's number seeds it. A
 * failing plan is shrunk: faults are removed one by one as long as the rest still fails.
 *
 * <p>{@code -Dcoxswain.seed=7} draws other plans in other runs, {@code -Dcoxswain.plans=1000} more
 * of them. {@code -Dcoxswain.faults=...} runs this plan alone, which replays a failure.
 */
public final class Chaos {
  private final Simulation simulation;
  private final List<String> processes;
  private int plans = Integer.getInteger("coxswain.plans", 50);
  private int faultsEach = 4;
  private List<Fault> kinds = List.of(Fault.values());
  private long seed = Long.getLong("coxswain.seed", 1);
  private UnaryOperator<String> comparison = UnaryOperator.identity();
  private @Nullable RunListener listener;

  private Chaos(Simulation simulation, List<String> processes) {
    this.simulation = simulation;
    this.processes = List.copyOf(processes);
  }

  /** Chaos for the given processes. */
  public static Chaos of(Simulation simulation, String... processes) {
    return new Chaos(simulation, List.of(processes));
  }

  /** Notifies this listener of each run, instead of printing a summary. */
  public Chaos listen(RunListener who) {
    this.listener = who;
    return this;
  }

  /** Compares what this function makes of end states, instead of the end states. */
  public Chaos comparing(UnaryOperator<String> function) {
    this.comparison = function;
    return this;
  }

  public Chaos plans(int many) {
    this.plans = Integer.getInteger("coxswain.plans", many);
    return this;
  }

  public Chaos faultsEach(int many) {
    this.faultsEach = many;
    return this;
  }

  public Chaos faults(Fault... some) {
    this.kinds = List.of(some);
    return this;
  }

  public Chaos seed(long number) {
    this.seed = number;
    return this;
  }

  /**
   * Runs all plans, or the one of {@code -Dcoxswain.faults}.
   *
   * @throws WorldFailure for the first plan that fails, shrunk to the faults it needs
   */
  public Summary run() {
    long began = System.nanoTime();
    var oracle = new Oracle(simulation, seed, comparison);
    int struck = 0;
    String given = System.getProperty("coxswain.faults");
    int count = given == null ? plans : 1;
    for (int number = 1; number <= count; number++) {
      FaultPlan plan = given == null ? draw(oracle.calm(), number) : FaultPlan.parse(given);
      struck += plan.faults().size();
      Optional<String> complaint = oracle.complaint(plan);
      if (listener != null) {
        listener.ran(plan, complaint, number, count);
      }
      if (complaint.isPresent()) {
        FaultPlan least = shrink(oracle, plan);
        throw new WorldFailure(
                "chaos in %s, seed %d, plan %d: %s%nshrunk to %s%nreplay: -Dcoxswain.seed=%d -Dcoxswain.faults=%s%n%s"
                    .formatted(
                        simulation.name(),
                        seed,
                        number,
                        plan,
                        least,
                        seed,
                        least,
                        oracle.complaint(least).orElse("")))
            .of(simulation, seed, least);
      }
    }
    var summary = new Summary(simulation.name(), count, struck, (System.nanoTime() - began) / 1e9);
    if (listener == null) {
      System.out.println(summary);
    }
    return summary;
  }

  private FaultPlan draw(Run calm, int number) {
    var random = new SeededEntropy(SeededEntropy.mix(seed, "chaos " + number));
    FaultPlan plan = FaultPlan.NONE;
    for (int i = 0; i < faultsEach; i++) {
      String process = processes.get(random.nextInt(processes.size()));
      Fault fault = kinds.get(random.nextInt(kinds.size()));
      boolean anywhere = Fault.ANYWHERE.contains(fault) && random.nextInt(2) == 0;
      var by = anywhere ? FaultPlan.By.STEP : FaultPlan.By.WRITE;
      int last = (anywhere ? calm.points() : calm.writes()).getOrDefault(process, 0);
      if (last > 0) {
        plan = plan.with(new FaultPlan.Point(process, by, 1 + random.nextInt(last)), fault);
      }
    }
    return plan;
  }

  /** Removes faults as long as the remaining plan still fails. */
  static FaultPlan shrink(Oracle oracle, FaultPlan failing) {
    FaultPlan least = failing;
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (var point : new ArrayList<>(least.faults().keySet())) {
        FaultPlan fewer = least.without(point);
        if (oracle.complaint(fewer).isPresent()) {
          least = fewer;
          smaller = true;
        }
      }
    }
    return least;
  }

  /** The result of a chaos run. */
  public record Summary(String name, int plans, int faults, double seconds) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "chaos in %s: %d plans with %d faults, all with the same end state; %.1f s",
          name,
          plans,
          faults,
          seconds);
    }
  }
}
