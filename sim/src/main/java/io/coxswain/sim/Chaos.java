package io.coxswain.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs a simulation under random plans of several faults each, drawn from their number. A plan that
 * fails is shrunk: faults are taken out one by one as long as what is left still fails.
 */
public final class Chaos {
  private final Simulation simulation;
  private final List<String> processes;
  private int plans = Integer.getInteger("coxswain.plans", 50);
  private int faultsEach = 4;
  private List<Fault> kinds = List.of(Fault.values());
  private long seed = 1;

  private Chaos(Simulation simulation, List<String> processes) {
    this.simulation = simulation;
    this.processes = List.copyOf(processes);
  }

  /** Chaos among the given processes. */
  public static Chaos of(Simulation simulation, String... processes) {
    return new Chaos(simulation, List.of(processes));
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
   * Runs them all.
   *
   * @throws WorldFailure by the first plan that fails, shrunk to the faults it needs
   */
  public Summary run() {
    long began = System.nanoTime();
    var oracle = new Oracle(simulation, seed);
    int struck = 0;
    for (int number = 1; number <= plans; number++) {
      FaultPlan plan = draw(oracle.calm(), number);
      struck += plan.faults().size();
      if (oracle.complaint(plan).isPresent()) {
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
                    oracle.complaint(least).orElse("")));
      }
    }
    var summary = new Summary(simulation.name(), plans, struck, (System.nanoTime() - began) / 1e9);
    System.out.println(summary);
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

  /** Takes out faults as long as what is left still fails. */
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

  /** What came of it. */
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
