package io.coxswain.slurm.drain;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.NodeUpdate;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.clients.SlurmClients;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The Slurm nodes of one Kubernetes node, locked against all other tasks of this program until it
 * is closed. Every write follows a read of the Slurm node from slurmrestd and is skipped if the
 * node is no longer in the expected state.
 */
public final class LockedNode implements AutoCloseable {
  private static final String WORKER = "slurm.nebius.ai/worker";
  private static final String INSTANCE = "app.kubernetes.io/instance";

  private final Reader client;
  private final SlurmClients clients;
  private final String kubernetesNode;
  private final KeyedMutex.Held held;

  LockedNode(Reader client, SlurmClients clients, String kubernetesNode, KeyedMutex.Held held) {
    this.client = client;
    this.clients = clients;
    this.kubernetesNode = kubernetesNode;
    this.held = held;
  }

  @Override
  public void close() {
    held.close();
  }

  /** The state that the Slurm nodes of a Kubernetes node have to reach. */
  public enum Target {
    /** Drained, without running or completing jobs. */
    DRAINED,
    /** As {@link #DRAINED}, or drained and down, which also means that nothing runs there. */
    EMPTY,
    /**
     * As {@link #EMPTY}, for running worker pods only: on a Kubernetes node that has stopped
     * reporting, no other pod will start.
     */
    EMPTY_IF_RUNNING;

    boolean isReached(SlurmNode node) {
      return this == DRAINED ? node.isFullyDrained() : isEmpty(node);
    }
  }

  private static boolean isEmpty(SlurmNode node) {
    return node.isFullyDrained()
        || (node.is(NodeState.DRAIN)
            && node.base().filter(NodeState.DOWN::equals).isPresent()
            && !node.is(NodeState.COMPLETING));
  }

  // ---- all Slurm nodes of the Kubernetes node

  /**
   * Drains every Slurm node of the Kubernetes node that is not yet drained.
   *
   * @return whether all of them have reached the target, as read from Slurm afterwards
   * @throws ReconcileException if the state of any of them could not be read
   */
  public boolean drain(DrainReason reason, Target target) throws ApiException {
    return all(target, (slurm, name) -> drain(slurm, name, reason));
  }

  /** Whether every Slurm node of the Kubernetes node has reached the target; writes nothing. */
  public boolean hasReached(Target target) throws ApiException {
    return all(target, SlurmClient::node);
  }

  /** Reads, and possibly changes, one Slurm node and returns its latest state. */
  private interface Operation {
    SlurmNode run(SlurmClient slurm, String name) throws SlurmException;
  }

  private static SlurmNode drain(SlurmClient slurm, String name, DrainReason reason)
      throws SlurmException {
    SlurmNode node = slurm.node(name);
    if (!reason.supersedes(node)) {
      return node;
    }
    slurm.update(name, NodeUpdate.drain(reason.text()));
    return slurm.node(name);
  }

  private boolean all(Target target, Operation operation) throws ApiException {
    boolean reached = true;
    var failures = new ArrayList<String>();
    for (Pod pod : fetchWorkers()) {
      if (target == Target.EMPTY_IF_RUNNING && !phase(pod).equals("Running")) {
        continue;
      }
      String name = pod.getMetadata().getName();
      ObjectKey cluster = cluster(pod);
      try {
        reached &= target.isReached(operation.run(clients.get(cluster), name));
      } catch (SlurmException | ReconcileException e) {
        failures.add("slurm node " + name + " of " + cluster + ": " + e.getMessage());
      }
    }
    if (!failures.isEmpty()) {
      throw new ReconcileException(String.join("; ", failures));
    }
    return reached;
  }

  // ---- one Slurm node

  /**
   * Ends the drain of a Slurm node, provided that its drain and its Kubernetes node are still as
   * observed.
   *
   * @return false if the precondition does not hold
   */
  public boolean undrain(ObjectKey cluster, SlurmNode observed) throws ApiException {
    return undrain(cluster, observed, node -> true);
  }

  /** As {@link #undrain(ObjectKey, SlurmNode)}, with a further precondition. */
  public boolean undrain(ObjectKey cluster, SlurmNode observed, Predicate<SlurmNode> condition)
      throws ApiException {
    return update(
        cluster,
        observed.name(),
        NodeUpdate.undrain(),
        node ->
            node.is(NodeState.DRAIN)
                && hasSameDrain(node, observed)
                && node.instanceId().equals(observed.instanceId())
                && condition.test(node));
  }

  /**
   * Drains a Slurm node unless it is drained already.
   *
   * @return false if it is
   */
  public boolean drain(ObjectKey cluster, String name, String reason) throws ApiException {
    return update(cluster, name, NodeUpdate.drain(reason), node -> !node.is(NodeState.DRAIN));
  }

  /**
   * Resumes a Slurm node that is drained and meets the condition.
   *
   * @return false if it is not drained or the condition does not hold
   */
  public boolean resume(ObjectKey cluster, String name, Predicate<SlurmNode> condition)
      throws ApiException {
    return update(
        cluster,
        name,
        NodeUpdate.resume(),
        node -> node.is(NodeState.DRAIN) && condition.test(node));
  }

  void drainAfterCheck(ObjectKey cluster, String name, NodeUpdate update) throws ApiException {
    boolean drained = update(cluster, name, update, node -> !DrainReason.isForeign(node));
    if (!drained && update.comment().isPresent()) {
      var _ = update(cluster, name, NodeUpdate.comment(update.comment().get()), node -> true);
    }
  }

  private boolean update(
      ObjectKey cluster, String name, NodeUpdate update, Predicate<SlurmNode> precondition)
      throws ApiException {
    try {
      SlurmClient slurm = clients.get(cluster);
      if (!precondition.test(slurm.node(name))) {
        return false;
      }
      slurm.update(name, update);
      return true;
    } catch (SlurmException e) {
      throw SlurmDrainer.failure(cluster, name, e);
    }
  }

  /** Whether the drain flag, the reason and its time are the same. */
  static boolean hasSameDrain(SlurmNode node, SlurmNode other) {
    return node.is(NodeState.DRAIN) == other.is(NodeState.DRAIN)
        && node.reason().equals(other.reason())
        && node.reasonChangedAt().equals(other.reasonChangedAt());
  }

  // ---- worker pods

  /**
   * The worker pods whose daemons run, or may still start, on the Kubernetes node. They are listed
   * from the API server: a pod that the cache does not have yet may run a job.
   */
  private List<Pod> fetchWorkers() throws ApiException {
    var parameters = new TreeMap<String, String>();
    parameters.put("fieldSelector", "spec.nodeName=" + kubernetesNode);
    parameters.put("labelSelector", WORKER + "=true");
    var pods = new ArrayList<Pod>();
    for (var item : client.fetch("/api/v1/pods", parameters).path("items")) {
      Pod pod = Json.convert(item, Pod.class);
      if (!phase(pod).equals("Succeeded") && !phase(pod).equals("Failed")) {
        pods.add(pod);
      }
    }
    return pods;
  }

  private static String phase(Pod pod) {
    return pod.getStatus() == null || pod.getStatus().getPhase() == null
        ? ""
        : pod.getStatus().getPhase();
  }

  private static ObjectKey cluster(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return ObjectKey.of(pod.getMetadata().getNamespace(), labels.getOrDefault(INSTANCE, ""));
  }
}
