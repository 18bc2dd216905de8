package io.coxswain.kube.nodeipam;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.net.Cidr;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.List;
import java.util.Optional;

/** Allocates the pod CIDRs of a node. */
final class NodeIpamReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("node-ipam-controller");

  private final Client client;
  private final Recorder events;
  private final Allocations allocations;

  NodeIpamReconciler(Client client, Recorder events, Allocations allocations) {
    this.client = client;
    this.events = events;
    this.allocations = allocations;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Node> found = client.get(Node.class, key);
    if (found.isEmpty()) {
      log.info(3, "node has been deleted", "node", key);
    }
    if (found.isEmpty()
        || found.get().getMetadata().getDeletionTimestamp() != null
        || !Allocations.cidrs(found.get()).isEmpty()) {
      return Outcome.done();
    }
    Node node = found.get();
    Optional<List<Cidr>> parts = allocations.choose(key.name());
    if (parts.isEmpty()) {
      recordEvent(node, "CIDRNotAvailable");
      return Outcome.again();
    }
    try {
      List<String> cidrs = parts.get().stream().map(Cidr::toString).toList();
      client.patchUnlocked(
          node,
          n -> {
            n.getSpec().setPodCIDR(cidrs.getFirst());
            n.getSpec().setPodCIDRs(cidrs);
          });
      log.info("Set node PodCIDR", "node", key, "podCIDRs", cidrs);
      return Outcome.done();
    } catch (ApiException.NotFound e) {
      return Outcome.done();
    } catch (ApiException e) {
      log.error(e, "CIDR assignment for node failed. Releasing allocated CIDR", "node", key);
      recordEvent(node, "CIDRAssignmentFailed");
      throw e;
    }
  }

  private void recordEvent(Node node, String reason) {
    String name = node.getMetadata().getName();
    events.normal(
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .withUid(node.getMetadata().getUid())
            .endMetadata()
            .build(),
        reason,
        "Node %s status is now: %s",
        name,
        reason);
  }
}
