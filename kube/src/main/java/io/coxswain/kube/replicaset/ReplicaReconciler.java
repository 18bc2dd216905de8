package io.coxswain.kube.replicaset;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.ControllerRefManager;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.OwnedPods;
import io.coxswain.kube.common.PodOutlines;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates or deletes pods to match the desired number, and updates the status. */
final class ReplicaReconciler<T extends HasMetadata> implements Reconciler<ObjectKey> {
  private final Client client;
  private final Recorder events;
  private final ReplicaKind<T> kind;
  private final DeletionAges ages;
  private final Klog log;

  ReplicaReconciler(Client client, Recorder events, ReplicaKind<T> kind, DeletionAges ages) {
    this.client = client;
    this.events = events;
    this.kind = kind;
    this.ages = ages;
    this.log =
        Klog.of(kind.type().getSimpleName().toLowerCase(java.util.Locale.ROOT) + "-controller");
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<T> found = client.get(kind.type(), key);
    if (found.isEmpty()) {
      log.info(4, "deleted", "kind", kind.type().getSimpleName(), "key", key);
      return Outcome.done();
    }
    T object = found.get();
    ReplicaSet set = kind.view(object);
    var selector = LabelSelector.of(set.getSpec().getSelector());
    List<Pod> active =
        new ControllerRefManager<>(client, object, selector, Pod.class)
            .by(PodOutlines.WITHOUT_SPEC)
            .among(Pods::isActive)
            .claim();

    @Nullable Failure failure =
        set.getMetadata().getDeletionTimestamp() == null ? manage(object, set, active, pass) : null;

    Instant now = pass.now();
    ReplicaSetStatus status =
        ReplicaStatus.of(
            set,
            active,
            kind.countsTerminating() ? terminating(object, selector) : null,
            failure == null ? null : failure.message(),
            now);
    kind.write(client, object, status);
    if (failure != null) {
      throw failure.cause();
    }
    return untilNextAvailable(set, status, active, now);
  }

  private int terminating(T object, LabelSelector selector) throws ApiException {
    return (int)
        client
            .list(Pod.class)
            .controlledBy(object)
            .labels(selector)
            .by(PodOutlines.WITHOUT_SPEC)
            .toList()
            .stream()
            .filter(Pods::isTerminating)
            .count();
  }

  /** Why pods could not be created or deleted, as the condition names it. */
  private record Failure(String message, ApiException cause) {}

  private @Nullable Failure manage(T object, ReplicaSet set, List<Pod> active, Reconciliation pass)
      throws ApiException {
    int wanted = ReplicaStatus.wanted(set);
    Map<String, Integer> onNode = active.size() > wanted ? relatedPodsByNode(set) : Map.of();
    var plan =
        ReplicaPlan.of(wanted, active, pod -> onNode.getOrDefault(Pods.node(pod), 0), pass.now());
    var pods = new OwnedPods(client, events, object);
    return switch (plan) {
      case ReplicaPlan.Keep keep -> null;
      case ReplicaPlan.Create create -> {
        log.info(
            2,
            "Too few replicas",
            "replicaSet",
            object,
            "need",
            wanted,
            "creating",
            create.count());
        var wantedPods = new ArrayList<Pod>();
        for (int i = 0; i < create.count(); i++) {
          wantedPods.add(PodTemplates.instantiate(object, set.getSpec().getTemplate()));
        }
        yield failure("", pods.createAll(pass, wantedPods));
      }
      case ReplicaPlan.Delete delete -> {
        log.info(
            2,
            "Too many replicas",
            "replicaSet",
            object,
            "need",
            wanted,
            "deleting",
            delete.pods().size());
        if (delete.pods().size() < active.size()) {
          ages.record(active, delete.pods(), pass.now());
        }
        yield failure("unable to delete pods: ", pods.deleteAll(pass, delete.pods()));
      }
    };
  }

  private static @Nullable Failure failure(String prefix, OwnedPods.Done done) {
    ApiException cause = done.failure();
    return cause == null ? null : new Failure(prefix + cause.getMessage(), cause);
  }

  /**
   * The number of active pods per node, of this set and of other sets with the same controller.
   * Without a controller there are no related pods.
   */
  private Map<String, Integer> relatedPodsByNode(ReplicaSet set) throws ApiException {
    Map<String, Integer> onNode = new HashMap<>(); // only looked up
    var owner = Owners.controllerOf(set);
    if (owner.isPresent()) {
      for (ReplicaSet related :
          client.list(ReplicaSet.class).controlledBy(owner.get().getUid()).toList()) {
        for (Pod pod :
            client.list(Pod.class).controlledBy(related).by(PodOutlines.WITHOUT_SPEC).toList()) {
          if (Pods.isActive(pod)) {
            onNode.merge(Pods.node(pod), 1, Integer::sum);
          }
        }
      }
    }
    return onNode;
  }

  /** Requeues for the time at which the next ready pod becomes available. */
  private static Outcome untilNextAvailable(
      ReplicaSet set, ReplicaSetStatus status, List<Pod> active, Instant now) {
    Integer minReady = set.getSpec().getMinReadySeconds();
    if (minReady == null
        || minReady <= 0
        || Objects.equals(status.getReadyReplicas(), status.getAvailableReplicas())) {
      return Outcome.done();
    }
    return Outcome.after(
        active.stream()
            .flatMap(pod -> Pods.untilAvailable(pod, minReady, now).stream())
            .min(Comparator.naturalOrder())
            .orElse(Duration.ofSeconds(minReady)));
  }
}
