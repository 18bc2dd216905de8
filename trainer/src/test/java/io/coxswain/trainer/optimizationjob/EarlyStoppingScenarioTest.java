package io.coxswain.trainer.optimizationjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.OptimizationJobStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.Yaml;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Searches that learn from their trials; the script plays the TrainJobs. */
class EarlyStoppingScenarioTest {

  /** Of four trials by TPE, the third is worse than the median of the first two. */
  static void stopsAWorseTrial(World world) throws Exception {
    world.objects().create(job());
    train(world, 0, 4, 2);
    train(world, 1, 6, 4);
    awaitTrial(world, 2);
    report(world, 2, 8, "");
    report(world, 2, 7, "");
    world.await("its end", () -> Trial.hasEnded(trial(world, 2)));
    awaitTrial(world, 3);
    report(world, 3, 5, "");
    report(world, 3, 4, "");
    report(world, 3, 3, "");
    world.awaitSilence(Duration.ofMinutes(2));
    assertThat(Trial.hasEnded(trial(world, 3))).isFalse();
    report(world, 3, 1, "Complete");
    world.await("the end", () -> OptimizationJobPlan.hasEnded(status(world)));
    world.awaitSilence(Duration.ofMinutes(2));

    TrainJob stopped = trial(world, 2);
    assertThat(stopped.getSpec().getSuspend()).isTrue();
    assertThat(stopped.getMetadata().getAnnotations())
        .containsEntry(
            Trial.STOPPED,
            "the best loss so far, 7.0, is worse than the median of complete trials, 4.0");
    assertThat(Trial.reports(trial(world, 3)).count()).isEqualTo(2);
    for (int number : List.of(0, 1, 3)) {
      assertThat(trial(world, number).getSpec().getSuspend()).isNotEqualTo(true);
    }
    assertThat(Objects.requireNonNull(status(world).getResult()).getTrainJobName())
        .isEqualTo("early-trial-3");
  }

  @Test
  void aTrialThatIsWorseThanTheMedianIsSuspended() {
    for (int seed = 1; seed <= 3; seed++) {
      simulation().run(seed);
    }
  }

  @Test
  void earlyStoppingSurvivesEveryFaultAtEveryWrite() {
    var summary = Sweep.of(simulation(), "trainer").faults(Fault.values()).run();

    assertThat(summary.writes()).isGreaterThanOrEqualTo(14);
    assertThat(summary.failed()).isZero();
  }

  private static Simulation simulation() {
    return Simulation.named("early-stopping")
        .given(TrainerWorld::install)
        .process("trainer", OptimizationJobScenarioTest::main)
        .script(EarlyStoppingScenarioTest::stopsAWorseTrial);
  }

  static OptimizationJob job() {
    return Yaml.read(
        OptimizationJob.class,
        """
        metadata:
          name: early
          namespace: default
          annotations:
            optimization.coxswain.io/algorithm: tpe
            optimization.coxswain.io/algorithm-settings: n_startup_trials=1
            optimization.coxswain.io/early-stopping: medianstop
            optimization.coxswain.io/early-stopping-settings: min_trials_required=2,start_step=2
        spec:
          objectives: [{metric: loss}]
          numTrials: 4
          searchAlgorithm: {random: {seed: 7}}
          parameters: [{name: lr, searchSpace: {logUniform: {min: '1e-5', max: '1e-1'}}}]
          trainJobTemplate: {spec: {runtimeRef: {name: plain}}}
        """);
  }

  /** A complete training with two reports, of which the rule sees at least the second. */
  private static void train(World world, int number, int first, int second) throws Exception {
    awaitTrial(world, number);
    report(world, number, first, "");
    report(world, number, second, "Complete");
  }

  private static void awaitTrial(World world, int number) throws Exception {
    String name = "early-trial-" + number;
    world.await(
        name,
        () ->
            world.objects().list(TrainJob.class, "default").stream()
                .anyMatch(trial -> trial.getMetadata().getName().equals(name)));
  }

  /** Waits until the report is recorded, since the rule counts what is observed. */
  static void report(World world, int number, int loss, String condition) throws Exception {
    TrainJob trial = trial(world, number);
    String time = "2026-01-01T00:00:%02dZ".formatted(10 - loss);
    trial.setStatus(
        Yaml.read(
            TrainJobStatus.class,
            """
            conditions: [%s]
            trainerStatus:
              lastUpdatedTime: '%s'
              metrics: [{name: loss, value: '%d'}]
            """
                .formatted(
                    condition.isEmpty()
                        ? ""
                        : "{type: %s, status: 'True', reason: R, message: m, lastTransitionTime: '%s'}"
                            .formatted(condition, time),
                    time,
                    loss)));
    world.objects().updateStatus(trial);
    world.awaitSilence(Duration.ofMinutes(1));
  }

  private static TrainJob trial(World world, int number) throws ApiException {
    return world.objects().fetch(TrainJob.class, ObjectKey.of("default", "early-trial-" + number));
  }

  private static OptimizationJobStatus status(World world) throws ApiException {
    OptimizationJobStatus status =
        world.objects().fetch(OptimizationJob.class, ObjectKey.of("default", "early")).getStatus();
    return status == null ? new OptimizationJobStatus() : status;
  }
}
