package io.coxswain.slurm.checks;

import static io.coxswain.slurm.checks.ChecksWorld.NAMESPACE;
import static io.coxswain.slurm.checks.ChecksWorld.awaitMark;
import static io.coxswain.slurm.checks.ChecksWorld.evict;
import static io.coxswain.slurm.checks.ChecksWorld.exists;
import static io.coxswain.slurm.checks.ChecksWorld.mark;
import static io.coxswain.slurm.checks.ChecksWorld.pod;
import static io.coxswain.slurm.checks.ChecksWorld.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Run;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.sim.WorldFailure;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.simulated.SlurmFault;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * What happens to bad machines from the beginning to the end, all programs together, with a user
 * whose jobs take every node that is free, and with every fault at every write and every call.
 */
class NodeLifeSweepTest {
  private static final Duration GREED = Duration.ofMinutes(7);

  private final ChecksWorld checks =
      ChecksWorld.with("--controllers=slurmapiclients,slurmnodes,k8snodes");
  private final Machines machines = new Machines(checks, "m1", "m2");
  private int failAt;
  private SlurmFault fault = SlurmFault.TIME_OUT;

  private void begin(World world) throws Exception {
    checks.machine(world, "m1", "worker-0", "worker-1");
    checks.machine(world, "m2", "worker-2");
    checks.slurm().greedyUser(GREED);
    if (failAt > 0) {
      checks.servers().failAt(failAt, fault);
    }
    world.run(Duration.ofSeconds(1));
  }

  /** From a task that cannot be killed to a rebooted machine that works again. */
  private void reboot(World world) throws Exception {
    begin(world);
    checks.slurm().drain("worker-0", "Kill task failed");

    awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");
    world.await("the taint", () -> Machines.isTainted(world, "m1"));
    for (String worker : List.of("worker-0", "worker-1")) {
      evict(world, worker);
    }
    world.await("the command", () -> machines.get("m1").commands() > 0);
    assertThat(said(world, "m1", ConditionTypes.REBOOT)).isEqualTo("True/NodeRebooting");
    world.run(Duration.ofSeconds(30));
    machines.get("m1").boot(world.env().clock());
    awaitMark(world, "m1", ConditionTypes.DEGRADED, "False/NodeRebooted");
    for (String worker : List.of("worker-0", "worker-1")) {
      pod(world, worker, "m1");
    }
    world.await("all work", () -> checks.slurm().jobsOn("m1").size() == 2);

    world.awaitSilence(Duration.ofMinutes(15));
    assertThat(said(world, "m1", ConditionTypes.REBOOT)).isEqualTo("False/NodeRebooted");
    assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEqualTo("False/NodeRebooted");
    assertThat(Machines.isTainted(world, "m1")).isFalse();
    assertThat(machines.get("m1").commands()).isEqualTo(1);
    assertThat(machines.get("m2").commands()).isZero();
    assertThat(checks.slurm().isDrained("worker-2")).isFalse();
    assertThat(checks.slurm().victims()).isEmpty();
  }

  /** From announced maintenance to another machine of the same name that works. */
  private void replace(World world) throws Exception {
    begin(world);
    mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");

    world.await("the taint", () -> Machines.isTainted(world, "m1"));
    for (String worker : List.of("worker-0", "worker-1")) {
      evict(world, worker);
    }
    world.await("m1 gone", () -> !exists(world, "m1"));
    world.kill("rebooter-m1");
    world.run(Duration.ofMinutes(1));
    world.objects().create(ChecksWorld.yaml(Node.class, "{metadata: {name: m1}, spec: {}}"));
    for (String worker : List.of("worker-0", "worker-1")) {
      pod(world, worker, "m1");
    }
    world.await("all work", () -> checks.slurm().jobsOn("m1").size() == 2);

    world.awaitSilence(Duration.ofMinutes(15));
    assertThat(said(world, "m1", ConditionTypes.MAINTENANCE)).isEmpty();
    assertThat(checks.slurm().victims()).isEmpty();
  }

  // ---- undisturbed ----------------------------------------------------------------------------

  @Test
  void aBadNodeIsDrainedRebootedAndWorksAgain() {
    var summary = Seeds.of(machines.in(checks.simulation(this::reboot)), 10).run();

    assertThat(summary.runs().stream().map(Run::endState).distinct()).hasSize(1);
  }

  @Test
  void maintenanceReplacesANode() {
    var summary = Seeds.of(machines.in(checks.simulation(this::replace)), 10).run();

    assertThat(summary.runs().stream().map(Run::endState).distinct()).hasSize(1);
  }

  @Test
  void cancellingMaintenanceAtAnyTimeLosesNoJob() {
    Simulation simulation =
        machines.in(
            checks.simulation(
                world -> {
                  begin(world);
                  mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
                  long off = 6 + world.seed() % 30;
                  for (int i = 0; i < 100 && exists(world, "m1"); i++) {
                    world.run(Duration.ofSeconds(30));
                    if (i == off && exists(world, "m1")) {
                      mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "False", "Never");
                    }
                    playTaintManager(world, world.seed() % 2 == 0);
                  }
                  assertThat(checks.slurm().victims()).isEmpty();
                  if (exists(world, "m1")) {
                    assertThat(Machines.isTainted(world, "m1")).isFalse();
                    assertThat(checks.slurm().jobsOn("m1")).hasSize(2);
                  }
                }));

    var _ = Seeds.of(simulation, 15).run();
  }

  /** Worker pods leave a closed machine, unless they are slow, and come to an open one. */
  private static void playTaintManager(World world, boolean slow) throws Exception {
    boolean there =
        world.objects().find(Pod.class, ObjectKey.of(NAMESPACE, "worker-0")).isPresent();
    boolean closed = Machines.isTainted(world, "m1");
    for (String worker : List.of("worker-0", "worker-1")) {
      if (closed && there && !slow) {
        evict(world, worker);
      } else if (!closed && !there && exists(world, "m1")) {
        pod(world, worker, "m1");
      }
    }
  }

  // ---- faults of the API server ---------------------------------------------------------------

  @Test
  void theChecksSurviveEveryFaultAtEveryWriteOfAReboot() {
    Simulation life = machines.in(checks.simulation(this::reboot));

    var summary = Sweep.of(life, "checks").faults(Fault.values()).run();
    var other =
        Sweep.of(life, "rebooter-m1").faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT).run();

    assertThat(summary.writes()).as("degraded, reboot, all over").isGreaterThanOrEqualTo(3);
    assertThat(other.writes()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void theChecksSurviveEveryFaultAtEveryWriteOfAReplacement() {
    Simulation life = machines.in(checks.simulation(this::replace));

    var summary = Sweep.of(life, "checks").faults(Fault.values()).run();

    assertThat(summary.writes()).as("maintenance, drain, deletion").isGreaterThanOrEqualTo(3);
  }

  @Test
  void theChecksAndTheRebooterSurviveRandomFaults() {
    Simulation reboot = machines.in(checks.simulation(this::reboot));
    Simulation replace = machines.in(checks.simulation(this::replace));

    Chaos.of(reboot, "checks", "rebooter-m1").plans(5).run();
    Chaos.of(replace, "checks", "rebooter-m1").plans(5).run();
  }

  // ---- faults of Slurm ------------------------------------------------------------------------

  @Test
  void losesNoJobForAnySlurmResponseDuringAReboot() {
    sweepSlurm("reboot", machines.in(checks.simulation(this::reboot)));
  }

  @Test
  void losesNoJobForAnySlurmResponseDuringAReplacement() {
    sweepSlurm("replacement", machines.in(checks.simulation(this::replace)));
  }

  private void sweepSlurm(String name, Simulation simulation) {
    failAt = 0;
    String calm = simulation.run(1).endState();
    int calls = checks.servers().requests().size();
    int runs = 0;
    int slice = Integer.getInteger("coxswain.slice", 3);
    var failures = new ArrayList<String>();
    int first = 0;
    for (SlurmFault each : SlurmFault.values()) {
      // A slice: each call meets some of the faults, each fault some of the calls.
      for (failAt = 1 + first++ % slice; failAt <= calls; failAt += slice) {
        fault = each;
        runs++;
        try {
          if (!simulation.run(1).endState().equals(calm)) {
            failures.add(each + " at " + failAt + ": another end state");
          }
        } catch (WorldFailure e) {
          failures.add(each + " at " + failAt + ": " + e.getMessage());
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "sweep of Slurm calls of a %s: %d calls x %s, 1 in %d = %d runs, %d with the same end state"
            + " and no job lost%n",
        name,
        calls,
        List.of(SlurmFault.values()),
        slice,
        runs,
        runs - failures.size());
    assertThat(failures).isEmpty();
    assertThat(calls).isGreaterThan(10);
  }
}
