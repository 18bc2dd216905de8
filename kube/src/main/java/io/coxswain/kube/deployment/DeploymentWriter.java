package io.coxswain.kube.deployment;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.kube.deployment.DeploymentPlan.Action;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Applies the actions of a {@link DeploymentPlan}. Its fields hold the objects as last written. */
final class DeploymentWriter {
  private static final Klog log = Klog.of("deployment-controller");

  private final Client client;
  private final Recorder events;
  private final Instant now;
  private Deployment deployment;
  private final TreeMap<String, ReplicaSet> sets = new TreeMap<>();

  DeploymentWriter(Client client, Recorder events, DeploymentObservation observed) {
    this.client = client;
    this.events = events;
    this.now = observed.now();
    this.deployment = observed.deployment();
    observed.sets().forEach(this::put);
  }

  private void put(ReplicaSet set) {
    sets.put(set.getMetadata().getName(), set);
  }

  private ReplicaSet set(String name) {
    return Objects.requireNonNull(sets.get(name), name);
  }

  void apply(Action action) throws ApiException {
    switch (action) {
      case Action.UpdateStatus(var status, var revision) ->
          editStatus(
              d -> {
                d.setStatus(status);
                if (revision != null) {
                  DeploymentRevisions.set(d, revision);
                }
              });
      case Action.AlignReplicaSet(var name, long revision) ->
          put(client.patch(set(name), set -> ReplicaSets.align(set, deployment, revision)));
      case Action.CreateReplicaSet(var set) -> create(set);
      case Action.ScaleReplicaSet scale -> scale(scale);
      case Action.DeleteReplicaSet(var name) -> {
        log.info(
            4,
            "Trying to cleanup replica set for deployment",
            "replicaSet",
            set(name),
            "deployment",
            deployment);
        client.delete(set(name), Deletion.byDefault());
      }
      case Action.RollBack rollback -> rollBack(rollback);
      case Action.RejectRollback(var reason, var message) -> {
        events.warning(deployment, reason, "%s", message);
        clearRollback(d -> {});
      }
    }
  }

  /** The API server accepts changes of annotations through the status subresource. */
  private void editStatus(Consumer<Deployment> edit) throws ApiException {
    deployment = client.patchStatus(deployment, edit);
  }

  private void create(ReplicaSet desired) throws ApiException {
    ReplicaSet created;
    try {
      created = client.create(desired);
    } catch (ApiException.AlreadyExists e) {
      created = resolveCollision(desired, e);
    } catch (ApiException e) {
      if (!SlowStart.namespaceEnds(e)) {
        reportFailedCreation(desired, e);
      }
      throw e;
    }
    put(created);
    int size = SetSize.size(desired);
    if (size > 0) {
      events.normal(
          deployment,
          "ScalingReplicaSet",
          "Scaled up replica set %s from 0 to %d",
          created.getMetadata().getName(),
          size);
    }
  }

  /**
   * Returns the existing set if it belongs to this Deployment, which is the case after a create
   * request whose response was lost. Otherwise increments the collision count, which changes the
   * name of the next attempt.
   */
  private ReplicaSet resolveCollision(ReplicaSet desired, ApiException.AlreadyExists e)
      throws ApiException {
    Optional<ReplicaSet> existing =
        client
            .live()
            .get(ReplicaSet.class, ObjectKey.of(desired))
            .filter(set -> Owners.isControlledBy(set, deployment))
            .filter(
                set ->
                    PodTemplates.same(
                        set.getSpec().getTemplate(), deployment.getSpec().getTemplate()));
    if (existing.isPresent()) {
      return existing.get();
    }
    int collisions = SetSize.orZero(deployment.getStatus().getCollisionCount());
    log.info(
        2,
        "Found a hash collision for deployment - bumping collisionCount to resolve it",
        "deployment",
        deployment,
        "oldCollisionCount",
        collisions,
        "newCollisionCount",
        collisions + 1);
    editStatus(
        d ->
            d.getStatus().setCollisionCount(SetSize.orZero(d.getStatus().getCollisionCount()) + 1));
    throw e;
  }

  private void reportFailedCreation(ReplicaSet desired, ApiException cause) throws ApiException {
    String message =
        "Failed to create new replica set "
            + ReplicaSets.quotedName(desired)
            + ": "
            + cause.getMessage();
    if (DeploymentStatuses.hasDeadline(deployment)) {
      editStatus(d -> reportFailedCreation(d.getStatus(), message));
    }
    events.warning(deployment, "ReplicaSetCreateError", "%s", message);
  }

  private void reportFailedCreation(DeploymentStatus status, String message) {
    DeploymentConditions.set(
        status,
        DeploymentConditions.of(
            DeploymentConditions.PROGRESSING, "False", "ReplicaSetCreateError", message, now));
  }

  private void scale(Action.ScaleReplicaSet scale) throws ApiException {
    put(client.patch(set(scale.name()), set -> ReplicaSets.scale(set, scale.to(), scale.bounds())));
    if (scale.from() != scale.to()) {
      events.normal(
          deployment,
          "ScalingReplicaSet",
          "Scaled %s replica set %s from %d to %d",
          scale.from() < scale.to() ? "up" : "down",
          scale.name(),
          scale.from(),
          scale.to());
    }
  }

  private void rollBack(Action.RollBack rollback) throws ApiException {
    clearRollback(
        d -> {
          var template = Json.copy(rollback.target().getSpec().getTemplate());
          template.getMetadata().getLabels().remove(PodTemplates.HASH_LABEL);
          d.getSpec().setTemplate(template);
          DeploymentRevisions.restore(d, rollback.target());
        });
    events.normal(
        deployment,
        "DeploymentRollback",
        "Rolled back deployment \"%s\" to revision %d",
        deployment.getMetadata().getName(),
        rollback.revision());
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
}
