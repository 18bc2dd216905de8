package io.coxswain.trainer.optimizationjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.OptimizationJobStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import io.coxswain.trainer.Yaml;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Follows plans as a cluster would carry them out. */
class OptimizationJobPlanPropertyTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final String CREATED = "Created/TrialsCreated";

  @Property
  void runsAsManyTrialsAsAskedAndFindsTheBest(
      @ForAll @IntRange(min = 1, max = 12) int trials,
      @ForAll @IntRange(min = 1, max = 12) int parallel,
      @ForAll boolean maximize,
      @ForAll @Size(12) List<@IntRange(min = 0, max = 5) Integer> losses) {
    int together = Math.min(parallel, trials);
    var cluster =
        new Cluster(
            """
            objectives: [{metric: loss, direction: %s}]
            numTrials: %d
            parallelTrials: %d
            parameters: [{name: lr, searchSpace: {uniform: {min: '0', max: '1'}}}]
            """
                .formatted(maximize ? "Maximize" : "Minimize", trials, together));
    int ended = 0;
    while (!cluster.hasEnded()) {
      cluster.pass();
      assertThat(cluster.trials.size() - ended).isLessThanOrEqualTo(together);
      assertThat(cluster.plan().trials()).as("a second pass has nothing to do").isEmpty();
      if (ended < cluster.trials.size()) {
        // a trial whose number is 0 fails
        int loss = losses.get(ended);
        cluster.end("search-trial-" + ended, loss > 0, "loss", Integer.toString(loss));
        ended++;
      }
    }

    assertThat(ended).isEqualTo(trials);
    List<Integer> reported = losses.subList(0, trials).stream().filter(l -> l > 0).toList();
    if (reported.isEmpty()) {
      assertThat(cluster.reasons()).containsExactly(CREATED, "Failed/AllTrialsFailed");
      assertThat(cluster.status().getResult()).isNull();
    } else {
      int best = reported.stream().reduce(maximize ? Math::max : Math::min).orElseThrow();
      assertThat(cluster.reasons()).containsExactly(CREATED, "Complete/MaxTrialsReached");
      var result = Objects.requireNonNull(cluster.status().getResult());
      assertThat(result.getTrainJobName()).isEqualTo("search-trial-" + losses.indexOf(best));
      TrainJob winner = cluster.trials.get(result.getTrainJobName());
      assertThat(Objects.requireNonNull(winner).getMetadata().getAnnotations())
          .containsEntry(
              Trial.PARAMETERS,
              "{\"lr\":\"" + result.getParameters().getFirst().getValue() + "\"}");
    }
    cluster.trials.clear();
    assertThat(cluster.plan().trials()).as("what has ended stays so").isEmpty();
  }

  @Test
  void aTrialIsTheTemplateWithItsValues() {
    var cluster =
        new Cluster(
            """
            objectives: [{metric: loss}]
            parameters: [{name: learning-rate, searchSpace: {categorical: {choices: [x]}}}]
            trainJobTemplate:
              metadata: {labels: {team: a}, annotations: {note: b}}
              spec:
                runtimeRef: {name: plain}
                trainer:
                  numNodes: 2
                  env: [{name: A, value: '1'}, {name: KUBEFLOW_TRAINER_OPT_LEARNING_RATE, value: z}]
            """);
    cluster.pass();

    TrainJob trial = Objects.requireNonNull(cluster.trials.get("search-trial-0"));
    assertThat(trial.getMetadata().getLabels()).containsEntry("team", "a");
    assertThat(trial.getMetadata().getAnnotations())
        .containsEntry("note", "b")
        .containsEntry(Trial.PARAMETERS, "{\"learning-rate\":\"x\"}");
    assertThat(trial.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("u"));
    var trainer = Objects.requireNonNull(trial.getSpec().getTrainer());
    assertThat(trainer.getNumNodes()).isEqualTo(2);
    assertThat(trainer.getEnv())
        .extracting(env -> env.getName() + "=" + env.getValue())
        .containsExactly("A=1", "KUBEFLOW_TRAINER_OPT_LEARNING_RATE=x");
  }

  @Test
  void aSmallGridEndsEarly() {
    var cluster =
        new Cluster(
            """
            objectives: [{metric: loss}]
            numTrials: 10
            parallelTrials: 10
            searchAlgorithm: {grid: {}}
            parameters: [{name: x, searchSpace: {categorical: {choices: [a, b]}}}]
            """);
    cluster.pass();
    assertThat(cluster.trials).hasSize(2);
    cluster.end("search-trial-0", true, "loss", "0.5");
    cluster.end("search-trial-1", true, "loss", "0.25");
    cluster.pass();

    assertThat(cluster.reasons()).containsExactly(CREATED, "Complete/SearchSpaceExhausted");
    assertThat(Objects.requireNonNull(cluster.status().getResult()).getTrainJobName())
        .isEqualTo("search-trial-1");
  }

  @Test
  void aMetricThatIsNeverReportedFailsTheSearch() {
    var cluster =
        new Cluster(
            """
            objectives: [{metric: loss}]
            parameters: [{name: x, searchSpace: {categorical: {choices: [a]}}}]
            """);
    cluster.pass();
    cluster.end("search-trial-0", true, "loss", "NaN");
    cluster.pass();

    assertThat(cluster.reasons()).containsExactly(CREATED, "Failed/ObjectiveNotReported");
  }

  @Test
  void ambiguousParametersFailTheSearch() {
    var cluster =
        new Cluster(
            """
            objectives: [{metric: loss}]
            parameters:
            - {name: l-r, searchSpace: {categorical: {choices: [a]}}}
            - {name: L_R, searchSpace: {categorical: {choices: [a]}}}
            """);
    cluster.pass();

    assertThat(cluster.trials).isEmpty();
    assertThat(cluster.reasons()).containsExactly("Failed/InvalidParameters");
    assertThat(cluster.status().getConditions().getFirst().getMessage())
        .isEqualTo(
            "parameters l-r and L_R map to the same environment variable KUBEFLOW_TRAINER_OPT_L_R");
  }

  private static final class Cluster {
    final OptimizationJob job;
    final TreeMap<String, TrainJob> trials = new TreeMap<>();

    Cluster(String spec) {
      job =
          Yaml.read(
              OptimizationJob.class,
              "metadata: {name: search, namespace: default, uid: u}\nspec:\n" + spec.indent(2));
    }

    OptimizationJobPlan plan() {
      return OptimizationJobPlan.of(job, trials, NOW);
    }

    void pass() {
      OptimizationJobPlan plan = plan();
      plan.trials().forEach(trial -> trials.put(trial.getMetadata().getName(), trial));
      job.setStatus(plan.status());
    }

    OptimizationJobStatus status() {
      return Objects.requireNonNull(job.getStatus());
    }

    boolean hasEnded() {
      return job.getStatus() != null && OptimizationJobPlan.hasEnded(job.getStatus());
    }

    List<String> reasons() {
      return status().getConditions().stream()
          .map(condition -> condition.getType() + "/" + condition.getReason())
          .toList();
    }

    void end(String name, boolean well, String metric, String value) {
      TrainJob trial = Objects.requireNonNull(trials.get(name));
      trial.setStatus(
          Yaml.read(
              TrainJobStatus.class,
              """
              conditions: [{type: %s, status: 'True', reason: r, message: m}]
              trainerStatus: {metrics: [{name: %s, value: '%s'}]}
              """
                  .formatted(well ? "Complete" : "Failed", metric, value)));
    }
  }
}
