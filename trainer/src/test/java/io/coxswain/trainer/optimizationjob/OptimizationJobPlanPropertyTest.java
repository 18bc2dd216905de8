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
import io.coxswain.trainer.optimizationjob.OptimizationJobPlan.TrialUpdate;
import io.coxswain.trainer.suggestion.MedianStop.Reports;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

  @Test
  void hyperbandWaitsForARungAndEndsWithItsBrackets() {
    var cluster =
        new Cluster(
            """
            objectives: [{metric: loss}]
            numTrials: 10
            parallelTrials: 10
            parameters: [{name: epochs, searchSpace: {uniform: {min: '1', max: '3', type: Int}}}]
            """);
    cluster.annotate("algorithm", "hyperband");
    cluster.annotate("algorithm-settings", "r_l=3,resource_name=epochs");
    cluster.pass();
    assertThat(cluster.trials.keySet())
        .as("the first rung of both brackets")
        .extracting(name -> name.charAt(name.length() - 1))
        .containsExactly('0', '1', '2', '4', '5');
    for (int number = 0; number < 6; number++) {
      cluster.end("search-trial-" + number, true, "loss", "" + number);
      cluster.pass();
      assertThat(cluster.trials).hasSize(number < 2 ? 5 : 6);
    }

    assertThat(cluster.reasons()).containsExactly(CREATED, "Complete/SearchSpaceExhausted");
    assertThat(cluster.status().getConditions().getLast().getMessage())
        .isEqualTo("6 trials have ended, as many as its brackets have");
  }

  @Test
  void aTrialBelowTheMedianIsStoppedOnceItHasReportedEnough() {
    for (String direction : List.of("Minimize", "Maximize")) {
      var cluster =
          new Cluster(
              """
              objectives: [{metric: score, direction: %s}]
              numTrials: 3
              parameters: [{name: lr, searchSpace: {uniform: {min: '0', max: '1'}}}]
              """
                  .formatted(direction));
      cluster.annotate("early-stopping", "medianstop");
      cluster.annotate("early-stopping-settings", "min_trials_required=1,start_step=2");
      boolean maximize = direction.equals("Maximize");
      String good = maximize ? "8.0" : "2.0";
      String bad = maximize ? "2.0" : "8.0";
      cluster.pass();
      cluster.end("search-trial-0", true, "score", good);
      cluster.pass();
      assertThat(cluster.plan().updates()).as("nothing is recorded of what has ended").isEmpty();

      cluster.report("search-trial-1", "score", bad, 1);
      assertThat(cluster.plan().updates()).hasSize(1).noneMatch(TrialUpdate::stops);
      assertThat(cluster.plan().trials()).isEmpty();
      cluster.pass();
      assertThat(cluster.plan().updates()).as("the same report").isEmpty();

      cluster.report("search-trial-1", "score", bad, 2);
      assertThat(cluster.plan().trials()).as("its place is free at once").hasSize(1);
      cluster.pass();
      assertThat(cluster.trials).hasSize(3);
      TrainJob stopped = Objects.requireNonNull(cluster.trials.get("search-trial-1"));
      assertThat(stopped.getSpec().getSuspend()).isTrue();
      assertThat(stopped.getMetadata().getAnnotations())
          .containsEntry(
              Trial.STOPPED,
              "the best score so far, %s, is worse than the median of complete trials, %s"
                  .formatted(bad, good));
      assertThat(cluster.plan().updates()).isEmpty();

      cluster.end("search-trial-2", true, "score", good);
      cluster.pass();
      assertThat(cluster.reasons()).containsExactly(CREATED, "Complete/MaxTrialsReached");
      assertThat(Objects.requireNonNull(cluster.status().getResult()).getTrainJobName())
          .isEqualTo("search-trial-0");
    }
  }

  @Test
  void aRejectionThatIsRepeatedChangesNothing() {
    var cluster =
        new Cluster(
            """
            objectives: [{metric: loss}]
            parameters: [{name: x, searchSpace: {categorical: {choices: [a]}}}]
            """);
    for (int minute = 0; minute < 3; minute++) {
      Instant now = NOW.plusSeconds(60L * minute);
      cluster.job.setStatus(cluster.plan().rejected(cluster.job, "no", now));
      assertThat(cluster.reasons()).containsExactly("Created/TrainJobsCreationFailed");
      assertThat(cluster.status().getConditions().getFirst().getLastTransitionTime())
          .isEqualTo("2026-01-01T00:00:00Z");
    }
    cluster.pass();
    assertThat(cluster.reasons()).containsExactly(CREATED);
  }

  @Test
  void reportsThatSomebodyHasGarbledAreCollectedAgain() {
    TrainJob trial = new TrainJob();
    trial.getMetadata().setAnnotations(Map.of(Trial.REPORTS, "{count"));

    assertThat(Trial.reports(trial)).isEqualTo(Reports.NONE);
    Trial.edit(trial, new Reports(2, 3.5, 1, "t"), null);
    assertThat(Trial.reports(trial)).isEqualTo(new Reports(2, 3.5, 1, "t"));
    assertThat(trial.getSpec().getSuspend()).isNull();
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
      plan.updates()
          .forEach(update -> Trial.edit(update.trial(), update.reports(), update.reason()));
      plan.trials().forEach(trial -> trials.put(trial.getMetadata().getName(), trial));
      job.setStatus(plan.status());
    }

    void annotate(String name, String value) {
      var annotations = new TreeMap<String, String>();
      if (job.getMetadata().getAnnotations() != null) {
        annotations.putAll(job.getMetadata().getAnnotations());
      }
      annotations.put("optimization.coxswain.io/" + name, value);
      job.getMetadata().setAnnotations(annotations);
    }

    void report(String name, String metric, String value, int second) {
      Objects.requireNonNull(trials.get(name))
          .setStatus(
              Yaml.read(
                  TrainJobStatus.class,
                  """
                  trainerStatus:
                    lastUpdatedTime: '2026-01-01T00:00:0%dZ'
                    metrics: [{name: %s, value: '%s'}]
                  """
                      .formatted(second, metric, value)));
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
              trainerStatus:
                lastUpdatedTime: '2026-01-01T00:01:00Z'
                metrics: [{name: %s, value: '%s'}]
              """
                  .formatted(well ? "Complete" : "Failed", metric, value)));
    }
  }
}
