package io.coxswain.slurm.exporter;

import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;

/** What a node's states amount to. */
final class NodeView {
  private NodeView() {}

  static String base(SlurmNode node) {
    return node.base().map(NodeState::name).orElse("");
  }

  /**
   * Cannot take jobs, by some fault. What is being switched on or off is in order. A node that was
   * registered wrongly counts as well, which upstream overlooks.
   */
  static boolean isUnavailable(SlurmNode node) {
    if (node.isPowerManaged()) {
      return false;
    }
    NodeState base = node.base().orElse(NodeState.OTHER);
    return node.is(NodeState.DOWN)
        || node.is(NodeState.NOT_RESPONDING)
        || (base == NodeState.IDLE && node.is(NodeState.DRAIN))
        || base == NodeState.UNKNOWN
        || base == NodeState.ERROR
        || node.is(NodeState.FAIL)
        || node.is(NodeState.INVALID)
        || node.is(NodeState.INVALID_REG);
  }

  /** Takes no new jobs and still has some. */
  static boolean isDraining(SlurmNode node) {
    NodeState base = node.base().orElse(NodeState.OTHER);
    return node.is(NodeState.DRAIN) && (base == NodeState.ALLOCATED || base == NodeState.MIXED);
  }

  static boolean isFailed(SlurmNode node) {
    return (node.is(NodeState.DOWN) || node.is(NodeState.DRAIN)) && !node.isPowerManaged();
  }
}
