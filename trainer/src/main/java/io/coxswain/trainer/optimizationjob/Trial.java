package io.coxswain.trainer.optimizationjob;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.trainer.Metric;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.ParameterAssignment;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobSpec;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.suggestion.InvalidSearchException;
import io.coxswain.trainer.suggestion.MedianStop.Reports;
import io.coxswain.trainer.suggestion.Observation;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The TrainJob of one trial. */
final class Trial {
  /** On a trial's TrainJob: its values as JSON. */
  static final String PARAMETERS = "trainer.kubeflow.org/optimization-parameters";

  /** On a trial that is stopped early: why. */
  static final String STOPPED = "optimization.coxswain.io/early-stopped";

  /** On a trial that may be stopped early: what it has reported so far, as JSON. */
  static final String REPORTS = "optimization.coxswain.io/reports";

  private static final String VARIABLE = "KUBEFLOW_TRAINER_OPT_";

  private Trial() {}

  static String name(OptimizationJob job, int number) {
    return job.getMetadata().getName() + "-trial-" + number;
  }

  /** The environment variable of a parameter. */
  static String variable(String parameter) {
    return VARIABLE + parameter.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
  }

  /**
   * @throws InvalidSearchException if two parameters map to the same environment variable
   */
  static void checkNames(Iterable<String> parameters) throws InvalidSearchException {
    var taken = new TreeMap<String, String>();
    for (String parameter : parameters) {
      String other = taken.put(variable(parameter), parameter);
      if (other != null) {
        throw new InvalidSearchException(
            "parameters %s and %s map to the same environment variable %s"
                .formatted(other, parameter, variable(parameter)));
      }
    }
  }

  /** The template with the values of the trial. */
  static TrainJob build(OptimizationJob job, int number, SequencedMap<String, String> values) {
    var trial = new TrainJob();
    ObjectMeta template = job.getSpec().getTrainJobTemplate().getMetadata();
    trial.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(job.getMetadata().getNamespace())
            .withName(name(job, number))
            .withLabels(template == null ? null : template.getLabels())
            .withAnnotations(template == null ? null : template.getAnnotations())
            .withFinalizers(template == null ? null : template.getFinalizers())
            .addToAnnotations(PARAMETERS, new String(Json.bytes(values), StandardCharsets.UTF_8))
            .build());
    Owners.control(job, trial);
    TrainJobSpec spec = Json.copy(job.getSpec().getTrainJobTemplate().getSpec());
    Trainer trainer = spec.getTrainer() == null ? new Trainer() : spec.getTrainer();
    trainer.setEnv(env(trainer.getEnv(), values));
    spec.setTrainer(trainer);
    trial.setSpec(spec);
    return trial;
  }

  private static List<EnvVar> env(List<EnvVar> own, SequencedMap<String, String> values) {
    var variables = new ArrayList<EnvVar>();
    values.forEach(
        (name, value) ->
            variables.add(new EnvVarBuilder().withName(variable(name)).withValue(value).build()));
    var all = new ArrayList<>(own);
    all.removeIf(o -> variables.stream().anyMatch(v -> v.getName().equals(o.getName())));
    all.addAll(variables);
    return all;
  }

  /** What the trial runs with, from its variables, which are immutable. */
  static SequencedMap<String, String> values(TrainJob trial, Iterable<String> parameters) {
    var values = new LinkedHashMap<String, String>();
    Trainer trainer = trial.getSpec().getTrainer();
    for (String parameter : parameters) {
      for (EnvVar variable : trainer == null ? List.<EnvVar>of() : trainer.getEnv()) {
        if (variable.getName().equals(variable(parameter)) && variable.getValue() != null) {
          values.put(parameter, variable.getValue());
        }
      }
    }
    return values;
  }

  static List<ParameterAssignment> assignments(SequencedMap<String, String> values) {
    var assignments = new ArrayList<ParameterAssignment>();
    values.forEach(
        (name, value) -> {
          var assignment = new ParameterAssignment();
          assignment.setName(name);
          assignment.setValue(value);
          assignments.add(assignment);
        });
    return assignments;
  }

  static boolean isComplete(TrainJob trial) {
    return has(trial, "Complete");
  }

  static boolean hasEnded(TrainJob trial) {
    return state(trial) != Observation.State.RUNNING;
  }

  static Observation.State state(TrainJob trial) {
    if (isComplete(trial)) {
      return Observation.State.COMPLETE;
    }
    if (has(trial, "Failed")) {
      return Observation.State.FAILED;
    }
    return annotation(trial, STOPPED) == null
        ? Observation.State.RUNNING
        : Observation.State.STOPPED;
  }

  private static boolean has(TrainJob trial, String condition) {
    return trial.getStatus() != null
        && Conditions.META.isTrue(trial.getStatus().getConditions(), condition);
  }

  /** The last value that the training program reported; empty if it is not a number. */
  static OptionalDouble metric(TrainJob trial, String name) {
    if (trial.getStatus() == null || trial.getStatus().getTrainerStatus() == null) {
      return OptionalDouble.empty();
    }
    for (Metric metric : trial.getStatus().getTrainerStatus().getMetrics()) {
      if (metric.getName().equals(name)) {
        try {
          double value = Double.parseDouble(metric.getValue());
          return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
        } catch (NumberFormatException e) {
          return OptionalDouble.empty();
        }
      }
    }
    return OptionalDouble.empty();
  }

  /** Identifies the last report; empty if there is none. */
  static String lastReport(TrainJob trial) {
    String time =
        trial.getStatus() == null || trial.getStatus().getTrainerStatus() == null
            ? null
            : trial.getStatus().getTrainerStatus().getLastUpdatedTime();
    return requireNonNullElse(time, "");
  }

  /** What has been recorded of its reports; nothing if that is not readable. */
  static Reports reports(TrainJob trial) {
    String text = annotation(trial, REPORTS);
    if (text != null) {
      try {
        Reports reports = Json.read(text.getBytes(StandardCharsets.UTF_8), Reports.class);
        if (reports != null && reports.count() >= 0) {
          return reports;
        }
      } catch (IllegalArgumentException | UncheckedIOException e) {
        return Reports.NONE;
      }
    }
    return Reports.NONE;
  }

  /** Records its reports; with a reason, also stops the trial. Its pods are deleted. */
  static void edit(TrainJob trial, Reports reports, @Nullable String reason) {
    Map<String, String> annotations =
        new LinkedHashMap<>(requireNonNullElse(trial.getMetadata().getAnnotations(), Map.of()));
    annotations.put(REPORTS, new String(Json.bytes(reports), StandardCharsets.UTF_8));
    if (reason != null) {
      annotations.put(STOPPED, reason);
      trial.getSpec().setSuspend(true);
    }
    trial.getMetadata().setAnnotations(annotations);
  }

  private static @Nullable String annotation(TrainJob trial, String name) {
    return requireNonNullElse(trial.getMetadata().getAnnotations(), Map.<String, String>of())
        .get(name);
  }
}
