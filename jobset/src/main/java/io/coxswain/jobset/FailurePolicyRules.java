package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.FieldError;
import io.coxswain.api.jobset.FailurePolicyRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rules that the failure policy of a new JobSet must keep. */
final class FailurePolicyRules {
  private static final int MAX_RESTARTABLE_JOBS = 1024;
  private static final int MAX_NAME = 128;
  private static final Pattern NAME = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
  private static final List<String> REASONS =
      List.of(
          "BackoffLimitExceeded",
          "DeadlineExceeded",
          "FailedIndexes",
          "MaxFailedIndexesExceeded",
          "PodFailurePolicy");

  private FailurePolicyRules() {}

  static void check(
      DesiredJobSet wanted,
      Set<String> replicatedJobs,
      Features features,
      List<FieldError> errors) {
    if (wanted.failurePolicy().isEmpty()) {
      return;
    }
    List<FailurePolicyRule> rules = wanted.failurePolicy().get().getRules();
    if (rules.stream()
        .anyMatch(
            rule ->
                rule.getAction().startsWith("RestartJob")
                    && !rule.getAction().startsWith("RestartJobSet"))) {
      if (!features.restartJob()) {
        errors.add(
            FieldError.general(
                "RestartJob and RestartJobAndIgnoreMaxRestarts failure policy actions are not"
                    + " allowed when RestartJob feature gate is disabled"));
        return;
      }
      if (wanted.replicatedJobs().stream()
          .anyMatch(replicated -> DesiredJobSet.replicas(replicated) > MAX_RESTARTABLE_JOBS)) {
        errors.add(
            FieldError.general(
                "JobSet cannot have a failure policy rule with RestartJob or"
                    + " RestartJobAndIgnoreMaxRestarts action and a replicated job with replicas >"
                    + " 1024"));
      }
    }
    var indexes = new LinkedHashMap<String, List<Integer>>();
    for (int i = 0; i < rules.size(); i++) {
      String name = requireNonNullElse(rules.get(i).getName(), "");
      indexes.computeIfAbsent(name, n -> new ArrayList<>()).add(i);
      checkName(name, errors);
      checkRule(rules.get(i), replicatedJobs, errors);
    }
    indexes.forEach(
        (name, same) -> {
          if (same.size() > 1) {
            errors.add(
                FieldError.general(
                    "rule names are not unique, rules with indices [%s] all have the same name '%s'"
                        .formatted(
                            same.stream().map(String::valueOf).collect(Collectors.joining(" ")),
                            name)));
          }
        });
  }

  private static void checkName(String name, List<FieldError> errors) {
    if (name.isEmpty() || name.length() > MAX_NAME) {
      errors.add(
          FieldError.general(
              ("invalid failure policy rule name of length %d, the rule name must be at least 1"
                      + " characters long and at most 128 characters long")
                  .formatted(name.length())));
    }
    if (!NAME.matcher(name).matches()) {
      errors.add(
          FieldError.general(
              ("invalid failure policy rule name '%s', a failure policy rule name must start with"
                      + " an alphabetic character, optionally followed by a string of alphanumeric"
                      + " characters or '_,:', and must end with an alphanumeric character or '_'")
                  .formatted(name)));
    }
  }

  private static void checkRule(
      FailurePolicyRule rule, Set<String> replicatedJobs, List<FieldError> errors) {
    for (String target : rule.getTargetReplicatedJobs()) {
      if (!replicatedJobs.contains(target)) {
        errors.add(
            FieldError.general(
                ("invalid replicatedJob name '%s' in failure policy does not appear in"
                        + " .spec.ReplicatedJobs")
                    .formatted(target)));
      }
    }
    for (String reason : rule.getOnJobFailureReasons()) {
      if (!REASONS.contains(reason)) {
        errors.add(
            FieldError.general(
                ("invalid job failure reason '%s' in failure policy is not a recognized job failure"
                        + " reason")
                    .formatted(reason)));
      }
    }
  }
}
