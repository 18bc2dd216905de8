package io.coxswain.slurm.rollingupdate;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.client.NodeReboot;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.LockedNode;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.reconcile.StatefulSetView;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.coxswain.slurm.rollingupdate.RollingUpdatePlan.Action;
import io.coxswain.slurm.rollingupdate.RollingUpdatePlan.MissingNodeException;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Observes workers and Slurm, and performs the plan, changes in Slurm last. */
final class RollingUpdateReconciler implements Reconciler<ObjectKey> {
  private static final Duration NEXT_LOOK = Duration.ofMinutes(1);
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final String INSTANCE = "app.kubernetes.io/instance";

  private final Client client;
  private final StatefulSetWriter sets;
  private final SlurmClients clients;
  private final SlurmDrainer drainer;
  private final Recorder recorder;

  RollingUpdateReconciler(
      Client client,
      StatefulSetWriter sets,
      SlurmClients clients,
      SlurmDrainer drainer,
      Recorder recorder) {
    this.client = client;
    this.sets = sets;
    this.clients = clients;
    this.drainer = drainer;
    this.recorder = recorder;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<StatefulSetView> found = sets.find(key);
    if (found.isEmpty() || !isEnabled(found.get())) {
      return Outcome.done();
    }
    StatefulSetView set = found.get();
    String cluster = set.labels().getOrDefault(INSTANCE, "");
    if (cluster.isEmpty()) {
      throw new ReconcileException(
          "missing cluster name label %s on statefulset %s".formatted(INSTANCE, key));
    }
    ObjectKey clusterKey = key.sibling(cluster);
    WorkerSet workers = observe(key, set);
    if (workers.isUpToDate()) {
      return cleanUp(clusterKey, workers);
    }
    if (workers.revision().isEmpty()) {
      throw new ReconcileException("missing update revision on statefulset " + key);
    }
    if (workers.outdated().isEmpty()) {
      return Outcome.after(NEXT_LOOK);
    }
    List<Action> actions = RollingUpdatePlan.withoutSlurm(workers);
    if (!actions.isEmpty()) {
      apply(set, workers, actions, clusterKey);
      return Outcome.after(NEXT_LOOK);
    }
    SlurmClient slurm = clients.get(clusterKey);
    try {
      apply(set, workers, RollingUpdatePlan.withSlurm(workers, nodes(slurm)), clusterKey);
    } catch (MissingNodeException e) {
      throw new ReconcileException(String.valueOf(e.getMessage()), e);
    }
    return Outcome.after(NEXT_LOOK);
  }

  private static boolean isEnabled(StatefulSetView set) {
    return set.onDelete() && "true".equals(set.labels().get(RollingUpdateController.ENABLED));
  }

  private Outcome cleanUp(ObjectKey cluster, WorkerSet workers) throws ApiException {
    if (workers.pods().isEmpty()) {
      return Outcome.done();
    }
    SlurmClient slurm = clients.get(cluster);
    List<Action> actions = RollingUpdatePlan.leftovers(workers, nodes(slurm));
    for (Action action : actions) {
      if (action instanceof Action.Undrain(SlurmNode node)) {
        undrain(cluster, node);
      }
    }
    return actions.isEmpty() ? Outcome.done() : Outcome.after(SOON);
  }

  // ---- observe

  private WorkerSet observe(ObjectKey key, StatefulSetView set) throws ApiException {
    return new WorkerSet(
        set.updateRevision(),
        set.replicas(),
        set.readyReplicas(),
        set.updatedReplicas(),
        WorkerSet.budget(maxUnavailable(key, set), set.replicas()),
        client
            .list(Pod.class)
            .in(key.namespace())
            .labels(LabelSelector.of(set.selector()))
            .toList());
  }

  /** The built-in kind has no place for it; the NodeSet of the same name has. */
  private String maxUnavailable(ObjectKey key, StatefulSetView set) throws ApiException {
    if (!set.maxUnavailable().isEmpty()) {
      return set.maxUnavailable();
    }
    IntOrString said =
        client
            .get(NodeSet.class, key)
            .map(nodeSet -> nodeSet.getSpec().getMaxUnavailable())
            .orElse(null);
    return said == null ? "1" : String.valueOf(said.getValue());
  }

  private static SortedMap<String, SlurmNode> nodes(SlurmClient slurm) {
    try {
      var nodes = new TreeMap<String, SlurmNode>();
      slurm.nodes().forEach(node -> nodes.put(node.name(), node));
      return nodes;
    } catch (SlurmException e) {
      throw new ReconcileException("list slurm nodes: " + e.getMessage(), e);
    }
  }

  // ---- apply

  private void apply(
      StatefulSetView set, WorkerSet workers, List<Action> actions, ObjectKey cluster)
      throws ApiException {
    for (Action action : actions) {
      switch (action) {
        case Action.Delete(Pod pod, String why) -> {
          client.delete(pod, Deletion.byDefault());
          recorder.normal(
              set.object(),
              "WorkerReplaced",
              "deleted pod %s: %s",
              pod.getMetadata().getName(),
              why);
        }
        case Action.Stop(List<Pod> pods, List<SlurmNode> nodes) -> {
          for (Pod pod : pods) {
            label(workers, pod);
          }
          drainer.reboot(cluster, nodes, reboot(pods));
        }
        case Action.Undrain(SlurmNode node) -> undrain(cluster, node);
      }
    }
  }

  /**
   * Fails with a conflict if the pod has changed, because the worker may have updated its phase.
   */
  private void label(WorkerSet workers, Pod pod) throws ApiException {
    if (workers.phase(pod).equals(WorkerSet.STOPPING)) {
      return;
    }
    client.patch(
        pod,
        copy -> {
          Map<String, String> labels = copy.getMetadata().getLabels();
          Map<String, String> more = labels == null ? new TreeMap<>() : new TreeMap<>(labels);
          more.put(WorkerSet.OPERATION, workers.revision());
          more.put(WorkerSet.PHASE, WorkerSet.STOPPING);
          copy.getMetadata().setLabels(more);
        });
  }

  private static NodeReboot reboot(List<Pod> pods) {
    return new NodeReboot(
        pods.stream().map(pod -> pod.getMetadata().getName()).toList(),
        true,
        false,
        NodeReboot.NextState.RESUME,
        RollingUpdatePlan.REASON,
        RollingUpdatePlan.POWER_ACTION);
  }

  private void undrain(ObjectKey cluster, SlurmNode node) throws ApiException {
    try (LockedNode locked = drainer.lock(cluster, node)) {
      var _ = locked.undrain(cluster, node, RollingUpdatePlan::isStaleDrain);
    } catch (ReconcileException e) {
      throw new ReconcileException(
          "undrain stale rolling update node " + node.name() + ": " + e.getMessage(), e);
    }
  }
}
