package io.coxswain.sim.retry;

import io.coxswain.sim.Chaos;
import io.coxswain.sim.Main;
import io.coxswain.sim.Run;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Shows that a controller retries each of its writes by itself. The script of a scenario consists
 * of steps, after each of which nothing happens for minutes. For each write of each step, the
 * scenario is run up to that step with an {@link Outage} of this write. At its end, the state must
 * be that of a run without outage. A sweep does not show this: its script, or another write, wakes
 * the controller again.
 */
public final class RetryTrial {
  private static final long SEED = 1;

  /** Longer than an outage and the longest backoff that it can lead to. */
  private static final Duration QUIET = Duration.ofSeconds(150);

  /** An exponential backoff from 5 ms makes 14 attempts in 30 seconds. */
  private static final int MAX_ATTEMPTS = 60;

  private static final int MAX_LINES = 12;

  private final String name;
  private final Simulation simulation;
  private final List<Step> steps = new ArrayList<>();
  private final Set<String> generated = new TreeSet<>();
  private final Set<String> affected = new TreeSet<>();
  private Outage outage = Outage.none();

  /** Builds the scenario, without its script. */
  @FunctionalInterface
  public interface Stage {
    /**
     * @param onTrial to be applied to the program on trial
     */
    Simulation with(UnaryOperator<Main> onTrial);
  }

  private record Step(String name, Duration quiet, Script script, Set<String> exceptions) {}

  private RetryTrial(String name, Stage stage) {
    this.name = name;
    this.simulation = stage.with(program -> env -> outage.around(program).run(env));
  }

  public static RetryTrial of(String name, Stage stage) {
    return new RetryTrial(name, stage);
  }

  public RetryTrial step(String what, Script script) {
    return step(what, QUIET, script);
  }

  /** Adds a step after which the script does nothing for the given time. */
  public RetryTrial step(String what, Duration quiet, Script script) {
    steps.add(new Step(what, quiet, script, new TreeSet<>()));
    return this;
  }

  /** Compares only the existence of a field, whose value each attempt generates again. */
  public RetryTrial generated(String field) {
    generated.add(field);
    return this;
  }

  /**
   * Leaves a field out of the comparison after random faults.
   *
   * @param reason why the faults change it although the controller works
   */
  public RetryTrial affected(String field, String reason) {
    if (reason.isBlank() || !affected.add(field)) {
      throw new IllegalArgumentException(field);
    }
    return this;
  }

  /**
   * Leaves a write of the last step out.
   *
   * @param reason why the end state is another although the write is retried
   */
  public RetryTrial except(String request, String reason) {
    if (reason.isBlank() || !steps.getLast().exceptions.add(request)) {
      throw new IllegalArgumentException(request);
    }
    return this;
  }

  /**
   * Runs the trial.
   *
   * @throws AssertionError if a write is not retried, or a step has no write to be retried
   */
  public void run() {
    var complaints = new ArrayList<String>();
    int trials = 0;
    for (int last = 0; last < steps.size(); last++) {
      Outage none = Outage.none();
      Run calm = play(none, last);
      none.unconditionalDeletes().forEach(complaints::add);
      List<Outage.Write> struck = new ArrayList<>(distinct(none.writes(), last));
      for (String exception : steps.get(last).exceptions) {
        if (!struck.removeIf(write -> write.request().equals(exception))) {
          complaints.add("the exception " + exception + " matches no write");
        }
      }
      if (struck.isEmpty()) {
        complaints.add(
            "no write in step \"" + steps.get(last).name + "\", but only " + none.writes());
      }
      for (Outage.Write write : struck) {
        trials++;
        Outage trouble = Outage.of(write);
        Run run = play(trouble, last);
        String prefix = "step \"" + steps.get(last).name + "\", outage of " + write.request();
        if (!endState(run).equals(endState(calm))) {
          complaints.add(prefix + ": another end state\n" + difference(calm, run));
        } else if (trouble.attempts() > MAX_ATTEMPTS) {
          complaints.add(prefix + ": " + trouble.attempts() + " attempts, not backed off");
        }
      }
    }
    System.out.println("retry of " + name + ": outages of " + trials + " writes");
    if (!complaints.isEmpty()) {
      throw new AssertionError(name + ":\n" + String.join("\n", complaints));
    }
  }

  /**
   * The whole scenario under random faults of the process instead of outages. Several faults may
   * follow one another, so each step has more time than in a trial.
   */
  public Chaos chaos(String process) {
    return Chaos.of(
            simulation.script(
                world -> {
                  for (Step step : steps) {
                    step.script.run(world);
                    world.run(step.quiet.plus(QUIET));
                  }
                }),
            process)
        .comparing(
            state ->
                state
                    .lines()
                    .filter(line -> !isAffected(line))
                    .map(this::withoutGenerated)
                    .collect(Collectors.joining("\n")));
  }

  private Run play(Outage present, int last) {
    outage = present;
    return simulation
        .script(
            world -> {
              for (int i = 0; i <= last; i++) {
                outage.begin(i);
                steps.get(i).script.run(world);
                world.run(steps.get(i).quiet);
              }
            })
        .run(SEED);
  }

  /** The first of the equal writes of a step. */
  private static List<Outage.Write> distinct(List<Outage.Write> writes, int step) {
    var known = new TreeSet<String>();
    return writes.stream().filter(w -> w.step() == step && known.add(w.request())).toList();
  }

  private List<String> endState(Run run) {
    return run.endState().lines().map(this::withoutGenerated).toList();
  }

  private boolean isAffected(String line) {
    return affected.stream().anyMatch(field -> line.contains("." + field + " = "));
  }

  private String withoutGenerated(String line) {
    int end = line.indexOf(" = ");
    return generated.stream()
            .anyMatch(field -> line.startsWith("." + field + " = ", end - field.length() - 1))
        ? line.substring(0, end)
        : line;
  }

  private String difference(Run calm, Run run) {
    return only("- ", calm, run) + only("+ ", run, calm);
  }

  private String only(String sign, Run one, Run other) {
    var lines = new ArrayList<>(endState(one));
    endState(other).forEach(lines::remove);
    return lines.stream()
        .limit(MAX_LINES)
        .map(line -> "  " + sign + line + "\n")
        .collect(Collectors.joining());
  }

  @Override
  public String toString() {
    return name;
  }
}
