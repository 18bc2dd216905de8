package io.coxswain.kube.job;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyOnExitCodesRequirement;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyOnPodConditionsPattern;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code podFailurePolicy} of a Job. The first matching rule decides; a failure without a
 * matching rule counts.
 */
final class FailurePolicy {
  private final List<PodFailurePolicyRule> rules;

  private FailurePolicy(List<PodFailurePolicyRule> rules) {
    this.rules = rules;
  }

  /** The policy of the Job; without rules if it has none. */
  static FailurePolicy of(Job job) {
    var policy = job.getSpec().getPodFailurePolicy();
    return new FailurePolicy(
        policy == null || policy.getRules() == null ? List.of() : policy.getRules());
  }

  /** Whether the failure counts towards the failed counter. */
  boolean counts(JobPod pod) {
    return !action(pod).equals("Ignore");
  }

  boolean failsIndex(JobPod pod) {
    return action(pod).equals("FailIndex");
  }

  /** Why the failure of this pod fails the Job, if it does. */
  Optional<String> failsJob(JobPod pod) {
    return match(pod).filter(m -> "FailJob".equals(m.rule.getAction())).map(Match::why);
  }

  private String action(JobPod pod) {
    return matchingAction(pod).orElse("Count");
  }

  /** The action of the rule that matches the failure. */
  Optional<String> matchingAction(JobPod pod) {
    return match(pod).map(m -> m.rule.getAction());
  }

  private record Match(int index, PodFailurePolicyRule rule, String what) {
    String why() {
      return what + " matching " + rule.getAction() + " rule at index " + index;
    }
  }

  private Optional<Match> match(JobPod pod) {
    for (int i = 0; i < rules.size(); i++) {
      PodFailurePolicyRule rule = rules.get(i);
      if (rule.getOnExitCodes() != null) {
        var container = failedContainer(pod, rule.getOnExitCodes());
        if (container.isPresent()) {
          return Optional.of(new Match(i, rule, describe(pod, container.get())));
        }
      } else {
        var condition = condition(pod, rule.getOnPodConditions());
        if (condition.isPresent()) {
          String what = "Pod " + fullName(pod) + " has condition " + condition.get().getType();
          return Optional.of(new Match(i, rule, what));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<ContainerStatus> failedContainer(
      JobPod pod, PodFailurePolicyOnExitCodesRequirement wanted) {
    var statuses = new ArrayList<>(pod.containers());
    statuses.addAll(pod.initContainers());
    return statuses.stream()
        .filter(
            s -> wanted.getContainerName() == null || wanted.getContainerName().equals(s.getName()))
        .filter(s -> exitCode(s) != 0)
        .filter(s -> wanted.getValues().contains(exitCode(s)) == "In".equals(wanted.getOperator()))
        .findFirst();
  }

  /** 0 for a container that has not terminated. */
  private static int exitCode(ContainerStatus status) {
    return status.getState() == null
            || status.getState().getTerminated() == null
            || status.getState().getTerminated().getExitCode() == null
        ? 0
        : status.getState().getTerminated().getExitCode();
  }

  private static Optional<PodCondition> condition(
      JobPod pod, @Nullable List<PodFailurePolicyOnPodConditionsPattern> patterns) {
    for (var pattern :
        patterns == null ? List.<PodFailurePolicyOnPodConditionsPattern>of() : patterns) {
      String status = pattern.getStatus() == null ? "True" : pattern.getStatus();
      var found = pod.condition(pattern.getType()).filter(c -> status.equals(c.getStatus()));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static String describe(JobPod pod, ContainerStatus container) {
    return "Container "
        + container.getName()
        + " for pod "
        + fullName(pod)
        + " failed with exit code "
        + exitCode(container);
  }

  private static String fullName(JobPod pod) {
    return pod.pod().getMetadata().getNamespace() + "/" + pod.name();
  }
}
