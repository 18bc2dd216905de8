package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.KubeControllers;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Job, pods, scheduler, nodes and programs, each in a process of its own. */
final class JobChainScenarioTest {
  private static final ObjectKey JOB = ObjectKey.of("default", "train");

  private static final Simulation CHAIN =
      Simulation.named("job chain")
          .program(
              "train",
              call -> {
                call.print("training");
                call.work(Duration.ofSeconds(30));
                return 0;
              })
          .process(
              "kube-controller-manager",
              env -> {
                Manager manager = Manager.builder(env).name("kube-controller-manager").build();
                KubeControllers.register(manager);
                manager.run();
              })
          .process(
              "scheduler",
              env -> {
                Manager manager = Manager.builder(env).name("scheduler").build();
                Scheduler.register(manager);
                manager.run();
              })
          .process(
              "nodes",
              env -> {
                Manager manager = Manager.builder(env).name("nodes").build();
                ProcessNodes.register(manager, ProcessNodeOptions.nodes(2, Path.of("/data")));
                manager.run();
              })
          .script(
              world -> {
                world.objects().create(job());
                world.await("the job is complete", () -> isComplete(world));
                world.awaitSilence(Duration.ofMinutes(1));
                assertThat(world.objects().list(Pod.class, "default")).hasSize(3);
              });

  private static Job job() {
    return new JobBuilder()
        .withNewMetadata()
        .withNamespace(JOB.namespace())
        .withName(JOB.name())
        .endMetadata()
        .withNewSpec()
        .withCompletions(3)
        .withParallelism(3)
        .withCompletionMode("Indexed")
        .withNewTemplate()
        .withNewSpec()
        .withRestartPolicy("Never")
        .addNewContainer()
        .withName("main")
        .withImage("none")
        .withCommand("train")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static boolean isComplete(World world) throws Exception {
    var status = world.objects().fetch(Job.class, JOB).getStatus();
    return status != null
        && status.getConditions() != null
        && status.getConditions().stream()
            .anyMatch(c -> c.getType().equals("Complete") && c.getStatus().equals("True"));
  }

  @Test
  void completesForManySeeds() {
    var summary = Seeds.of(CHAIN, 100).run();

    assertThat(summary.runs().stream().map(run -> run.endState()).distinct()).hasSize(1);
  }

  @Test
  void completesWhereverTheControllerManagerDies() {
    Sweep.of(CHAIN, "kube-controller-manager").faults(Fault.KILL, Fault.LOSE_ANSWER).run();
  }
}
