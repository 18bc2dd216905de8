package io.coxswain.kube.daemonset;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.ControllerRefManager;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.OwnedPods;
import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates and deletes the pods of a DaemonSet so that they match its nodes. */
final class DaemonSetReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("daemonset-controller");

  private final Client client;
  private final Recorder events;
  private final FailedPodBackoff backoff = new FailedPodBackoff();

  DaemonSetReconciler(Client client, Recorder events) {
    this.client = client;
    this.events = events;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<DaemonSet> found = client.get(DaemonSet.class, key);
    if (found.isEmpty()) {
      log.info(3, "Daemon set has been deleted", "daemonset", key);
      return Outcome.done();
    }
    DaemonSet set = found.get();
    if (selectsAll(set)) {
      events.warning(
          set,
          "SelectingAll",
          "This daemon set is selecting all pods. A non-empty selector is required.");
      return Outcome.done();
    }
    // The revisions of a set that is being deleted may already be gone, so its status is not
    // updated.
    if (set.getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done();
    }
    LabelSelector selector = LabelSelector.of(set.getSpec().getSelector());
    List<Pod> pods = new ControllerRefManager<>(client, set, selector, Pod.class).claim();
    DaemonHistory history = DaemonHistory.of(client, set, pods);
    var seen =
        new DaemonSetObservation(
            set,
            client.list(Node.class).toList(),
            pods,
            history.hash(),
            node -> backoff.heldBack(backoffKey(set, node), pass.now()),
            pass.now());
    return apply(seen, DaemonSetPlan.of(seen), history, pass);
  }

  private static boolean selectsAll(DaemonSet set) {
    var selector = set.getSpec().getSelector();
    return (selector.getMatchLabels() == null || selector.getMatchLabels().isEmpty())
        && (selector.getMatchExpressions() == null || selector.getMatchExpressions().isEmpty());
  }

  /** Forgets the backoff of a set whose generation changed. */
  private static String backoffKey(DaemonSet set, String node) {
    Long generation = set.getStatus() == null ? null : set.getStatus().getObservedGeneration();
    return set.getMetadata().getUid() + "/" + (generation == null ? 0 : generation) + "/" + node;
  }

  private Outcome apply(
      DaemonSetObservation seen, DaemonSetPlan plan, DaemonHistory history, Reconciliation pass)
      throws ApiException {
    plan.ended().forEach(pod -> announce(seen, pod));
    log.info(
        4,
        "Nodes needing daemon pods for daemon set, creating",
        "daemonset",
        seen.set(),
        "needCount",
        plan.create().size(),
        "createCount",
        plan.create().size());
    log.info(
        4,
        "Pods to delete for daemon set, deleting",
        "daemonset",
        seen.set(),
        "toDeleteCount",
        plan.delete().size(),
        "deleteCount",
        plan.delete().size());
    var writer = new OwnedPods(client, events, seen.set());
    List<Pod> wanted =
        plan.create().stream()
            .map(node -> DaemonPodFactory.build(seen.set(), seen.hash(), node))
            .toList();
    ApiException failure = writer.createAll(pass, wanted).failure();
    ApiException other = writer.deleteAll(pass, plan.delete()).failure();
    failure = failure == null ? other : failure;
    if (failure == null) {
      history.truncate(seen.pods());
    }
    DaemonSetCounts counts = DaemonSetCounts.of(seen);
    writeStatus(seen.set(), counts);
    if (failure != null) {
      throw failure;
    }
    return lookAgain(seen, plan, counts);
  }

  private void announce(DaemonSetObservation seen, Pod pod) {
    DaemonSet set = seen.set();
    String node = DaemonPodFactory.target(pod).orElse("");
    String where = pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    if (Pods.phase(pod).equals("Failed")) {
      log.info(2, "Found failed daemon pod on node, will try to kill it", "pod", pod, "node", node);
      backoff.struck(backoffKey(set, node), seen.now());
      events.warning(
          set,
          "FailedDaemonPod",
          "Found failed daemon pod %s on node %s, will try to kill it",
          where,
          node);
    } else {
      log.info(
          2, "Found succeeded daemon pod on node, will try to delete it", "pod", pod, "node", node);
      events.normal(
          set,
          "SucceededDaemonPod",
          "Found succeeded daemon pod %s on node %s, will try to delete it",
          where,
          node);
    }
  }

  private void writeStatus(DaemonSet set, DaemonSetCounts counts) throws ApiException {
    DaemonSetStatus status =
        set.getStatus() == null ? new DaemonSetStatus() : Json.copy(set.getStatus());
    counts.writeTo(status, set.getMetadata().getGeneration());
    client.patchStatus(set, s -> s.setStatus(status));
  }

  private static Outcome lookAgain(
      DaemonSetObservation seen, DaemonSetPlan plan, DaemonSetCounts counts) {
    var waits = new ArrayList<Duration>();
    plan.lookAgain().ifPresent(waits::add);
    if (seen.minReadySeconds() > 0 && counts.ready() != counts.available()) {
      seen.pods().stream()
          .flatMap(pod -> Pods.untilAvailable(pod, seen.minReadySeconds(), seen.now()).stream())
          .forEach(waits::add);
    }
    @Nullable Duration first = waits.stream().min(Comparator.naturalOrder()).orElse(null);
    return first == null ? Outcome.done() : Outcome.after(first);
  }
}
