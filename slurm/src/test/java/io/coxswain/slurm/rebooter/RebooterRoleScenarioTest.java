package io.coxswain.slurm.rebooter;

import static io.coxswain.slurm.checks.ChecksWorld.awaitMark;
import static io.coxswain.slurm.checks.ChecksWorld.mark;
import static io.coxswain.slurm.checks.ChecksWorld.yaml;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.Right;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.coxswain.slurm.marks.ConditionTypes;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rebooter with the role that it is deployed with. */
final class RebooterRoleScenarioTest {
  private static final RoleTrial TRIAL =
      new RoleTrial(
          "rebooter/role.yaml",
          new RoleFile("rebooter", "soperator-rebooter", "rebooter"),
          // the pods of its machine, of which its kubelet is asked: there is none here
          Right.everywhere("", "nodes/proxy", "get"));

  private static Simulation script(Identity who) {
    Main rebooter =
        env ->
            RebooterProcess.of(
                    env,
                    "m1",
                    new SimulatedMachine(Env.production().clock()),
                    client -> node -> List.of(),
                    "--reconcile-timeout=1s")
                .run();
    return Simulation.named("rebooter")
        .timedByReason("SlurmNode", "as upstream, a drain and a reboot begin with their reason")
        .given(
            world -> world.objects().create(yaml(Node.class, "{metadata: {name: m1}, spec: {}}")))
        .process("rebooter", who.limit(rebooter))
        .script(
            world -> {
              mark(world, "m1", ConditionTypes.DRAIN, "True", "NodeNeedDrain");
              awaitMark(world, "m1", ConditionTypes.DRAIN, "True/NodeDrained");
              mark(world, "m1", ConditionTypes.DRAIN, "False", "NodeRebooted");
              world.await(
                  "open again",
                  () ->
                      !Boolean.TRUE.equals(
                          world
                              .objects()
                              .fetch(Node.class, ObjectKey.of("m1"))
                              .getSpec()
                              .getUnschedulable()));
            });
  }

  @Test
  void theRoleGrantsExactlyWhatTheProgramRequests() throws Exception {
    TRIAL.check(RebooterRoleScenarioTest::script);
  }

  @Test
  void theProgramWorksWithTheRole() {
    TRIAL.play(RebooterRoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToCordonItsNode() {
    TRIAL.playWithout("nodes", "patch", RebooterRoleScenarioTest::script);
  }
}
