package io.coxswain.trainer.optimizationjob;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.OptimizationJobSpec;
import io.coxswain.api.trainer.OptimizationJobStatus;
import io.coxswain.api.trainer.OptimizationObjective;
import io.coxswain.api.trainer.OptimizationResult;
import io.coxswain.api.trainer.TrainJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * The next step of a search. Pure.
 *
 * @param trials to be created, in order
 * @param status as it is once they are
 */
record OptimizationJobPlan(List<TrainJob> trials, OptimizationJobStatus status) {
  static final String CREATED = "Created";
  static final String COMPLETE = "Complete";
  static final String FAILED = "Failed";

  /**
   * @param seen the existing trials by name
   */
  static OptimizationJobPlan of(
      OptimizationJob job, SortedMap<String, TrainJob> seen, Instant now) {
    OptimizationJobStatus status =
        job.getStatus() == null ? new OptimizationJobStatus() : Json.copy(job.getStatus());
    if (hasEnded(status)) {
      return new OptimizationJobPlan(List.of(), status);
    }
    try {
      return search(job, seen, status, now);
    } catch (SearchException e) {
      end(status, FAILED, "InvalidParameters", String.valueOf(e.getMessage()), now);
      return new OptimizationJobPlan(List.of(), status);
    }
  }

  static boolean hasEnded(OptimizationJobStatus status) {
    return Conditions.META.isTrue(status.getConditions(), COMPLETE)
        || Conditions.META.isTrue(status.getConditions(), FAILED);
  }

  private static OptimizationJobPlan search(
      OptimizationJob job,
      SortedMap<String, TrainJob> seen,
      OptimizationJobStatus status,
      Instant now)
      throws SearchException {
    OptimizationJobSpec spec = job.getSpec();
    Sampler sampler = Sampler.of(job);
    Trial.checkNames(sampler.values(0).keySet());
    int asked = requireNonNullElse(spec.getNumTrials(), 1);
    int all = (int) Math.min(asked, sampler.size());
    int free = requireNonNullElse(spec.getParallelTrials(), 1);
    var missing = new ArrayList<Integer>();
    int ended = 0;
    var best = new Best(spec.getObjectives().getFirst());
    for (int number = 0; number < all; number++) {
      TrainJob trial = seen.get(Trial.name(job, number));
      if (trial == null) {
        missing.add(number);
      } else if (Trial.hasEnded(trial)) {
        ended++;
        best.consider(number, trial);
      } else {
        free--;
      }
    }
    var trials = new ArrayList<TrainJob>();
    for (int number : missing.subList(0, Math.clamp(free, 0, missing.size()))) {
      trials.add(Trial.build(job, number, sampler.values(number)));
    }
    if (best.number >= 0) {
      var result = new OptimizationResult();
      result.setTrainJobName(Trial.name(job, best.number));
      result.setParameters(Trial.assignments(sampler.values(best.number)));
      status.setResult(result);
    }
    Conditions.META.set(
        status.getConditions(),
        Conditions.of(CREATED, true, "TrialsCreated", "trials are created as others end", now));
    if (ended == all) {
      finish(status, best, all, asked, now);
    }
    return new OptimizationJobPlan(trials, status);
  }

  private static void finish(
      OptimizationJobStatus status, Best best, int all, int asked, Instant now) {
    if (best.number >= 0) {
      boolean exhausted = all < asked;
      end(
          status,
          COMPLETE,
          exhausted ? "SearchSpaceExhausted" : "MaxTrialsReached",
          "%d trials have ended%s"
              .formatted(all, exhausted ? ", one for every point of the grid" : ""),
          now);
    } else if (best.completed == 0) {
      end(status, FAILED, "AllTrialsFailed", "all %d trials have failed".formatted(all), now);
    } else {
      end(
          status,
          FAILED,
          "ObjectiveNotReported",
          "no trial that completed has reported the metric %s; trials report through the gate"
                  .formatted(best.metric)
              + " TrainJobStatus",
          now);
    }
  }

  private static void end(
      OptimizationJobStatus status, String type, String reason, String message, Instant now) {
    Conditions.META.set(status.getConditions(), Conditions.of(type, true, reason, message, now));
  }

  /** The best of the trials that completed; of equals the first. */
  private static final class Best {
    private final String metric;
    private final boolean greatest;
    private int completed;
    private int number = -1;
    private double value;

    Best(OptimizationObjective objective) {
      this.metric = objective.getMetric();
      this.greatest = "Maximize".equals(objective.getDirection());
    }

    void consider(int candidate, TrainJob trial) {
      if (!Trial.isComplete(trial)) {
        return;
      }
      completed++;
      OptionalDouble reported = Trial.metric(trial, metric);
      if (reported.isPresent()
          && (number < 0
              || (greatest ? reported.getAsDouble() > value : reported.getAsDouble() < value))) {
        number = candidate;
        value = reported.getAsDouble();
      }
    }
  }
}
