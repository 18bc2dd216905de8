package io.coxswain.kube.disruption;

import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.IntOrPercent;
import io.coxswain.kube.common.Pods;
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
 * Computes the status of a PodDisruptionBudget.
 *
 * @param pods the pods that match its selector
 */
record BudgetStatus(PodDisruptionBudget budget, List<Pod> pods, Instant now) {
  /** Time after which an evicted pod that still exists is no longer counted as disrupted. */
  static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);

  BudgetStatus {
    pods = List.copyOf(pods);
  }

  /** The expected number of pods and the desired number of healthy ones. */
  record Aim(int expected, int healthy) {}

  /** Whether the scale of the pods' controllers is needed, or only the number of pods. */
  static boolean needsScale(PodDisruptionBudgetSpec spec) {
    return spec.getMaxUnavailable() != null
        || (spec.getMinAvailable() != null && IntOrPercent.isPercent(spec.getMinAvailable()));
  }

  /**
   * The requirement of the budget.
   *
   * @param scale the total scale of the pods' controllers; only evaluated if needed
   * @throws IllegalArgumentException if a percentage is malformed
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

  /** A pod whose eviction was admitted, and when. */
  private record Grant(Pod pod, String time) {
    Instant deadline() {
      return BudgetStatus.deadline(time);
    }
  }

  /** Admitted evictions of pods that still exist and are not terminating. */
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

  /** Pods whose eviction was admitted and that should have been deleted by now. */
  List<Pod> overdue() {
    return grants().stream()
        .filter(grant -> grant.deadline().isBefore(now))
        .map(Grant::pod)
        .toList();
  }

  /** Pods whose eviction was admitted and is not overdue, with the time of the admission. */
  private TreeMap<String, String> disrupted() {
    var disrupted = new TreeMap<String, String>();
    for (Grant grant : grants()) {
      if (!grant.deadline().isBefore(now)) {
        disrupted.put(grant.pod().getMetadata().getName(), grant.time());
      }
    }
    return disrupted;
  }

  /** Time until the first admitted eviction is overdue. */
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

  /** The new status; equal to the current one if there is nothing to write. */
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

  /** Allows no disruptions while the expected number of pods is unknown. */
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
