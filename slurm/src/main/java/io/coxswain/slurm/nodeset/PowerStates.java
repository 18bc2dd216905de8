package io.coxswain.slurm.nodeset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.NodeSetPowerStateStatus;
import io.coxswain.runtime.client.Client;
import io.coxswain.slurm.reconcile.ConditionsDraft;
import io.coxswain.slurm.reconcile.OwnedObjects;
import io.coxswain.slurm.values.Labels;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the NodeSetPowerState of a NodeSet whose workers Slurm switches on and off. Which workers
 * are on is written there by the power manager; here only the first ones are, when it is made.
 */
final class PowerStates {
  private static final String READY = "Ready";

  private final Client client;
  private final OwnedObjects objects;

  PowerStates(Client client, OwnedObjects objects) {
    this.client = client;
    this.objects = objects;
  }

  /** The ordinals that are switched on. */
  List<Integer> ensure(NodeSet nodeSet, Instant now) throws ApiException {
    var rendered = new NodeSetPowerState();
    String name = nodeSet.getMetadata().getName();
    rendered.getMetadata().setNamespace(nodeSet.getMetadata().getNamespace());
    rendered.getMetadata().setName(name);
    rendered.getMetadata().setLabels(new TreeMap<>(Map.of(Labels.NODESET, name)));
    rendered.getSpec().setNodeSetRef(name);
    var first = new ArrayList<Integer>();
    for (int i = 0;
        i < requireNonNullElse(nodeSet.getSpec().getInitialNumberEphemeralNodes(), 1);
        i++) {
      first.add(i);
    }
    rendered.getSpec().setActiveNodes(first);
    NodeSetPowerState state = objects.ensure(nodeSet, rendered);
    writeStatus(state, now);
    return state.getSpec().getActiveNodes();
  }

  private void writeStatus(NodeSetPowerState state, Instant now) throws ApiException {
    int active = state.getSpec().getActiveNodes().size();
    NodeSetPowerStateStatus before =
        requireNonNullElse(state.getStatus(), new NodeSetPowerStateStatus());
    var conditions = new ConditionsDraft(before.getConditions(), now);
    // As upstream: the number in the message is that of the first time.
    conditions.setIfAbsent(
        READY,
        ConditionsDraft.TRUE,
        "ActiveNodesReconciled",
        "%d active nodes reconciled".formatted(active));
    client.patchStatus(
        state,
        copy -> {
          NodeSetPowerStateStatus status =
              requireNonNullElse(copy.getStatus(), new NodeSetPowerStateStatus());
          status.setActiveCount(active);
          status.setConditions(conditions.list());
          copy.setStatus(status);
        });
  }

  static ObjectKey nodeSetOf(NodeSetPowerState state) {
    return ObjectKey.of(state).sibling(state.getSpec().getNodeSetRef());
  }
}
