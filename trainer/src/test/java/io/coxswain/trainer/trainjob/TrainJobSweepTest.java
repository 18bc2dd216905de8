package io.coxswain.trainer.trainjob;

import static io.coxswain.trainer.TrainerWorld.TJ;
import static io.coxswain.trainer.TrainerWorld.awaitCondition;
import static io.coxswain.trainer.TrainerWorld.awaitJobSet;
import static io.coxswain.trainer.TrainerWorld.job;
import static io.coxswain.trainer.TrainerWorld.jobSet;
import static io.coxswain.trainer.TrainerWorld.playJobSet;
import static io.coxswain.trainer.TrainerWorld.setSuspend;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Run;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.trainer.TrainerWorld;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The life of a job, with the controller dying or being refused at each of its writes. */
class TrainJobSweepTest {
  private static final Simulation LIFE =
      TrainerWorld.simulation(
          "trainjob-life",
          world -> {
            world.objects().create(job("suspend: true\ntrainer: {numNodes: 2, command: [go]}"));
            awaitJobSet(world);
            awaitCondition(world, "Suspended", "True");
            setSuspend(world, false);
            awaitCondition(world, "Suspended", "False");
            world.await("a running JobSet", () -> !suspended(world));
            playJobSet(world, "{restarts: 0, replicatedJobsStatus: [{name: node, active: 1}]}");
            world.await("the step", () -> steps(world) == 1);
            playJobSet(
                world,
                """
                restarts: 0
                conditions:
                  - type: Completed
                    status: "True"
                    reason: AllJobsCompleted
                    message: jobset completed successfully
                    lastTransitionTime: "2026-01-01T00:05:00Z"
                replicatedJobsStatus: [{name: node, succeeded: 1}]
                """);
            awaitCondition(world, "Complete", "True");
            world.awaitSilence(Duration.ofMinutes(1));
          });

  private static final Simulation DEADLINE =
      TrainerWorld.simulation(
          "trainjob-deadline",
          world -> {
            world.objects().create(job("activeDeadlineSeconds: 60"));
            awaitJobSet(world);
            awaitCondition(world, "Failed", "True");
            world.await("no JobSet", () -> jobSet(world).isEmpty());
            world.awaitSilence(Duration.ofMinutes(10));
            assertThat(jobSet(world)).isEmpty();
          });

  @Test
  void endsTheSameWayForManySeeds() {
    var summary = Seeds.of(LIFE, 20).run();

    assertThat(summary.runs().stream().map(Run::endState).distinct()).hasSize(1);
  }

  @Test
  void survivesEveryFaultAtEveryWrite() {
    var summary = Sweep.of(LIFE, "trainer").faults(Fault.values()).run();

    assertThat(summary.writes()).as("snapshot, JobSet twice, status").isGreaterThanOrEqualTo(6);
    assertThat(summary.failed()).isZero();
  }

  @Test
  void deletesTheJobSetOfAnExceededDeadlineWithACrashAtAnyWrite() {
    var summary = Sweep.of(DEADLINE, "trainer").faults(Fault.values()).run();

    assertThat(summary.writes()).as("snapshot, JobSet, status, delete").isGreaterThanOrEqualTo(4);
    assertThat(summary.failed()).isZero();
  }

  private static boolean suspended(World world) throws Exception {
    return Boolean.TRUE.equals(jobSet(world).orElseThrow().getSpec().getSuspend());
  }

  private static int steps(World world) throws Exception {
    var status = world.objects().fetch(TrainJob.class, TJ).getStatus();
    return status == null ? 0 : status.getJobsStatus().size();
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(LIFE, "trainer").plans(40).run();
    Chaos.of(DEADLINE, "trainer").plans(40).run();
  }
}
