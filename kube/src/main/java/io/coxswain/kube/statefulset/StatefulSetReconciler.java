package io.coxswain.kube.statefulset;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.ControllerRefManager;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Creates, updates and deletes the pods of a set. */
final class StatefulSetReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("statefulset-controller");

  private final Client client;
  private final Recorder events;
  private final StatefulSetOptions options;

  StatefulSetReconciler(Client client, Recorder events, StatefulSetOptions options) {
    this.client = client;
    this.events = events;
    this.options = options;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<StatefulSet> found = client.get(StatefulSet.class, key);
    if (found.isEmpty()) {
      log.info("StatefulSet has been deleted", "key", key);
      return Outcome.done();
    }
    StatefulSet set = found.get();
    if (StatefulSetExtensions.hasInvalidAnnotation(set)) {
      events.warning(
          set,
          "InvalidAnnotation",
          "%s must be a positive number or percentage; it is ignored",
          StatefulSetExtensions.MAX_UNAVAILABLE);
    }
    SetRevisions history = SetRevisions.claim(client, set);
    List<Pod> pods = claimPods(set);
    StatefulSetRevisions revisions = history.current();
    var seen =
        new StatefulSetObservation(
            set, pods, revisions, findClaims(set, pods), options.maxUnavailable(), pass.now());
    return apply(seen, StatefulSetPlan.of(seen), history, pass);
  }

  private List<Pod> claimPods(StatefulSet set) throws ApiException {
    LabelSelector selector = LabelSelector.of(set.getSpec().getSelector());
    return new ControllerRefManager<>(client, set, selector, Pod.class)
        .matching(Ordinals.of(set)::isMember)
        .claim();
  }

  private NavigableMap<String, PersistentVolumeClaim> findClaims(StatefulSet set, List<Pod> pods)
      throws ApiException {
    var claims = new TreeMap<String, PersistentVolumeClaim>();
    if (StatefulPodFactory.claimTemplates(set).isEmpty()) {
      return claims;
    }
    Ordinals ordinals = Ordinals.of(set);
    for (int ordinal = ordinals.start(); ordinal < ordinals.end(); ordinal++) {
      findClaims(set, ordinal, claims);
    }
    for (Pod pod : pods) {
      findClaims(set, Ordinals.of(pod), claims);
    }
    return claims;
  }

  private void findClaims(
      StatefulSet set, int ordinal, NavigableMap<String, PersistentVolumeClaim> claims)
      throws ApiException {
    for (PersistentVolumeClaim template : StatefulPodFactory.claimTemplates(set)) {
      String name = Ordinals.of(set).claimName(template.getMetadata().getName(), ordinal);
      if (!claims.containsKey(name)) {
        client
            .get(PersistentVolumeClaim.class, ObjectKey.of(set).sibling(name))
            .ifPresent(claim -> claims.put(name, claim));
      }
    }
  }

  private Outcome apply(
      StatefulSetObservation seen, StatefulSetPlan plan, SetRevisions history, Reconciliation pass)
      throws ApiException {
    var writer = new StatefulPodWriter(client, events, seen);
    ApiException failure = writer.perform(plan, pass);
    StatefulSetCounts counts = StatefulSetCounts.of(seen).without(writer.replaced());
    writeStatus(seen, counts, history.collisions());
    if (!seen.deleting()) {
      history.truncate(seen.revisions(), seen.pods());
    }
    if (failure != null) {
      throw failure;
    }
    return writer.waiting() ? Outcome.again() : lookAgain(seen, counts);
  }

  private void writeStatus(StatefulSetObservation seen, StatefulSetCounts counts, int collisions)
      throws ApiException {
    StatefulSetStatus before =
        seen.set().getStatus() == null ? new StatefulSetStatus() : seen.set().getStatus();
    StatefulSetStatus after = Json.copy(before);
    counts.writeTo(after, seen.set(), seen.revisions(), collisions);
    if (StatefulSetCounts.differ(before, after)) {
      client.patchStatus(seen.set(), set -> set.setStatus(after));
    }
  }

  /** Requeues for the time at which a ready pod becomes available. */
  private static Outcome lookAgain(StatefulSetObservation seen, StatefulSetCounts counts) {
    if (seen.minReadySeconds() == 0 || counts.ready() == counts.available()) {
      return Outcome.done();
    }
    return seen.pods().stream()
        .flatMap(pod -> Pods.untilAvailable(pod, seen.minReadySeconds(), seen.now()).stream())
        .min(Comparator.naturalOrder())
        .map(Outcome::after)
        .orElseGet(() -> Outcome.after(Duration.ofSeconds(seen.minReadySeconds())));
  }
}
