package io.coxswain.kube.deployment;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Owners;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One pass over one Deployment. Its fields follow what the pass writes. */
final class DeploymentSync {
  private static final Duration MIN_WAIT = Duration.ofSeconds(1);

  private final Client client;
  private final Recorder events;
  private final Reconciliation pass;
  private Deployment deployment;

  /** By name; the new one among them. */
  private final TreeMap<String, ReplicaSet> sets = new TreeMap<>();

  private Optional<String> fresh;

  DeploymentSync(
      Client client,
      Recorder events,
      Reconciliation pass,
      Deployment deployment,
      List<ReplicaSet> sets) {
    this.client = client;
    this.events = events;
    this.pass = pass;
    this.deployment = deployment;
    sets.forEach(this::keep);
    this.fresh = ReplicaSets.findNew(deployment, sets).map(set -> set.getMetadata().getName());
  }

  Outcome run() throws ApiException {
    if (deployment.getMetadata().getDeletionTimestamp() != null) {
      alignNewSet();
      return syncStatus();
    }
    notePause();
    alignNewSet();
    if (Boolean.TRUE.equals(deployment.getSpec().getPaused())) {
      scale();
      if (DeploymentRevisions.rollback(deployment).isEmpty()) {
        forgetOldSets();
      }
      return syncStatus();
    }
    OptionalLong rollback = DeploymentRevisions.rollback(deployment);
    if (rollback.isPresent()) {
      createNewSet();
      rollBack(rollback.getAsLong());
      return Outcome.done();
    }
    if (wasScaled()) {
      scale();
      return syncStatus();
    }
    String strategy = deployment.getSpec().getStrategy().getType();
    return switch (strategy) {
      case "Recreate" -> recreate();
      case "RollingUpdate" -> roll();
      default ->
          throw new IllegalArgumentException("unexpected deployment strategy type: " + strategy);
    };
  }

  // What is there.

  private void keep(ReplicaSet set) {
    sets.put(set.getMetadata().getName(), set);
  }

  private Optional<ReplicaSet> newSet() {
    return fresh.map(sets::get);
  }

  /** All but the new one, the oldest first. */
  private List<ReplicaSet> oldSets() {
    return sets.values().stream()
        .filter(set -> !fresh.equals(Optional.of(set.getMetadata().getName())))
        .sorted(ReplicaSets.OLDEST_FIRST)
        .toList();
  }

  private Fenceposts bounds() {
    return Fenceposts.of(deployment);
  }

  // Pausing.

  /** The time of a pause does not count against the deadline. */
  private void notePause() throws ApiException {
    DeploymentStatus status = deployment.getStatus();
    if (!DeploymentStatuses.hasDeadline(deployment)
        || DeploymentConditions.has(
            status, DeploymentConditions.PROGRESSING, DeploymentConditions.TIMED_OUT)) {
      return;
    }
    boolean paused = Boolean.TRUE.equals(deployment.getSpec().getPaused());
    boolean noted =
        DeploymentConditions.has(
            status, DeploymentConditions.PROGRESSING, DeploymentConditions.PAUSED);
    if (paused && !noted) {
      noteProgress("Unknown", DeploymentConditions.PAUSED, "Deployment is paused");
    } else if (!paused && noted) {
      noteProgress("Unknown", DeploymentConditions.RESUMED, "Deployment is resumed");
    }
  }

  private void noteProgress(String status, String reason, String message) throws ApiException {
    editStatus(d -> setProgress(d, status, reason, message));
  }

  private void setProgress(Deployment d, String status, String reason, String message) {
    DeploymentConditions.set(
        d.getStatus(),
        DeploymentConditions.of(
            DeploymentConditions.PROGRESSING, status, reason, message, pass.now()));
  }

  /** The server keeps changes of annotations made by way of the status. */
  private void editStatus(Consumer<Deployment> edit) throws ApiException {
    deployment = client.patchStatus(deployment, edit);
  }

  // The new set.

  /** Brings revision, annotations and minReadySeconds of the new set into line, if it exists. */
  private void alignNewSet() throws ApiException {
    if (newSet().isEmpty()) {
      return;
    }
    ReplicaSet present = newSet().get();
    long revision = DeploymentRevisions.highest(oldSets()) + 1;
    ReplicaSet aligned =
        client.patch(
            present,
            set -> {
              DeploymentRevisions.noteTemplate(set, deployment, revision);
              if (SetSize.orZero(set.getSpec().getMinReadySeconds())
                  != SetSize.orZero(deployment.getSpec().getMinReadySeconds())) {
                set.getSpec().setMinReadySeconds(deployment.getSpec().getMinReadySeconds());
              }
            });
    keep(aligned);
    if (isSame(aligned, present)) {
      noteNewSet(aligned);
    }
  }

  private void noteNewSet(ReplicaSet set) throws ApiException {
    boolean first =
        DeploymentStatuses.hasDeadline(deployment)
            && DeploymentConditions.find(deployment.getStatus(), DeploymentConditions.PROGRESSING)
                .isEmpty();
    String revision = set.getMetadata().getAnnotations().get(DeploymentRevisions.REVISION);
    editStatus(
        d -> {
          DeploymentRevisions.set(d, revision == null ? "" : revision);
          if (first) {
            setProgress(d, "True", "FoundNewReplicaSet", "Found new replica set " + quoted(set));
          }
        });
  }

  /** Whether a write was not needed. */
  private static boolean isSame(HasMetadata one, HasMetadata other) {
    return one.getMetadata().getResourceVersion().equals(other.getMetadata().getResourceVersion());
  }

  private static String quoted(ReplicaSet set) {
    return "\"" + set.getMetadata().getName() + "\"";
  }

  /** Creates the new set, as large as the strategy lets it be, unless it exists. */
  private void createNewSet() throws ApiException {
    if (newSet().isPresent()) {
      return;
    }
    long revision = DeploymentRevisions.highest(oldSets()) + 1;
    ReplicaSet wanted = ReplicaSets.build(deployment);
    int size =
        Fenceposts.isRolling(deployment)
            ? bounds().newSize(0, ReplicaSets.total(oldSets()))
            : bounds().replicas();
    wanted.getSpec().setReplicas(size);
    DeploymentRevisions.noteTemplate(wanted, deployment, revision);
    DeploymentRevisions.noteSizes(wanted, bounds());
    ReplicaSet created = create(wanted);
    keep(created);
    fresh = Optional.of(created.getMetadata().getName());
    if (size > 0) {
      events.normal(
          deployment,
          "ScalingReplicaSet",
          "Scaled up replica set %s from 0 to %d",
          created.getMetadata().getName(),
          size);
    }
    editStatus(
        d -> {
          DeploymentRevisions.set(d, Long.toString(revision));
          if (DeploymentStatuses.hasDeadline(d)) {
            setProgress(
                d, "True", "NewReplicaSetCreated", "Created new replica set " + quoted(created));
          }
        });
  }

  private ReplicaSet create(ReplicaSet wanted) throws ApiException {
    try {
      return client.create(wanted);
    } catch (ApiException.AlreadyExists e) {
      return resolveCollision(wanted, e);
    } catch (ApiException e) {
      if (!SlowStart.namespaceEnds(e)) {
        reportFailedCreation(wanted, e);
      }
      throw e;
    }
  }

  /** The set may be ours after all: created by a request whose answer was lost. */
  private ReplicaSet resolveCollision(ReplicaSet wanted, ApiException.AlreadyExists e)
      throws ApiException {
    Optional<ReplicaSet> mine =
        client
            .live()
            .get(ReplicaSet.class, ObjectKey.of(wanted))
            .filter(set -> Owners.isControlledBy(set, deployment))
            .filter(
                set ->
                    PodTemplates.same(
                        set.getSpec().getTemplate(), deployment.getSpec().getTemplate()));
    if (mine.isPresent()) {
      return mine.get();
    }
    editStatus(
        d ->
            d.getStatus().setCollisionCount(SetSize.orZero(d.getStatus().getCollisionCount()) + 1));
    throw e;
  }

  private void reportFailedCreation(ReplicaSet wanted, ApiException cause) throws ApiException {
    String message =
        "Failed to create new replica set " + quoted(wanted) + ": " + cause.getMessage();
    if (DeploymentStatuses.hasDeadline(deployment)) {
      noteProgress("False", "ReplicaSetCreateError", message);
    }
    events.warning(deployment, "ReplicaSetCreateError", "%s", message);
  }

  // Scaling.

  /** The wanted number differs from what the sets were last scaled for. */
  private boolean wasScaled() {
    int replicas = bounds().replicas();
    return ReplicaSets.active(sets.values()).stream()
        .map(DeploymentRevisions::desired)
        .anyMatch(desired -> desired.isPresent() && desired.getAsInt() != replicas);
  }

  private void scale() throws ApiException {
    List<ReplicaSet> active = ReplicaSets.active(sets.values());
    Fenceposts bounds = bounds();
    if (active.size() <= 1) {
      Optional<ReplicaSet> only =
          active.stream()
              .findFirst()
              .or(this::newSet)
              .or(() -> oldSets().stream().max(ReplicaSets.OLDEST_FIRST));
      if (only.isPresent()) {
        resizeIfNeeded(only.get(), bounds.replicas());
      }
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
      int present = SetSize.orZero(deployment.getStatus().getReplicas());
      for (Resize resize : ProportionalPlan.of(bounds, present, shares)) {
        resize(resize);
      }
    }
  }

  private static boolean isSaturated(ReplicaSet set, int replicas) {
    return SetSize.size(set) == replicas
        && DeploymentRevisions.desired(set).orElse(-1) == replicas
        && SetSize.available(set) == replicas;
  }

  private boolean resizeAll(Collection<ReplicaSet> which, int size) throws ApiException {
    boolean changed = false;
    for (ReplicaSet set : which) {
      changed |= resizeIfNeeded(set, size);
    }
    return changed;
  }

  private boolean resizeIfNeeded(ReplicaSet set, int size) throws ApiException {
    if (SetSize.size(set) == size) {
      return false;
    }
    resize(new Resize(set.getMetadata().getName(), size));
    return true;
  }

  private void resize(Resize resize) throws ApiException {
    ReplicaSet set = Objects.requireNonNull(sets.get(resize.name()), resize.name());
    int before = SetSize.size(set);
    keep(
        client.patch(
            set,
            s -> {
              s.getSpec().setReplicas(resize.size());
              DeploymentRevisions.noteSizes(s, bounds());
            }));
    if (before != resize.size()) {
      events.normal(
          deployment,
          "ScalingReplicaSet",
          "Scaled %s replica set %s from %d to %d",
          before < resize.size() ? "up" : "down",
          resize.name(),
          before,
          resize.size());
    }
  }

  // Rollouts.

  private Outcome roll() throws ApiException {
    createNewSet();
    List<SetSize> old = ReplicaSets.active(oldSets()).stream().map(SetSize::of).toList();
    List<Resize> step = RollingPlan.of(bounds(), SetSize.of(newSet().orElseThrow()), old);
    for (Resize resize : step) {
      resize(resize);
    }
    if (step.isEmpty()) {
      forgetOldSetsIfComplete();
    }
    return syncRolloutStatus();
  }

  private Outcome recreate() throws ApiException {
    if (resizeAll(ReplicaSets.active(oldSets()), 0) || oldPodsRun()) {
      return syncRolloutStatus();
    }
    createNewSet();
    resizeIfNeeded(newSet().orElseThrow(), bounds().replicas());
    forgetOldSetsIfComplete();
    return syncRolloutStatus();
  }

  /** Whether an old set says that it has pods, or has one that may still run. */
  private boolean oldPodsRun() throws ApiException {
    for (ReplicaSet set : oldSets()) {
      if (SetSize.orZero(set.getStatus().getReplicas()) > 0) {
        return true;
      }
      for (Pod pod : client.list(Pod.class).controlledBy(set).toList()) {
        if (!Pods.isTerminal(pod)) {
          return true;
        }
      }
    }
    return false;
  }

  private void forgetOldSetsIfComplete() throws ApiException {
    if (DeploymentStatuses.isComplete(deployment, deployment.getStatus())) {
      forgetOldSets();
    }
  }

  private void forgetOldSets() throws ApiException {
    Integer limit = deployment.getSpec().getRevisionHistoryLimit();
    for (ReplicaSet set : RevisionHistory.surplus(oldSets(), limit)) {
      client.delete(set, Deletion.byDefault());
    }
  }

  // Going back, as old clients asked for it.

  private void rollBack(long asked) throws ApiException {
    var all = new ArrayList<>(oldSets());
    newSet().ifPresent(all::add);
    long revision = asked == 0 ? DeploymentRevisions.secondHighest(all) : asked;
    Optional<ReplicaSet> target =
        revision == 0
            ? Optional.empty()
            : all.stream()
                .filter(set -> DeploymentRevisions.of(set).orElse(0) == revision)
                .findFirst();
    String name = deployment.getMetadata().getName();
    if (target.isEmpty()) {
      events.warning(
          deployment,
          "DeploymentRollbackRevisionNotFound",
          "%s",
          revision == 0
              ? "Unable to find last revision."
              : "Unable to find the revision to rollback to.");
      clearRollback(d -> {});
    } else if (PodTemplates.same(
        target.get().getSpec().getTemplate(), deployment.getSpec().getTemplate())) {
      events.warning(
          deployment,
          "DeploymentRollbackTemplateUnchanged",
          "The rollback revision contains the same template as current deployment \"%s\"",
          name);
      clearRollback(d -> {});
    } else {
      clearRollback(d -> restore(d, target.get()));
      events.normal(
          deployment,
          "DeploymentRollback",
          "Rolled back deployment \"%s\" to revision %d",
          name,
          revision);
    }
  }

  private void clearRollback(Consumer<Deployment> edit) throws ApiException {
    deployment =
        client.patch(
            deployment,
            d -> {
              edit.accept(d);
              DeploymentRevisions.forgetRollback(d);
            });
  }

  private static void restore(Deployment d, ReplicaSet set) {
    var template = Json.copy(set.getSpec().getTemplate());
    template.getMetadata().getLabels().remove(PodTemplates.HASH_LABEL);
    d.getSpec().setTemplate(template);
    DeploymentRevisions.restore(d, set);
  }

  // The status.

  private DeploymentStatuses statuses() {
    return new DeploymentStatuses(deployment, newSet(), oldSets(), pass.now());
  }

  private Outcome syncStatus() throws ApiException {
    DeploymentStatus status = statuses().counted();
    editStatus(d -> d.setStatus(status));
    return Outcome.done();
  }

  private Outcome syncRolloutStatus() throws ApiException {
    DeploymentStatuses statuses = statuses();
    DeploymentStatus status = statuses.ofRollout();
    Deployment before = deployment;
    editStatus(d -> d.setStatus(status));
    if (!isSame(deployment, before)) {
      return Outcome.done(); // its event brings the next look
    }
    Optional<Duration> left = statuses.untilDeadline(status);
    if (left.isEmpty()) {
      return Outcome.done();
    }
    return left.get().compareTo(MIN_WAIT) < 0
        ? Outcome.again()
        : Outcome.after(left.get().plus(MIN_WAIT));
  }
}
