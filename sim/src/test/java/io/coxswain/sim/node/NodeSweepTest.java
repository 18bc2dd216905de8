package io.coxswain.sim.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Run;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two pods live, and a third is deleted half-way, while the scheduler or the nodes die, or lose an
 * answer, at each of their writes in turn. Where a container's end went untold it runs again, so
 * restarts may differ; what must not is that the pods get there.
 */
final class NodeSweepTest {

  @ParameterizedTest
  @ValueSource(strings = {"scheduler", "node"})
  void podsCompleteWithACrashAtAnyWrite(String process) {
    int writes = requireNonNull(pods().run(1).writes().get(process));

    assertThat(writes).isPositive();
    for (int write = 1; write <= writes; write++) {
      for (Fault fault : List.of(Fault.KILL, Fault.LOSE_ANSWER)) {
        pods().run(1, FaultPlan.NONE.with(process, write, fault));
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    for (long seed = 1; seed <= 5; seed++) {
      Run first = pods().run(seed);
      Run second = pods().run(seed);

      assertThat(second.hash()).isEqualTo(first.hash());
    }
  }

  private static Simulation pods() {
    return Simulation.named("pods")
        .program("work", ScriptedProgram.taking(Duration.ofSeconds(30)))
        .process("scheduler", NodeSweepTest::scheduler)
        .process("node", NodeSweepTest::nodes)
        .script(
            world -> {
              for (String name : List.of("a", "b", "deleted")) {
                world.objects().create(pod(name));
              }
              world.await("runs", () -> phase(world, "deleted").equals("Running"));
              world.objects().delete(Pod.class, ObjectKey.of("default", "deleted"));
              world.await("a succeeds", () -> phase(world, "a").equals("Succeeded"));
              world.await("b succeeds", () -> phase(world, "b").equals("Succeeded"));
              world.await("gone", () -> phase(world, "deleted").equals("gone"));
            });
  }

  private static String phase(World world, String name) throws Exception {
    return world
        .objects()
        .find(Pod.class, ObjectKey.of("default", name))
        .map(pod -> pod.getStatus().getPhase())
        .orElse("gone");
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy("OnFailure")
        .addNewContainer()
        .withName("c")
        .withImage("none")
        .withCommand("work")
        .endContainer()
        .endSpec()
        .build();
  }

  private static void scheduler(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("scheduler").build();
    Scheduler.register(manager);
    manager.run();
  }

  private static void nodes(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("node").build();
    ProcessNodes.register(manager, ProcessNodeOptions.nodes(2, Path.of("/data")));
    manager.run();
  }
}
