package io.coxswain.kube.disruption;

import io.coxswain.api.Json;
import io.coxswain.kube.common.IntOrPercent;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.Timestamps;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetSpec;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Works out the status of a budget.
 *
 * @param pods those it covers
 */
record BudgetStatus(PodDisruptionBudget budget, List<Pod> pods, Instant now) {
  /** How long a pod whose eviction was granted may take to be gone. */
  static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);

  BudgetStatus {
    pods = List.copyOf(pods);
  }

  /** How many pods there should be, and how many of them healthy. */
  record Aim(int expected, int healthy) {}

  /** Whether the size of the pods' controllers matters, or the number of pods alone. */
  static boolean needsScale(PodDisruptionBudgetSpec spec) {
    return spec.getMaxUnavailable() != null
        || (spec.getMinAvailable() != null && IntOrPercent.isPercent(spec.getMinAvailable()));
  }

  /**
   * What the budget asks for.
   *
   * @param scale the summed size of the pods' controllers; only looked at when it is needed
   * @throws IllegalArgumentException when a percentage is malformed
   */
  Aim aim(int scale) {
    PodDisruptionBudgetSpec spec = budget.getSpec();
    if (spec.getMaxUnavailable() != null) {
      int unavailable = IntOrPercent.roundedUp(spec.getMaxUnavailable(), scale);
      return new Aim(scale, Math.max(0, scale - unavailable));
    }
    if (spec.getMinAvailable() == null) {
      return new Aim(0, 0);
    }
    int expected = needsScale(spec) ? scale : pods.size();
    return new Aim(expected, IntOrPercent.roundedUp(spec.getMinAvailable(), expected));
  }

  private PodDisruptionBudgetStatus present() {
    return budget.getStatus() == null
        ? new PodDisruptionBudgetStatus()
        : Json.copy(budget.getStatus());
  }

  /** A pod that somebody was allowed to evict, and when. */
  private record Grant(Pod pod, String time) {
    Instant deadline() {
      return BudgetStatus.deadline(time);
    }
  }

  /** Grants for pods that are still there and not yet on their way. */
  private List<Grant> grants() {
    PodDisruptionBudgetStatus status = budget.getStatus();
    Map<String, String> times = status == null ? null : status.getDisruptedPods();
    var grants = new ArrayList<Grant>();
    for (Pod pod : pods) {
      String time = times == null ? null : times.get(pod.getMetadata().getName());
      if (time != null && !Pods.isDeleting(pod)) {
        grants.add(new Grant(pod, time));
      }
    }
    return grants;
  }

  /** Pods whose eviction was granted and that should have been gone by now. */
  List<Pod> overdue() {
    return grants().stream()
        .filter(grant -> grant.deadline().isBefore(now))
        .map(Grant::pod)
        .toList();
  }

  /** Pods whose eviction was granted and that have still time to go, with the time of the grant. */
  private TreeMap<String, String> disrupted() {
    var disrupted = new TreeMap<String, String>();
    for (Grant grant : grants()) {
      if (!grant.deadline().isBefore(now)) {
        disrupted.put(grant.pod().getMetadata().getName(), grant.time());
      }
    }
    return disrupted;
  }

  /** How long until the first of the granted evictions is overdue. */
  Optional<Duration> untilOverdue() {
    return disrupted().values().stream()
        .map(BudgetStatus::deadline)
        .min(Instant::compareTo)
        .map(time -> Duration.between(now, time));
  }

  private static Instant deadline(String granted) {
    return Timestamps.parse(granted).orElse(Instant.EPOCH).plus(DELETION_TIMEOUT);
  }

  private int healthy() {
    Map<String, String> disrupted = disrupted();
    return (int)
        pods.stream()
            .filter(pod -> !Pods.isDeleting(pod))
            .filter(pod -> !isGoing(disrupted.get(pod.getMetadata().getName())))
            .filter(Pods::isReady)
            .count();
  }

  private boolean isGoing(@Nullable String granted) {
    return granted != null && deadline(granted).isAfter(now);
  }

  /** The status as it should be; equal to the present one when nothing is to be written. */
  PodDisruptionBudgetStatus to(Aim aim) {
    PodDisruptionBudgetStatus status = present();
    int healthy = healthy();
    int allowed = aim.expected() <= 0 ? 0 : Math.max(0, healthy - aim.healthy());
    status.setCurrentHealthy(healthy);
    status.setDesiredHealthy(aim.healthy());
    status.setExpectedPods(aim.expected());
    status.setDisruptionsAllowed(allowed);
    status.setDisruptedPods(disrupted());
    status.setObservedGeneration(budget.getMetadata().getGeneration());
    setCondition(
        status,
        allowed > 0 ? "True" : "False",
        allowed > 0 ? "SufficientPods" : "InsufficientPods",
        "");
    return status;
  }

  /** Nothing may be disrupted while it is not known what there should be. */
  PodDisruptionBudgetStatus failed(String message) {
    PodDisruptionBudgetStatus status = present();
    status.setDisruptionsAllowed(0);
    status.setCurrentHealthy(Objects.requireNonNullElse(status.getCurrentHealthy(), 0));
    status.setDesiredHealthy(Objects.requireNonNullElse(status.getDesiredHealthy(), 0));
    status.setExpectedPods(Objects.requireNonNullElse(status.getExpectedPods(), 0));
    setCondition(status, "False", "SyncFailed", message);
    return status;
  }

  private void setCondition(
      PodDisruptionBudgetStatus status, String value, String reason, String message) {
    var conditions = new ArrayList<Condition>();
    Condition present = null;
    for (Condition condition :
        status.getConditions() == null ? List.<Condition>of() : status.getConditions()) {
      conditions.add(condition);
      present = condition.getType().equals("DisruptionAllowed") ? condition : present;
    }
    if (present == null) {
      present = new ConditionBuilder().withType("DisruptionAllowed").build();
      conditions.add(present);
    } else if (reason.equals(present.getReason())
        && !reason.equals("SyncFailed")
        && value.equals(present.getStatus())
        && Objects.equals(present.getObservedGeneration(), status.getObservedGeneration())) {
      return;
    }
    if (!value.equals(present.getStatus())) {
      present.setStatus(value);
      present.setLastTransitionTime(Timestamps.format(now));
    }
    present.setReason(reason);
    present.setMessage(message);
    present.setObservedGeneration(status.getObservedGeneration());
    status.setConditions(conditions);
  }
}
