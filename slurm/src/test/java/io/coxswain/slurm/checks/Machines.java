package io.coxswain.slurm.checks;

import static java.util.Objects.requireNonNull;

import io.coxswain.api.ObjectKey;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.slurm.rebooter.RebooterProcess;
import io.coxswain.slurm.rebooter.SimulatedMachine;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.TreeMap;

/**
 * The machines of a world, each with its rebooter, and the oracle over them: no job may be lost to
 * a drain, a reboot or the removal of its machine.
 */
final class Machines {
  private final ChecksWorld checks;
  private final List<String> names;
  private final TreeMap<String, SimulatedMachine> machines = new TreeMap<>();

  Machines(ChecksWorld checks, String... names) {
    this.checks = checks;
    this.names = List.of(names);
  }

  /** The simulation with a rebooter on each machine, under the oracle. */
  Simulation in(Simulation simulation) {
    checks.before(
        world -> {
          for (String name : names) {
            var machine = new SimulatedMachine(world.env().clock());
            machine.whenCommanded(() -> checks.slurm().machineTaken(name, "rebooted"));
            machines.put(name, machine);
          }
        });
    for (String name : names) {
      simulation.process("rebooter-" + name, env -> RebooterProcess.of(env, name, get(name)).run());
    }
    return simulation.always("jobs keep their machines", this::jobsKeepTheirMachines);
  }

  SimulatedMachine get(String name) {
    return requireNonNull(machines.get(name));
  }

  private boolean jobsKeepTheirMachines(World world) throws Exception {
    for (String name : names) {
      var node = world.objects().find(Node.class, ObjectKey.of(name));
      boolean taken = node.isEmpty() || isTainted(node.get());
      if (taken && !checks.slurm().jobsOn(name).isEmpty()) {
        checks.slurm().machineTaken(name, node.isEmpty() ? "removed" : "drained");
      }
    }
    return checks.slurm().victims().isEmpty();
  }

  static boolean isTainted(Node node) {
    List<Taint> taints = node.getSpec().getTaints();
    return taints.stream().anyMatch(taint -> taint.getKey().equals("node.kubernetes.io/NoExecute"));
  }

  static boolean isTainted(World world, String name) throws Exception {
    return world
        .objects()
        .find(Node.class, ObjectKey.of(name))
        .filter(Machines::isTainted)
        .isPresent();
  }
}
