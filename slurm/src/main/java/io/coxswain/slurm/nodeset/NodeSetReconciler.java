package io.coxswain.slurm.nodeset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetStatus;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.Entropy;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.reconcile.GroupWriter;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.reconcile.StatefulSetView;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.coxswain.slurm.reconcile.Steps;
import io.coxswain.slurm.render.NodeSetRender;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.coxswain.slurm.values.NodeSetValues;
import io.coxswain.slurm.values.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One reconcile of a NodeSet. */
final class NodeSetReconciler implements Reconciler<ObjectKey> {
  private static final Duration NEXT_LOOK = Duration.ofSeconds(10);
  private static final int MAX_EVENT_LENGTH = 1024;

  private final Client client;
  private final Recorder recorder;
  private final Entropy entropy;
  private final Platform platform;
  private final String domain;
  private final StatefulSetWriter sets;
  private final OwnedObjects objects;
  private final PowerStates powerStates;

  NodeSetReconciler(
      Client client,
      Recorder recorder,
      Entropy entropy,
      Platform platform,
      String domain,
      StatefulSetWriter sets) {
    this.client = client;
    this.recorder = recorder;
    this.entropy = entropy;
    this.platform = platform;
    this.domain = domain;
    this.sets = sets;
    this.objects = new OwnedObjects(client);
    this.powerStates = new PowerStates(client, objects);
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<NodeSet> found = client.get(NodeSet.class, key);
    if (found.isEmpty() || found.get().getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done();
    }
    NodeSet nodeSet = found.get();
    var state =
        new NodeSetState(requireNonNullElse(nodeSet.getStatus(), new NodeSetStatus()), pass.now());
    String clusterName = ClusterValues.clusterOf(nodeSet);
    if (clusterName.isEmpty()) {
      return failed(nodeSet, state, "InvalidSpec", "spec.clusterName must be set");
    }
    if (ClusterValues.text(nodeSet.getSpec().getClusterName()).isEmpty()) {
      migrate(nodeSet, clusterName);
      return Outcome.done(); // the change brings us back
    }
    Optional<SlurmCluster> cluster = client.get(SlurmCluster.class, key.sibling(clusterName));
    if (cluster.isEmpty()) {
      return failed(
          nodeSet,
          state,
          "SlurmClusterNotFound",
          "spec.clusterName: SlurmCluster %s not found".formatted(key.sibling(clusterName)));
    }
    NodeSetValues values = values(key, nodeSet, cluster.get(), pass);
    var writer = new GroupWriter(client, objects, entropy, cluster.get(), nodeSet);
    Steps steps = writer.write(NodeSetRender.of(values).group());
    observe(key, values, state);
    if (state.keptTemplates(writer.keptTemplates())) {
      recorder.normal(nodeSet, "PodTemplatesKept", "%s", writer.keptTemplates());
    }
    if (steps.lacksOnlyDependencies()) {
      report(nodeSet, state, "ReconcileFailed", steps.message());
      pass.log()
          .atInfo()
          .addKeyValue("missing", steps.message())
          .log("Dependencies do not exist yet, will retry");
      return Outcome.again();
    }
    if (steps.failed()) {
      return failed(nodeSet, state, "ReconcileFailed", steps.message());
    }
    state.succeeded();
    write(nodeSet, state);
    return state.ready() ? Outcome.done() : Outcome.after(NEXT_LOOK);
  }

  /** Writes the cluster's name where it belongs now. */
  private void migrate(NodeSet nodeSet, String clusterName) throws ApiException {
    client.patch(
        nodeSet,
        copy -> {
          copy.getSpec().setClusterName(clusterName);
          copy.getMetadata().getAnnotations().remove(Labels.PARENTAL_CLUSTER_ANNOTATION);
        });
  }

  private NodeSetValues values(
      ObjectKey key, NodeSet nodeSet, SlurmCluster cluster, Reconciliation pass)
      throws ApiException {
    ObjectKey clusterKey = ObjectKey.of(cluster);
    ClusterValues clusterValues =
        ClusterValues.of(
            cluster,
            client.list(NodeSet.class).in(key.namespace()).toList(),
            new Names(clusterKey.name(), key.namespace(), sets.workloadPrefix(clusterKey), domain),
            platform);
    return NodeSetValues.of(
        clusterValues,
        nodeSet,
        ClusterValues.on(nodeSet.getSpec().getEphemeralNodes())
            ? powerStates.ensure(nodeSet, pass.now())
            : List.of());
  }

  private void observe(ObjectKey key, NodeSetValues values, NodeSetState state)
      throws ApiException {
    state.maintenance(values.cluster().maintenance().active());
    Optional<StatefulSetView> set = sets.find(key);
    if (set.isPresent()) {
      state.selector(LabelSelector.of(set.get().selector()).toString());
      state.workers(set.get().availableReplicas(), values.pods());
    }
  }

  private Outcome failed(NodeSet nodeSet, NodeSetState state, String reason, String message)
      throws ApiException {
    report(nodeSet, state, reason, message);
    throw new ReconcileException(message);
  }

  /** Records the failure in an event and in the status. */
  private void report(NodeSet nodeSet, NodeSetState state, String reason, String message)
      throws ApiException {
    state.failed(reason, message);
    recorder.warning(
        nodeSet,
        reason,
        "%s",
        message.length() <= MAX_EVENT_LENGTH ? message : message.substring(0, MAX_EVENT_LENGTH));
    write(nodeSet, state);
  }

  private void write(NodeSet nodeSet, NodeSetState state) throws ApiException {
    NodeSetStatus wanted = state.result(nodeSet.getMetadata().getGeneration());
    client.patchStatus(nodeSet, copy -> copy.setStatus(wanted));
  }
}
