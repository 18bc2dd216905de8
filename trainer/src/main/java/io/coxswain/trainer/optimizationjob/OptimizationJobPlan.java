package io.coxswain.trainer.optimizationjob;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.OptimizationJobSpec;
import io.coxswain.api.trainer.OptimizationJobStatus;
import io.coxswain.api.trainer.OptimizationObjective;
import io.coxswain.api.trainer.OptimizationResult;
import io.coxswain.api.trainer.SearchParameter;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.suggestion.InvalidSearchException;
import io.coxswain.trainer.suggestion.MedianStop;
import io.coxswain.trainer.suggestion.MedianStop.Reports;
import io.coxswain.trainer.suggestion.Observation;
import io.coxswain.trainer.suggestion.Observation.State;
import io.coxswain.trainer.suggestion.SearchSettings;
import io.coxswain.trainer.suggestion.Suggester;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a search. Pure.
 *
 * @param trials to be created, in order, after the updates
 * @param updates of trials that may be stopped early
 * @param status as it is afterwards
 */
record OptimizationJobPlan(
    List<TrainJob> trials, List<TrialUpdate> updates, OptimizationJobStatus status) {
  static final String CREATED = "Created";
  static final String COMPLETE = "Complete";
  static final String FAILED = "Failed";
  static final String CREATION_FAILED = "TrainJobsCreationFailed";

  /**
   * @param reports to be recorded
   * @param reason why the trial is stopped, null if it is not
   */
  record TrialUpdate(TrainJob trial, Reports reports, @Nullable String reason) {
    boolean stops() {
      return reason != null;
    }
  }

  /**
   * @param seen the existing trials by name
   */
  static OptimizationJobPlan of(
      OptimizationJob job, SortedMap<String, TrainJob> seen, Instant now) {
    OptimizationJobStatus status =
        job.getStatus() == null ? new OptimizationJobStatus() : Json.copy(job.getStatus());
    if (hasEnded(status)) {
      return new OptimizationJobPlan(List.of(), List.of(), status);
    }
    try {
      return search(job, seen, status, now);
    } catch (InvalidSearchException e) {
      end(status, FAILED, "InvalidParameters", String.valueOf(e.getMessage()), now);
      return new OptimizationJobPlan(List.of(), List.of(), status);
    }
  }

  /** The status in place of that of the plan when the server rejects a trial. */
  OptimizationJobStatus rejected(OptimizationJob job, String why, Instant now) {
    OptimizationJobStatus rejected = Json.copy(status);
    List<Condition> conditions = rejected.getConditions();
    conditions.removeIf(condition -> condition.getType().equals(CREATED));
    if (job.getStatus() != null) {
      job.getStatus().getConditions().stream()
          .filter(condition -> condition.getType().equals(CREATED))
          .forEach(condition -> conditions.addFirst(Json.copy(condition)));
    }
    Conditions.META.set(conditions, Conditions.of(CREATED, false, CREATION_FAILED, why, now));
    return rejected;
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
      throws InvalidSearchException {
    OptimizationJobSpec spec = job.getSpec();
    List<String> names = spec.getParameters().stream().map(SearchParameter::getName).toList();
    Trial.checkNames(names);
    SearchSettings settings = SearchSettings.of(job);
    Suggester suggester = settings.suggester();
    OptimizationObjective objective = spec.getObjectives().getFirst();
    int asked = requireNonNullElse(spec.getNumTrials(), 1);
    int all = (int) Math.min(asked, suggester.size());
    var existing = new TreeMap<Integer, TrainJob>();
    for (int number = 0; number < all; number++) {
      TrainJob trial = seen.get(Trial.name(job, number));
      if (trial != null) {
        existing.put(number, trial);
      }
    }
    Map<Integer, TrialUpdate> updates =
        settings
            .earlyStopping()
            .map(rule -> updates(rule, existing, objective))
            .orElseGet(TreeMap::new);
    int free = requireNonNullElse(spec.getParallelTrials(), 1);
    var history = new ArrayList<Observation>();
    var best = new Best();
    for (Map.Entry<Integer, TrainJob> entry : existing.entrySet()) {
      TrainJob trial = entry.getValue();
      TrialUpdate update = updates.get(entry.getKey());
      State state = update != null && update.stops() ? State.STOPPED : Trial.state(trial);
      var observation =
          new Observation(
              entry.getKey(), Trial.values(trial, names), state, loss(trial, objective));
      history.add(observation);
      best.consider(observation);
      if (state == State.RUNNING) {
        free--;
      }
    }
    var trials = new ArrayList<TrainJob>();
    for (int number = 0; number < all && free > 0; number++) {
      if (!existing.containsKey(number)) {
        Optional<SequencedMap<String, String>> values = suggester.suggest(number, history);
        if (values.isEmpty()) {
          continue; // waits for trials that run
        }
        trials.add(Trial.build(job, number, values.get()));
        history.add(new Observation(number, values.get(), State.RUNNING, Double.NaN));
        free--;
      }
    }
    best.result(job).ifPresent(status::setResult);
    Conditions.META.set(
        status.getConditions(),
        Conditions.of(CREATED, true, "TrialsCreated", "trials are created as others end", now));
    if (best.ended == all) {
      String limit = all < asked ? ", " + suggester.limit() : "";
      finish(status, best, objective.getMetric(), all, limit, now);
    }
    return new OptimizationJobPlan(trials, List.copyOf(updates.values()), status);
  }

  /** What the search minimizes; NaN if the trial has not reported it. */
  private static double loss(TrainJob trial, OptimizationObjective objective) {
    double value = Trial.metric(trial, objective.getMetric()).orElse(Double.NaN);
    return "Maximize".equals(objective.getDirection()) ? -value : value;
  }

  /** By number, for the trials that have reported something new or have to stop. */
  private static Map<Integer, TrialUpdate> updates(
      MedianStop rule, SortedMap<Integer, TrainJob> trials, OptimizationObjective objective) {
    var reports = new TreeMap<Integer, Reports>();
    trials.forEach(
        (number, trial) ->
            reports.put(
                number,
                rule.add(Trial.reports(trial), loss(trial, objective), Trial.lastReport(trial))));
    OptionalDouble threshold =
        rule.threshold(
            trials.entrySet().stream()
                .filter(entry -> Trial.state(entry.getValue()) == State.COMPLETE)
                .map(entry -> requireNonNull(reports.get(entry.getKey())))
                .toList());
    var updates = new TreeMap<Integer, TrialUpdate>();
    trials.forEach(
        (number, trial) -> {
          Reports now = requireNonNull(reports.get(number));
          if (Trial.state(trial) == State.RUNNING) {
            boolean stops = rule.stops(now, threshold);
            if (stops || !now.equals(Trial.reports(trial))) {
              updates.put(
                  number,
                  new TrialUpdate(trial, now, stops ? reason(now, threshold, objective) : null));
            }
          }
        });
    return updates;
  }

  private static String reason(
      Reports reports, OptionalDouble threshold, OptimizationObjective objective) {
    boolean maximize = "Maximize".equals(objective.getDirection());
    return "the best %s so far, %s, is worse than the median of complete trials, %s"
        .formatted(
            objective.getMetric(),
            maximize ? -reports.best() : reports.best(),
            maximize ? -threshold.orElse(0) : threshold.orElse(0));
  }

  private static void finish(
      OptimizationJobStatus status, Best best, String metric, int all, String limit, Instant now) {
    if (best.trial != null) {
      end(
          status,
          COMPLETE,
          limit.isEmpty() ? "MaxTrialsReached" : "SearchSpaceExhausted",
          "%d trials have ended%s".formatted(all, limit),
          now);
    } else if (best.completed == 0) {
      end(status, FAILED, "AllTrialsFailed", "all %d trials have failed".formatted(all), now);
    } else {
      end(
          status,
          FAILED,
          "ObjectiveNotReported",
          "no trial that completed has reported the metric %s; trials report through the gate"
                  .formatted(metric)
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
    private int ended;
    private int completed;
    private @Nullable Observation trial;

    void consider(Observation candidate) {
      if (candidate.state() != State.RUNNING) {
        ended++;
      }
      if (candidate.state() == State.COMPLETE) {
        completed++;
        if (!Double.isNaN(candidate.loss()) && (trial == null || candidate.loss() < trial.loss())) {
          trial = candidate;
        }
      }
    }

    Optional<OptimizationResult> result(OptimizationJob job) {
      return Optional.ofNullable(trial)
          .map(
              best -> {
                var result = new OptimizationResult();
                result.setTrainJobName(Trial.name(job, best.number()));
                result.setParameters(Trial.assignments(best.values()));
                return result;
              });
    }
  }
}
