package io.coxswain.kube.deployment;

import io.coxswain.api.Json;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.runtime.controller.Outcome;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one reconcile, decided only from the observed state. Each decision takes the effect
 * of the actions before it into account, as if all of them had succeeded.
 *
 * @param actions in the order in which they are applied; the first failure ends the reconcile
 * @param outcome when to reconcile again if all actions succeed
 */
record DeploymentPlan(List<Action> actions, Outcome outcome) {

  /** One write, with the events that belong to it. */
  sealed interface Action {

    /**
     * Writes the status.
     *
     * @param revision the new revision annotation of the Deployment, which is written with the
     *     status; null to keep it
     */
    record UpdateStatus(DeploymentStatus status, @Nullable String revision) implements Action {}

    /** Updates annotations and minReadySeconds of the new ReplicaSet. */
    record AlignReplicaSet(String name, long revision) implements Action {}

    /** Creates the new ReplicaSet. */
    record CreateReplicaSet(ReplicaSet set) implements Action {}

    /** Scales a ReplicaSet and records the bounds that it was scaled for. */
    record ScaleReplicaSet(String name, int from, int to, Fenceposts bounds) implements Action {}

    /** Deletes an old ReplicaSet beyond the revision history limit. */
    record DeleteReplicaSet(String name) implements Action {}

    /** Restores the template of a ReplicaSet and removes the rollback annotation. */
    record RollBack(ReplicaSet target, long revision) implements Action {}

    /** Removes the annotation of a rollback that is not possible. */
    record RejectRollback(String reason, String message) implements Action {}
  }

  DeploymentPlan {
    actions = List.copyOf(actions);
  }

  static DeploymentPlan of(DeploymentObservation observed) {
    var planner = new Planner(observed);
    Outcome outcome = planner.run();
    return new DeploymentPlan(planner.actions, outcome);
  }

  /** Collects actions. Its fields are the state that the actions so far lead to. */
  private static final class Planner {
    private static final Duration MIN_WAIT = Duration.ofSeconds(1);

    private final List<Action> actions = new ArrayList<>();
    private final Deployment deployment;
    private final TreeMap<String, ReplicaSet> sets = new TreeMap<>();
    private Optional<String> newSet;
    private final boolean oldPodsRunning;
    private final Instant now;

    Planner(DeploymentObservation observed) {
      this.deployment = Json.copy(observed.deployment());
      if (deployment.getStatus() == null) {
        deployment.setStatus(new DeploymentStatus());
      }
      observed.sets().forEach(this::put);
      this.newSet = observed.newSet();
      this.oldPodsRunning = observed.oldPodsRunning();
      this.now = observed.now();
    }

    Outcome run() {
      if (deployment.getMetadata().getDeletionTimestamp() != null) {
        alignNewSet();
        return syncStatus();
      }
      syncPausedCondition();
      alignNewSet();
      OptionalLong rollback = DeploymentRevisions.rollback(deployment);
      if (isPaused()) {
        scale();
        if (rollback.isEmpty()) {
          deleteSurplusSets();
        }
        return syncStatus();
      }
      if (rollback.isPresent()) {
        createNewSet();
        rollBack(rollback.getAsLong());
        return Outcome.done();
      }
      if (isScalingEvent()) {
        scale();
        return syncStatus();
      }
      String strategy = deployment.getSpec().getStrategy().getType();
      switch (strategy) {
        case "Recreate" -> recreate();
        case "RollingUpdate" -> roll();
        default ->
            throw new IllegalArgumentException("unexpected deployment strategy type: " + strategy);
      }
      return syncRolloutStatus();
    }

    // ---- state

    private void put(ReplicaSet set) {
      sets.put(set.getMetadata().getName(), set);
    }

    private Optional<ReplicaSet> newSet() {
      return newSet.map(sets::get);
    }

    private ReplicaSet requireNewSet() {
      return newSet().orElseThrow();
    }

    /** All except the new one, oldest first. */
    private List<ReplicaSet> oldSets() {
      return sets.values().stream()
          .filter(set -> !newSet.equals(Optional.of(set.getMetadata().getName())))
          .sorted(ReplicaSets.OLDEST_FIRST)
          .toList();
    }

    private Fenceposts bounds() {
      return Fenceposts.of(deployment);
    }

    private boolean isPaused() {
      return Boolean.TRUE.equals(deployment.getSpec().getPaused());
    }

    /** Plans a status update unless it would change nothing. */
    private boolean updateStatus(DeploymentStatus status, @Nullable String revision) {
      if (Objects.equals(revision, revision == null ? null : DeploymentRevisions.of(deployment))
          && Json.tree(status).equals(Json.tree(deployment.getStatus()))) {
        return false;
      }
      actions.add(new Action.UpdateStatus(status, revision));
      deployment.setStatus(status);
      if (revision != null) {
        DeploymentRevisions.set(deployment, revision);
      }
      return true;
    }

    private DeploymentStatus withProgress(String value, String reason, String message) {
      DeploymentStatus status = Json.copy(deployment.getStatus());
      DeploymentConditions.set(
          status,
          DeploymentConditions.of(DeploymentConditions.PROGRESSING, value, reason, message, now));
      return status;
    }

    // ---- pause

    /** The time of a pause does not count towards the progress deadline. */
    private void syncPausedCondition() {
      DeploymentStatus status = deployment.getStatus();
      if (!DeploymentStatuses.hasDeadline(deployment)
          || DeploymentConditions.has(
              status, DeploymentConditions.PROGRESSING, DeploymentConditions.TIMED_OUT)) {
        return;
      }
      boolean reported =
          DeploymentConditions.has(
              status, DeploymentConditions.PROGRESSING, DeploymentConditions.PAUSED);
      if (isPaused() && !reported) {
        updateStatus(
            withProgress("Unknown", DeploymentConditions.PAUSED, "Deployment is paused"), null);
      } else if (!isPaused() && reported) {
        updateStatus(
            withProgress("Unknown", DeploymentConditions.RESUMED, "Deployment is resumed"), null);
      }
    }

    // ---- new ReplicaSet

    private void alignNewSet() {
      if (newSet().isEmpty()) {
        return;
      }
      ReplicaSet current = requireNewSet();
      long revision = DeploymentRevisions.highest(oldSets()) + 1;
      ReplicaSet aligned = Json.copy(current);
      ReplicaSets.align(aligned, deployment, revision);
      if (isAligned(current, aligned)) {
        syncRevision(current);
      } else {
        actions.add(new Action.AlignReplicaSet(current.getMetadata().getName(), revision));
        put(aligned);
      }
    }

    private static boolean isAligned(ReplicaSet current, ReplicaSet aligned) {
      return annotations(current).equals(annotations(aligned))
          && SetSize.orZero(current.getSpec().getMinReadySeconds())
              == SetSize.orZero(aligned.getSpec().getMinReadySeconds());
    }

    private static Map<String, String> annotations(ReplicaSet set) {
      Map<String, String> annotations = set.getMetadata().getAnnotations();
      return annotations == null ? Map.of() : annotations;
    }

    private void syncRevision(ReplicaSet set) {
      boolean first =
          DeploymentStatuses.hasDeadline(deployment)
              && DeploymentConditions.find(deployment.getStatus(), DeploymentConditions.PROGRESSING)
                  .isEmpty();
      updateStatus(
          first
              ? withProgress(
                  "True",
                  "FoundNewReplicaSet",
                  "Found new replica set " + ReplicaSets.quotedName(set))
              : deployment.getStatus(),
          annotations(set).getOrDefault(DeploymentRevisions.REVISION, ""));
    }

    /** Creates the new set, as large as the strategy allows, unless it exists. */
    private void createNewSet() {
      if (newSet().isPresent()) {
        return;
      }
      long revision = DeploymentRevisions.highest(oldSets()) + 1;
      ReplicaSet desired = ReplicaSets.build(deployment);
      desired
          .getSpec()
          .setReplicas(
              Fenceposts.isRolling(deployment)
                  ? bounds().newSize(0, ReplicaSets.total(oldSets()))
                  : bounds().replicas());
      DeploymentRevisions.noteTemplate(desired, deployment, revision);
      DeploymentRevisions.noteSizes(desired, bounds());
      actions.add(new Action.CreateReplicaSet(desired));

      ReplicaSet created = Json.copy(desired);
      created.setStatus(new ReplicaSetStatus());
      put(created);
      newSet = Optional.of(created.getMetadata().getName());
      updateStatus(
          DeploymentStatuses.hasDeadline(deployment)
              ? withProgress(
                  "True",
                  "NewReplicaSetCreated",
                  "Created new replica set " + ReplicaSets.quotedName(created))
              : deployment.getStatus(),
          Long.toString(revision));
    }

    // ---- scaling

    /** Whether the desired number differs from the one that the sets were last scaled for. */
    private boolean isScalingEvent() {
      int replicas = bounds().replicas();
      return ReplicaSets.active(sets.values()).stream()
          .map(DeploymentRevisions::desired)
          .anyMatch(desired -> desired.isPresent() && desired.getAsInt() != replicas);
    }

    private void scale() {
      List<ReplicaSet> active = ReplicaSets.active(sets.values());
      Fenceposts bounds = bounds();
      if (active.size() <= 1) {
        active.stream()
            .findFirst()
            .or(this::newSet)
            .or(() -> oldSets().stream().max(ReplicaSets.OLDEST_FIRST))
            .ifPresent(only -> resizeIfNeeded(only, bounds.replicas()));
      } else if (newSet().filter(set -> isSaturated(set, bounds.replicas())).isPresent()) {
        resizeAll(ReplicaSets.active(oldSets()), 0);
      } else if (Fenceposts.isRolling(deployment)) {
        List<ProportionalPlan.Share> shares =
            active.stream()
                .map(
                    set ->
                        new ProportionalPlan.Share(
                            set.getMetadata().getName(),
                            SetSize.size(set),
                            ReplicaSets.created(set),
                            DeploymentRevisions.most(set)))
                .toList();
        int current = SetSize.orZero(deployment.getStatus().getReplicas());
        ProportionalPlan.of(bounds, current, shares).forEach(this::resize);
      }
    }

    private static boolean isSaturated(ReplicaSet set, int replicas) {
      return SetSize.size(set) == replicas
          && DeploymentRevisions.desired(set).orElse(-1) == replicas
          && SetSize.available(set) == replicas;
    }

    private boolean resizeAll(Collection<ReplicaSet> selected, int size) {
      boolean changed = false;
      for (ReplicaSet set : selected) {
        changed |= resizeIfNeeded(set, size);
      }
      return changed;
    }

    private boolean resizeIfNeeded(ReplicaSet set, int size) {
      if (SetSize.size(set) == size) {
        return false;
      }
      resize(new Resize(set.getMetadata().getName(), size));
      return true;
    }

    private void resize(Resize resize) {
      ReplicaSet current = Objects.requireNonNull(sets.get(resize.name()), resize.name());
      int from = SetSize.size(current);
      actions.add(new Action.ScaleReplicaSet(resize.name(), from, resize.size(), bounds()));
      ReplicaSet scaled = Json.copy(current);
      ReplicaSets.scale(scaled, resize.size(), bounds());
      Long generation = scaled.getMetadata().getGeneration();
      if (generation != null && from != resize.size()) {
        scaled.getMetadata().setGeneration(generation + 1);
      }
      put(scaled);
    }

    // ---- rollout

    private void roll() {
      createNewSet();
      List<SetSize> old = ReplicaSets.active(oldSets()).stream().map(SetSize::of).toList();
      List<Resize> step = RollingPlan.of(bounds(), SetSize.of(requireNewSet()), old);
      step.forEach(this::resize);
      if (step.isEmpty()) {
        deleteSurplusSetsIfComplete();
      }
    }

    private void recreate() {
      if (resizeAll(ReplicaSets.active(oldSets()), 0) || oldPodsRunning) {
        return;
      }
      createNewSet();
      resizeIfNeeded(requireNewSet(), bounds().replicas());
      deleteSurplusSetsIfComplete();
    }

    private void deleteSurplusSetsIfComplete() {
      if (DeploymentStatuses.isComplete(deployment, deployment.getStatus())) {
        deleteSurplusSets();
      }
    }

    private void deleteSurplusSets() {
      Integer limit = deployment.getSpec().getRevisionHistoryLimit();
      for (ReplicaSet set : RevisionHistory.surplus(oldSets(), limit)) {
        actions.add(new Action.DeleteReplicaSet(set.getMetadata().getName()));
      }
    }

    // ---- rollback, requested with a legacy annotation

    private void rollBack(long requested) {
      var all = new ArrayList<>(oldSets());
      newSet().ifPresent(all::add);
      long revision = requested == 0 ? DeploymentRevisions.secondHighest(all) : requested;
      Optional<ReplicaSet> target =
          revision == 0
              ? Optional.empty()
              : all.stream()
                  .filter(set -> DeploymentRevisions.of(set).orElse(0) == revision)
                  .findFirst();
      if (target.isEmpty()) {
        actions.add(
            new Action.RejectRollback(
                "DeploymentRollbackRevisionNotFound",
                revision == 0
                    ? "Unable to find last revision."
                    : "Unable to find the revision to rollback to."));
      } else if (PodTemplates.same(
          target.get().getSpec().getTemplate(), deployment.getSpec().getTemplate())) {
        actions.add(
            new Action.RejectRollback(
                "DeploymentRollbackTemplateUnchanged",
                "The rollback revision contains the same template as current deployment \"%s\""
                    .formatted(deployment.getMetadata().getName())));
      } else {
        actions.add(new Action.RollBack(target.get(), revision));
      }
    }

    // ---- status

    private DeploymentStatuses statuses() {
      return new DeploymentStatuses(deployment, newSet(), oldSets(), now);
    }

    private Outcome syncStatus() {
      updateStatus(statuses().counted(), null);
      return Outcome.done();
    }

    private Outcome syncRolloutStatus() {
      DeploymentStatuses statuses = statuses();
      DeploymentStatus status = statuses.ofRollout();
      Optional<Duration> untilDeadline = statuses.untilDeadline(status);
      if (updateStatus(status, null) || untilDeadline.isEmpty()) {
        return Outcome.done(); // the event of an update triggers the next reconcile
      }
      return untilDeadline.get().compareTo(MIN_WAIT) < 0
          ? Outcome.again()
          : Outcome.after(untilDeadline.get().plus(MIN_WAIT));
    }
  }
}
