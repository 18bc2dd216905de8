package io.coxswain.slurm.client;

import java.util.List;

/**
 * A reboot of nodes by Slurm.
 *
 * @param asap drain them first, so that no further job starts there
 * @param force without waiting for jobs to end
 * @param nextState what they become afterwards
 */
public record NodeReboot(
    List<String> nodes,
    boolean asap,
    boolean force,
    NextState nextState,
    String reason,
    String powerAction) {

  /** What a node becomes after its reboot. */
  public enum NextState {
    RESUME,
    DOWN
  }

  /** A copy for other nodes. */
  public NodeReboot withNodes(List<String> others) {
    return new NodeReboot(others, asap, force, nextState, reason, powerAction);
  }

  public NodeReboot {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("nodes must not be empty");
    }
  }
}
