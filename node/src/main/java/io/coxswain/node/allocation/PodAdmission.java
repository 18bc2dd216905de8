package io.coxswain.node.allocation;

import io.coxswain.api.ApiException;
import io.coxswain.node.pod.PodLife;
import io.coxswain.node.pod.PodPlan;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/**
 * Admission of pods and of their resizes, with statuses and events. What both kinds of nodes do
 * before they act on a pod.
 */
public final class PodAdmission {
  private final Client client;
  private final Recorder recorder;
  private final NodeAllocations allocations;
  private final Resizes resizes;

  /** Finds out what is known of a node; called only if it matters. */
  public interface NodeLookup {
    NodeFacts find() throws ApiException;
  }

  public PodAdmission(Client client, Recorder recorder, NodeAllocations allocations) {
    this.client = client;
    this.recorder = recorder;
    this.allocations = allocations;
    this.resizes = new Resizes(allocations, recorder);
  }

  /**
   * Whether the pod may run on the node. A pod that may not fails; a critical pod may have to wait
   * until others have ended, whose end calls for its next reconciliation.
   */
  public boolean admit(NodeLookup node, Pod pod, Instant now) throws ApiException {
    if (NodeAllocations.isAdmitted(pod)) {
      return true;
    }
    switch (allocations.admit(node.find(), pod)) {
      case NodeAllocations.Admitted _ -> {
        return true;
      }
      case NodeAllocations.Waiting _ -> {
        return false;
      }
      case NodeAllocations.Rejected(var why) -> {
        client
            .discardingResponses()
            .patchStatus(pod, pod.getStatus(), Rejections.status(pod, why, now));
        recorder.warning(pod, why.reason(), "%s", why.message());
        return false;
      }
    }
  }

  /** The life of the pod after the node's decisions about its resources. */
  public PodLife update(NodeLookup node, Pod pod, PodLife life, Instant now) throws ApiException {
    if (PodPlan.hasEnded(pod)) {
      return life;
    }
    PodLife decided = life.with(resizes.decide(node, pod, life.resources()));
    if (decided.condemned().isPresent()
        || !allocations.isPreempted(pod.getSpec().getNodeName(), pod.getMetadata().getUid())) {
      return decided;
    }
    recorder.warning(pod, PodLife.PREEMPTED, "%s", PodLife.PREEMPTED_MESSAGE);
    return decided.condemn(PodLife.PREEMPTED, PodLife.PREEMPTED_MESSAGE, now);
  }

  /** Reports that all running containers have got the resources of a resize. */
  public void resized(Pod pod, long generation) {
    resizes.completed(pod, generation);
  }

  /** Reports that a container ends to get other resources. */
  public void restarting(Pod pod, String container) {
    recorder.normal(pod, "Killing", "Container %s resize requires restart", container);
  }

  /** The resources of a pod are free: it has ended or been deleted. */
  public void release(String node, String uid) {
    allocations.release(node, uid);
  }

  /** The node has been deleted. */
  public void forget(String node) {
    allocations.forget(node);
  }
}
