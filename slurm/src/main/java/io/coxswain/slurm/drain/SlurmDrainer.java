package io.coxswain.slurm.drain;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.slurm.client.NodeReboot;
import io.coxswain.slurm.client.NodeUpdate;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.clients.SlurmClients;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The only writer of the state of Slurm nodes in a program. All operations on the Slurm nodes of
 * one Kubernetes node exclude each other: {@link #lock} returns the operations together with the
 * lock that they need.
 */
public final class SlurmDrainer {
  private final Reader client;
  private final SlurmClients clients;
  private final KeyedMutex mutex;

  public SlurmDrainer(Reader client, SlurmClients clients, Tasks tasks) {
    this.client = client;
    this.clients = clients;
    this.mutex = new KeyedMutex(tasks);
  }

  /** Waits until no other task of this program works on the Slurm nodes of the Kubernetes node. */
  public LockedNode lock(String kubernetesNode) throws CancelledException {
    return new LockedNode(client, clients, kubernetesNode, mutex.acquire(kubernetesNode));
  }

  /**
   * As {@link #lock(String)}, for the Kubernetes node that the Slurm node runs on. A Slurm node
   * without one is locked by itself.
   */
  public LockedNode lock(ObjectKey cluster, SlurmNode node)
      throws ApiException, CancelledException {
    return lock(kubernetesNode(cluster, node).orElse(cluster + "/" + node.name()));
  }

  /**
   * The Kubernetes node that a Slurm node runs on, as reported by Slurm. Versions of Slurm that do
   * not report it leave it to the worker pod.
   */
  public Optional<String> kubernetesNode(ObjectKey cluster, SlurmNode node) throws ApiException {
    if (!node.instanceId().isEmpty()) {
      return Optional.of(node.instanceId());
    }
    return client
        .get(Pod.class, ObjectKey.of(cluster.namespace(), node.name()))
        .map(pod -> pod.getSpec().getNodeName())
        .filter(name -> !name.isEmpty());
  }

  /**
   * Drains a Slurm node after an active check, and sets its comment. A drain by an administrator
   * keeps its reason; only the comment is set then.
   */
  public void drainAfterCheck(ObjectKey cluster, String name, NodeUpdate update)
      throws ApiException, CancelledException {
    SlurmNode observed = fetch(cluster, name);
    try (LockedNode locked = lock(cluster, observed)) {
      locked.drainAfterCheck(cluster, name, update);
    }
  }

  /** Sets the comment of a Slurm node, which no other operation depends on. */
  public void comment(ObjectKey cluster, String name, String comment)
      throws ApiException, CancelledException {
    try {
      clients.get(cluster).update(name, NodeUpdate.comment(comment));
    } catch (SlurmException e) {
      throw failure(cluster, name, e);
    }
  }

  /**
   * Asks Slurm to drain and reboot the nodes, without those whose drain has changed since they were
   * observed: a reboot ends with the node resumed.
   */
  public void reboot(ObjectKey cluster, List<SlurmNode> observed, NodeReboot reboot)
      throws ApiException, CancelledException {
    var byLock = new TreeMap<String, List<SlurmNode>>();
    for (SlurmNode node : observed) {
      String key = kubernetesNode(cluster, node).orElse(cluster + "/" + node.name());
      byLock.computeIfAbsent(key, ignored -> new ArrayList<>()).add(node);
    }
    // In the order of the keys, so that two callers cannot wait for each other.
    var locks = new ArrayList<LockedNode>();
    try {
      var unchanged = new ArrayList<String>();
      for (String key : byLock.keySet()) {
        locks.add(lock(key));
      }
      SlurmClient slurm = clients.get(cluster);
      for (SlurmNode node : observed) {
        if (LockedNode.hasSameDrain(slurm.node(node.name()), node)) {
          unchanged.add(node.name());
        }
      }
      if (!unchanged.isEmpty()) {
        slurm.reboot(reboot.withNodes(unchanged));
      }
    } catch (SlurmException e) {
      throw new ReconcileException("schedule slurm reboot: " + e.getMessage(), e);
    } finally {
      locks.forEach(LockedNode::close);
    }
  }

  private SlurmNode fetch(ObjectKey cluster, String name) throws ApiException, CancelledException {
    try {
      return clients.get(cluster).node(name);
    } catch (SlurmException e) {
      throw failure(cluster, name, e);
    }
  }

  static ReconcileException failure(ObjectKey cluster, String name, SlurmException e) {
    return new ReconcileException(
        "slurm node " + name + " of " + cluster + ": " + e.getMessage(), e);
  }
}
