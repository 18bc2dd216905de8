package io.coxswain.slurm.power;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.env.Env;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** power-manager with the role that slurmctld is deployed with, which runs it. */
final class PowerRoleScenarioTest {
  private static final String HOME = "slurm";

  private static final RoleTrial TRIAL =
      new RoleTrial(
          "slurm-cluster/power-manager-role.yaml",
          new RoleFile("power-manager", HOME, "power-manager"),
          List.of());

  private static Simulation script(Identity who) {
    Main commands =
        env -> {
          power(env, "resume", "--nodes=burst-[0-1]");
          power(env, "wait-added", "--nodes=burst-[0-1]");
          power(env, "suspend", "--nodes=burst-1");
        };
    return Simulation.named("power-manager")
        .given(PowerRoleScenarioTest::install)
        .process("power-manager", who.limit(commands))
        .script(world -> world.await("one node is left", () -> active(world).equals(List.of(0))));
  }

  private static void power(Env env, String command, String nodes) throws Exception {
    PowerManager.run(
        env, PowerCommand.of(List.of(command, nodes, "--namespace=" + HOME), env.files()));
  }

  private static void install(World world) throws Exception {
    world.objects().define(io.coxswain.api.bundle.Crds.define(NodeSetPowerState.class));
    world.objects().define(PowerManagerScenarioTest.withoutSchema());
    world
        .objects()
        .create(new NamespaceBuilder().withNewMetadata().withName(HOME).endMetadata().build());
    var set = new NodeSet();
    set.getMetadata().setNamespace(HOME);
    set.getMetadata().setName("burst");
    set.getSpec().setEphemeralNodes(true);
    world.objects().create(set);
  }

  private static List<Integer> active(World world) throws Exception {
    return world
        .objects()
        .find(NodeSetPowerState.class, ObjectKey.of(HOME, "burst"))
        .map(state -> state.getSpec().getActiveNodes())
        .orElse(List.of());
  }

  @Test
  void theRoleGrantsExactlyWhatTheProgramRequests() throws Exception {
    TRIAL.check(PowerRoleScenarioTest::script);
  }

  @Test
  void theProgramWorksWithTheRole() {
    TRIAL.play(PowerRoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToChangeThePowerState() {
    TRIAL.playWithout("nodesetpowerstates", "patch", PowerRoleScenarioTest::script);
  }
}
