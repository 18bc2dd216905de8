package io.coxswain.kube.podgc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.podgc.PodGarbageMetrics.Reason;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Patch;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Checks all pods every 20 seconds. */
final class PodGarbageReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("pod-garbage-collector-controller");

  private static final Duration PERIOD = Duration.ofSeconds(20);
  private static final int MAX_CONCURRENCY = 16;
  private static final String DISRUPTION = "DisruptionTarget";

  private final Client client;
  private final PodGarbageOptions options;
  private final PodGarbageMetrics metrics;

  /** Names of all nodes that pods have been bound to; maintained by the pod watch. */
  private final Set<String> namedNodes;

  private final Quarantine quarantine = new Quarantine();

  PodGarbageReconciler(
      Client client, PodGarbageOptions options, Set<String> namedNodes, PodGarbageMetrics metrics) {
    this.client = client;
    this.options = options;
    this.namedNodes = namedNodes;
    this.metrics = metrics;
  }

  /** A pod that cannot be deleted is tried again in the next period. */
  @Override
  public Outcome reconcile(ObjectKey round, Reconciliation pass) throws ApiException {
    var ended = client.list(Pod.class).by(PodGarbageCollector.STATE, "ended");
    if (options.endedPods() > 0 && ended.keys().size() > options.endedPods()) {
      List<Pod> surplus = PodGarbage.tooMany(ended.toList(), options.endedPods());
      log.info("Garbage collecting pods", "numPods", surplus.size());
      removeAll(surplus, pod -> Reason.TERMINATED, pass);
    }
    List<Pod> deleting = client.list(Pod.class).by(PodGarbageCollector.STATE, "deleting").toList();
    var nodes = new TreeMap<String, Node>();
    for (Pod pod : deleting) {
      client
          .get(Node.class, ObjectKey.of("", Pods.node(pod)))
          .ifPresent(node -> nodes.put(Pods.node(pod), node));
    }
    removeAll(
        PodGarbage.stuck(deleting, name -> Optional.ofNullable(nodes.get(name))),
        pod -> Pods.isAssigned(pod) ? Reason.OUT_OF_SERVICE : Reason.UNSCHEDULED,
        pass);
    removeAll(abandoned(pass), pod -> Reason.ORPHANED, pass);
    return Outcome.after(PERIOD);
  }

  /** Pods on nodes that do not exist. */
  private List<Pod> abandoned(Reconciliation pass) throws ApiException {
    var unknown = new ArrayList<String>();
    for (String node : List.copyOf(namedNodes)) {
      if (client.get(Node.class, ObjectKey.of("", node)).isEmpty()) {
        if (client.list(Pod.class).by(PodIndexes.BY_NODE, node).keys().isEmpty()) {
          namedNodes.remove(node);
        } else {
          unknown.add(node);
        }
      }
    }
    quarantine.enter(unknown, pass.now());
    var abandoned = new ArrayList<Pod>();
    for (String node : quarantine.leave(pass.now())) {
      if (unknown.contains(node) && isGone(node)) {
        abandoned.addAll(client.list(Pod.class).by(PodIndexes.BY_NODE, node).toList());
      }
    }
    return abandoned;
  }

  /** Reads the node from the server; after an error it is checked again in the next period. */
  private boolean isGone(String node) {
    try {
      return client.live().get(Node.class, ObjectKey.of("", node)).isEmpty();
    } catch (ApiException e) {
      log.error(e, "Error while getting node", "node", node);
      return false;
    }
  }

  private void removeAll(List<Pod> pods, Function<Pod, Reason> reason, Reconciliation pass)
      throws ApiException {
    try (Reconciliation.Fork fork = pass.fork(MAX_CONCURRENCY)) {
      for (Pod pod : pods) {
        fork.run(() -> remove(pod, reason.apply(pod), pass));
      }
    }
  }

  private void remove(Pod pod, Reason reason, Reconciliation pass) {
    metrics.deleting(pod, reason);
    announce(pod, reason);
    try {
      if (!Pods.isTerminal(pod)) {
        client.patch(pod, failed(pod, reason == Reason.ORPHANED, pass));
      }
      client.delete(pod, Deletion.byDefault().grace(0));
      switch (reason) {
        case ORPHANED -> log.info("Forced deletion of orphaned Pod succeeded", "pod", pod);
        case UNSCHEDULED ->
            log.info("Forced deletion of unscheduled terminating Pod succeeded", "pod", pod);
        default -> {}
      }
    } catch (ApiException.NotFound e) {
      pass.log()
          .atDebug()
          .addKeyValue("pod", ObjectKey.of(pod))
          .log("Pod has already been deleted");
    } catch (ApiException e) {
      metrics.failed(pod, reason);
      String kind =
          switch (reason) {
            case TERMINATED -> "terminated pod";
            case OUT_OF_SERVICE -> "terminating pod on out-of-service node";
            case ORPHANED -> "orphaned pod";
            case UNSCHEDULED -> "unscheduled terminating pod";
          };
      log.handle(false, e, "Failed to delete " + kind, "pod", pod);
    }
  }

  private static void announce(Pod pod, Reason reason) {
    switch (reason) {
      case ORPHANED ->
          log.info(
              2,
              "Found orphaned Pod assigned to the Node, deleting",
              "pod",
              pod,
              "node",
              Pods.node(pod));
      case UNSCHEDULED ->
          log.info(
              2,
              "Found unscheduled terminating Pod not assigned to any Node, deleting",
              "pod",
              pod);
      case OUT_OF_SERVICE ->
          log.info(
              4,
              "Garbage collecting pod that is terminating",
              "pod",
              pod,
              "phase",
              Pods.phase(pod));
      case TERMINATED -> {}
    }
    log.info("PodGC is force deleting Pod", "pod", pod);
  }

  /** Marks the pod as failed, because no kubelet can report how it ended. */
  private static Patch failed(Pod pod, boolean nodeIsGone, Reconciliation pass) {
    ObjectNode patch = Json.MAPPER.createObjectNode();
    patch.putObject("metadata").put("uid", pod.getMetadata().getUid());
    ObjectNode status = patch.putObject("status").put("phase", "Failed");
    Long generation = pod.getMetadata().getGeneration();
    if (generation != null) {
      status.put("observedGeneration", generation);
    }
    if (nodeIsGone) {
      // Appends the new condition; a strategic merge would put it first.
      ArrayNode order = status.putArray("$setElementOrder/conditions");
      Pods.conditions(pod).stream()
          .map(PodCondition::getType)
          .filter(type -> !type.equals(DISRUPTION))
          .forEach(type -> order.addObject().put("type", type));
      order.addObject().put("type", DISRUPTION);
      ObjectNode condition =
          status
              .putArray("conditions")
              .addObject()
              .put("type", DISRUPTION)
              .put("status", "True")
              .put("reason", "DeletionByPodGC")
              .put("message", "PodGC: node no longer exists")
              .put("lastTransitionTime", Timestamps.format(pass.now()));
      if (generation != null) {
        condition.put("observedGeneration", generation);
      }
    }
    return Patch.strategic(patch).toStatus();
  }
}
