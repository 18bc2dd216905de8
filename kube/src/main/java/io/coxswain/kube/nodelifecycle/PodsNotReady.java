package io.coxswain.kube.nodelifecycle;

import io.coxswain.api.ApiException;
import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.Optional;

/** Marks pods on an unreachable node as not ready, because their kubelet cannot. */
final class PodsNotReady {
  private static final Klog log = Klog.of("node-lifecycle-controller");

  private final Client client;
  private final Recorder events;

  PodsNotReady(Client client, Recorder events) {
    this.client = client;
    this.events = events;
  }

  /**
   * Marks all ready pods of the node.
   *
   * @throws ApiException the first failure, after all pods have been tried
   */
  void markAll(String node, Instant now) throws ApiException {
    log.info(2, "Update ready status of pods on node", "node", node);
    ApiException failure = null;
    for (Pod pod : client.list(Pod.class).by(PodIndexes.BY_NODE, node).toList()) {
      try {
        mark(pod, now);
      } catch (ApiException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  void mark(Pod pod, Instant now) throws ApiException {
    if (ready(pod).filter(c -> !"False".equals(c.getStatus())).isEmpty()) {
      return;
    }
    try {
      log.info(2, "Updating ready status of pod to false", "pod", pod);
      client.patchStatus(pod, p -> ready(p).ifPresent(c -> unset(c, now)));
      events.warning(pod, "NodeNotReady", "Node is not ready");
    } catch (ApiException.NotFound e) {
      return; // deleted pods need no update
    }
  }

  private static void unset(PodCondition ready, Instant now) {
    ready.setStatus("False");
    ready.setLastTransitionTime(Timestamps.format(now));
  }

  private static Optional<PodCondition> ready(Pod pod) {
    return pod.getStatus() == null
        ? Optional.empty()
        : Conditions.POD.find(pod.getStatus().getConditions(), "Ready");
  }
}
