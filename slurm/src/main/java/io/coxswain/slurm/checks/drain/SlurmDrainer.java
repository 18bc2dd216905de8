package io.coxswain.slurm.checks.drain;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.client.Client;
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

/**
 * The Slurm nodes of a machine: those of the worker pods on it, of whatever cluster. Which those
 * are is asked of the API server each time: a pod that the cache does not show yet may run a job.
 */
public final class SlurmDrainer {
  private static final String WORKER = "slurm.nebius.ai/worker";
  private static final String INSTANCE = "app.kubernetes.io/instance";

  private final Client client;
  private final SlurmClients clients;
  private final NodeLocks turns;

  public SlurmDrainer(Client client, SlurmClients clients, NodeLocks turns) {
    this.client = client;
    this.clients = clients;
    this.turns = turns;
  }

  /** Until it is closed nobody else in this program drains or undrains there. */
  public NodeLocks.Turn turn(String machine) throws CancelledException {
    return turns.take(machine);
  }

  /** What has to hold of each Slurm node for a machine to be free. */
  public enum Standard {
    /** Drained, and nothing runs or ends on it. */
    DRAINED,
    /** As {@link #DRAINED}, or drained and down: nothing runs there either. */
    EMPTY,
    /** As {@link #EMPTY}, of those pods that run: on a silent machine no other will begin to. */
    EMPTY_IF_RUNNING;

    private boolean holds(SlurmNode node) {
      return this == DRAINED ? node.isFullyDrained() : isEmpty(node);
    }
  }

  private static boolean isEmpty(SlurmNode node) {
    return node.isFullyDrained()
        || (node.is(NodeState.DRAIN)
            && node.base().filter(NodeState.DOWN::equals).isPresent()
            && !node.is(NodeState.COMPLETING));
  }

  /**
   * Has every Slurm node of the machine drained that is not yet.
   *
   * @return whether the standard holds for all of them, by what Slurm says after that
   * @throws ReconcileException when that could not be found out of any one of them
   */
  public boolean drain(String machine, DrainReason reason, Standard standard) throws ApiException {
    return all(machine, standard, (slurm, name) -> drain(slurm, name, reason));
  }

  /** Whether the standard holds for every Slurm node of the machine; changes nothing. */
  public boolean is(String machine, Standard standard) throws ApiException {
    return all(machine, standard, SlurmClient::node);
  }

  /** Looks at one Slurm node and returns it as it then is. */
  private interface Look {
    SlurmNode at(SlurmClient slurm, String name) throws SlurmException;
  }

  private static SlurmNode drain(SlurmClient slurm, String name, DrainReason reason)
      throws SlurmException {
    SlurmNode node = slurm.node(name);
    if (!reason.isNewsTo(node)) {
      return node;
    }
    slurm.update(name, NodeUpdate.drain(reason.text()));
    return slurm.node(name);
  }

  private boolean all(String machine, Standard standard, Look look) throws ApiException {
    boolean all = true;
    var failures = new ArrayList<String>();
    for (Pod pod : workers(machine)) {
      if (standard == Standard.EMPTY_IF_RUNNING && !phase(pod).equals("Running")) {
        continue;
      }
      String name = pod.getMetadata().getName();
      ObjectKey cluster = cluster(pod);
      try {
        all &= standard.holds(look.at(clients.get(cluster), name));
      } catch (SlurmException | ReconcileException e) {
        failures.add("slurm node " + name + " of " + cluster + ": " + e.getMessage());
      }
    }
    if (!failures.isEmpty()) {
      throw new ReconcileException(String.join("; ", failures));
    }
    return all;
  }

  /**
   * Lets the node have jobs again, provided that Slurm still says of it what was seen.
   *
   * @return false when it is drained no more, or for another reason
   */
  public boolean undrain(ObjectKey cluster, SlurmNode seen) throws ApiException {
    try {
      SlurmClient slurm = clients.get(cluster);
      SlurmNode now = slurm.node(seen.name());
      if (!now.is(NodeState.DRAIN)
          || !now.reason().equals(seen.reason())
          || !now.reasonChangedAt().equals(seen.reasonChangedAt())) {
        return false;
      }
      slurm.update(seen.name(), NodeUpdate.undrain());
      return true;
    } catch (SlurmException e) {
      throw new ReconcileException(
          "slurm node " + seen.name() + " of " + cluster + ": " + e.getMessage(), e);
    }
  }

  /** The worker pods whose daemons run or may yet run on the machine. */
  private List<Pod> workers(String machine) throws ApiException {
    var parameters = new TreeMap<String, String>();
    parameters.put("fieldSelector", "spec.nodeName=" + machine);
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
