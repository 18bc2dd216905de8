package io.coxswain.jobset.agent;

import static io.coxswain.jobset.agent.Crew.PODS;

import io.coxswain.sim.Simulation;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent with the role that pods are given for it. */
class AgentRoleScenarioTest {
  private static final RoleTrial TRIAL =
      new RoleTrial(
          "in-place-restart-agent/role.yaml",
          new RoleFile("jobset-in-place-restart", Crew.JS.namespace(), "jobset-in-place-restart"),
          List.of());

  /** One of the four is limited; it fails once and starts again with the others. */
  private static Simulation script(Identity who) {
    var crew = new Crew();
    return crew.simulation(
            "agent",
            PODS.subList(1, 4),
            world -> {
              Crew.create(world, "", "maxRestarts: 3, restartStrategy: InPlaceRestart");
              world.await("all to work", crew::areAllWorking);
              crew.exit("pod-0", 3);
              world.await("the failure", () -> !crew.exits.isEmpty());
              world.await("all to work again", crew::areAllWorking);
            })
        .process("pod-0", who.limit(crew.agent("pod-0")));
  }

  @Test
  void theRoleGrantsExactlyWhatTheProgramRequests() throws Exception {
    TRIAL.check(AgentRoleScenarioTest::script);
  }

  @Test
  void theProgramWorksWithTheRole() {
    TRIAL.play(AgentRoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToAnnotateItsPod() {
    TRIAL.playWithout("pods", "patch", AgentRoleScenarioTest::script);
  }
}
