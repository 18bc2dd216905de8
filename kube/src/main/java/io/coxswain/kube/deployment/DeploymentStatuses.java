package io.coxswain.kube.deployment;

import static io.coxswain.kube.deployment.SetSize.orZero;

import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Computes the status of a Deployment from its ReplicaSets.
 *
 * @param fresh the set of the current template, if it exists
 * @param old all other sets
 */
record DeploymentStatuses(
    Deployment deployment, Optional<ReplicaSet> fresh, List<ReplicaSet> old, Instant now) {

  DeploymentStatuses {
    old = List.copyOf(old);
  }

  private List<ReplicaSet> all() {
    var all = new ArrayList<>(old);
    fresh.ifPresent(all::add);
    return all;
  }

  private DeploymentStatus present() {
    return deployment.getStatus() == null ? new DeploymentStatus() : deployment.getStatus();
  }

  /** Counts and the condition {@code Available}. */
  DeploymentStatus counted() {
    DeploymentStatus status = Json.copy(present());
    int available = sum(ReplicaSetStatus::getAvailableReplicas);
    status.setObservedGeneration(deployment.getMetadata().getGeneration());
    status.setReplicas(orNull(sum(ReplicaSetStatus::getReplicas)));
    status.setUpdatedReplicas(
        orNull(fresh.map(set -> orZero(set.getStatus().getReplicas())).orElse(0)));
    status.setReadyReplicas(orNull(sum(ReplicaSetStatus::getReadyReplicas)));
    status.setAvailableReplicas(orNull(available));
    status.setUnavailableReplicas(orNull(Math.max(0, ReplicaSets.total(all()) - available)));
    status.setTerminatingReplicas(terminating());
    DeploymentConditions.set(
        status, availability(available >= Fenceposts.of(deployment).minAvailable()));
    return status;
  }

  private DeploymentCondition availability(boolean enough) {
    return enough
        ? DeploymentConditions.of(
            DeploymentConditions.AVAILABLE,
            "True",
            "MinimumReplicasAvailable",
            "Deployment has minimum availability.",
            now)
        : DeploymentConditions.of(
            DeploymentConditions.AVAILABLE,
            "False",
            "MinimumReplicasUnavailable",
            "Deployment does not have minimum availability.",
            now);
  }

  /** As {@link #counted}, with the conditions of the rollout. */
  DeploymentStatus ofRollout() {
    DeploymentStatus status = counted();
    if (!hasDeadline(deployment)) {
      DeploymentConditions.remove(status, DeploymentConditions.PROGRESSING);
    } else if (!isOver(status)) {
      noteProgress(status);
    }
    Optional<DeploymentCondition> failure = failure();
    if (failure.isPresent()) {
      DeploymentConditions.set(status, failure.get());
    } else {
      DeploymentConditions.remove(status, DeploymentConditions.FAILURE);
    }
    return status;
  }

  /**
   * Whether no new rollout has started since the last one was reported complete. After a crash
   * before the new set was recorded, the condition may name another set and does not count.
   */
  private boolean isOver(DeploymentStatus status) {
    return orZero(status.getReplicas()) == orZero(status.getUpdatedReplicas())
        && DeploymentConditions.has(
            present(), DeploymentConditions.PROGRESSING, DeploymentConditions.COMPLETE)
        && !isOfAnotherSet();
  }

  private boolean isOfAnotherSet() {
    String message =
        DeploymentConditions.find(present(), DeploymentConditions.PROGRESSING)
            .map(DeploymentCondition::getMessage)
            .orElse("");
    return Fenceposts.replicas(deployment) > 0
        && fresh.isPresent()
        && message.startsWith("ReplicaSet \"")
        && !message.startsWith(subject());
  }

  private String subject() {
    return fresh
        .map(set -> "ReplicaSet \"" + set.getMetadata().getName() + "\" ")
        .orElse("Deployment \"" + deployment.getMetadata().getName() + "\" ");
  }

  private void noteProgress(DeploymentStatus status) {
    if (isComplete(deployment, status)) {
      if (isOfAnotherSet()) {
        DeploymentConditions.remove(status, DeploymentConditions.PROGRESSING);
      }
      DeploymentConditions.set(
          status,
          progressing("True", DeploymentConditions.COMPLETE, "has successfully progressed."));
    } else if (isProgress(present(), status)) {
      DeploymentCondition condition = progressing("True", "ReplicaSetUpdated", "is progressing.");
      // Unlike other conditions, this one is renewed without a change, because the deadline counts
      // from it.
      DeploymentConditions.find(present(), DeploymentConditions.PROGRESSING)
          .filter(c -> c.getStatus().equals("True"))
          .ifPresent(c -> condition.setLastTransitionTime(c.getLastTransitionTime()));
      DeploymentConditions.remove(status, DeploymentConditions.PROGRESSING);
      DeploymentConditions.set(status, condition);
    } else if (isTimedOut(status)) {
      DeploymentConditions.set(
          status,
          progressing("False", DeploymentConditions.TIMED_OUT, "has timed out progressing."));
    }
  }

  private DeploymentCondition progressing(String status, String reason, String what) {
    return DeploymentConditions.of(
        DeploymentConditions.PROGRESSING, status, reason, subject() + what, now);
  }

  static boolean hasDeadline(Deployment deployment) {
    Integer seconds = deployment.getSpec().getProgressDeadlineSeconds();
    return seconds != null && seconds != Integer.MAX_VALUE;
  }

  static boolean isComplete(Deployment deployment, DeploymentStatus status) {
    int replicas = Fenceposts.replicas(deployment);
    Long generation = deployment.getMetadata().getGeneration();
    return orZero(status.getUpdatedReplicas()) == replicas
        && orZero(status.getReplicas()) == replicas
        && orZero(status.getAvailableReplicas()) == replicas
        && (generation == null
            || (status.getObservedGeneration() != null
                && status.getObservedGeneration() >= generation));
  }

  private static boolean isProgress(DeploymentStatus before, DeploymentStatus after) {
    return orZero(after.getUpdatedReplicas()) > orZero(before.getUpdatedReplicas())
        || outdated(after) < outdated(before)
        || orZero(after.getReadyReplicas()) > orZero(before.getReadyReplicas())
        || orZero(after.getAvailableReplicas()) > orZero(before.getAvailableReplicas());
  }

  private static int outdated(DeploymentStatus status) {
    return orZero(status.getReplicas()) - orZero(status.getUpdatedReplicas());
  }

  private boolean isTimedOut(DeploymentStatus status) {
    Optional<DeploymentCondition> condition =
        DeploymentConditions.find(status, DeploymentConditions.PROGRESSING);
    if (condition.isEmpty() || DeploymentConditions.COMPLETE.equals(condition.get().getReason())) {
      return false;
    }
    return DeploymentConditions.TIMED_OUT.equals(condition.get().getReason())
        || untilDeadline(condition.get()).isNegative();
  }

  private Duration untilDeadline(DeploymentCondition progress) {
    Instant since = Timestamps.parse(progress.getLastUpdateTime()).orElse(Instant.EPOCH);
    return Duration.between(
        now, since.plusSeconds(deployment.getSpec().getProgressDeadlineSeconds()));
  }

  /** Time until a rollout without progress exceeds its deadline; empty without a deadline. */
  Optional<Duration> untilDeadline(DeploymentStatus status) {
    if (!hasDeadline(deployment) || isComplete(deployment, status)) {
      return Optional.empty();
    }
    return DeploymentConditions.find(present(), DeploymentConditions.PROGRESSING)
        .filter(c -> !DeploymentConditions.TIMED_OUT.equals(c.getReason()))
        .map(this::untilDeadline);
  }

  /** A failure of the new set takes precedence over failures of old ones. */
  private Optional<DeploymentCondition> failure() {
    return failures(fresh.stream().toList()).or(() -> failures(old));
  }

  private static Optional<DeploymentCondition> failures(List<ReplicaSet> sets) {
    return sets.stream()
        .flatMap(set -> conditions(set).stream())
        .filter(c -> DeploymentConditions.FAILURE.equals(c.getType()))
        .findFirst()
        .map(DeploymentStatuses::convert);
  }

  private static List<ReplicaSetCondition> conditions(ReplicaSet set) {
    var conditions = set.getStatus().getConditions();
    return conditions == null ? List.of() : conditions;
  }

  private static DeploymentCondition convert(ReplicaSetCondition condition) {
    return new DeploymentConditionBuilder()
        .withType(condition.getType())
        .withStatus(condition.getStatus())
        .withLastUpdateTime(condition.getLastTransitionTime())
        .withLastTransitionTime(condition.getLastTransitionTime())
        .withReason(condition.getReason())
        .withMessage(condition.getMessage())
        .build();
  }

  /** Null if an observed set does not report the count. */
  private @Nullable Integer terminating() {
    int terminating = 0;
    for (ReplicaSet set : all()) {
      Integer theirs = set.getStatus().getTerminatingReplicas();
      Long observed = set.getStatus().getObservedGeneration();
      if (theirs == null && observed != null && observed != 0) {
        return null;
      }
      terminating += orZero(theirs);
    }
    return terminating;
  }

  private int sum(Function<ReplicaSetStatus, @Nullable Integer> count) {
    return all().stream().mapToInt(set -> orZero(count.apply(set.getStatus()))).sum();
  }

  /** The API omits a count of zero. */
  private static @Nullable Integer orNull(int count) {
    return count == 0 ? null : count;
  }
}
