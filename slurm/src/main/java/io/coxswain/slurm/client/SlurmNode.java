package io.coxswain.slurm.client;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A node as Slurm sees it.
 *
 * @param instanceId the Kubernetes node it runs on; empty on versions of Slurm that do not know it
 * @param states base state and flags, iterated in the order of the enum
 * @param reason why it is drained or down; empty when there is none
 * @param reasonChangedAt present whenever there is a reason
 * @param slurmdStartTime when its daemon started; absent when it has not yet
 * @param reservation its name, empty when it is in none
 * @param tres what it has, in Slurm's notation, such as {@code cpu=16,mem=191356M,gres/gpu=1}
 */
public record SlurmNode(
    String name,
    String clusterName,
    String instanceId,
    String address,
    Set<NodeState> states,
    String reason,
    Optional<Instant> reasonChangedAt,
    String comment,
    Optional<Instant> bootTime,
    Optional<Instant> slurmdStartTime,
    List<String> partitions,
    String reservation,
    String tres,
    NodeCapacity capacity) {

  public SlurmNode {
    states =
        Collections.unmodifiableSet(
            states.isEmpty() ? EnumSet.noneOf(NodeState.class) : EnumSet.copyOf(states));
    partitions = List.copyOf(partitions);
  }

  /** An idle node with nothing else known about it. */
  public static SlurmNode named(String name) {
    return new SlurmNode(
        name,
        "",
        "",
        "",
        EnumSet.of(NodeState.IDLE),
        "",
        Optional.empty(),
        "",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "",
        "",
        NodeCapacity.UNKNOWN);
  }

  public boolean is(NodeState state) {
    return states.contains(state);
  }

  public Optional<NodeState> base() {
    return NodeState.baseOf(states);
  }

  /** Drained, and nothing runs or ends on it any more. */
  public boolean isFullyDrained() {
    return is(NodeState.IDLE) && is(NodeState.DRAIN) && !is(NodeState.COMPLETING);
  }

  /** Part of the ordinary life of a node that is switched on and off; no fault. */
  public boolean isPowerManaged() {
    return is(NodeState.POWER_DOWN)
        || is(NodeState.POWER_DRAIN)
        || is(NodeState.POWERED_DOWN)
        || is(NodeState.POWERING_DOWN)
        || is(NodeState.POWERING_UP)
        || is(NodeState.POWER_UP);
  }

  public SlurmNode withStates(NodeState first, NodeState... others) {
    return copy(instanceId, EnumSet.of(first, others), reason, reasonChangedAt, comment);
  }

  public SlurmNode withReason(String reason, Instant changedAt) {
    return copy(instanceId, states, reason, Optional.of(changedAt), comment);
  }

  public SlurmNode withoutReason() {
    return copy(instanceId, states, "", Optional.empty(), comment);
  }

  public SlurmNode withInstanceId(String instanceId) {
    return copy(instanceId, states, reason, reasonChangedAt, comment);
  }

  public SlurmNode withComment(String comment) {
    return copy(instanceId, states, reason, reasonChangedAt, comment);
  }

  public SlurmNode withSlurmdStartTime(Instant time) {
    return new SlurmNode(
        name,
        clusterName,
        instanceId,
        address,
        states,
        reason,
        reasonChangedAt,
        comment,
        bootTime,
        Optional.of(time),
        partitions,
        reservation,
        tres,
        capacity);
  }

  private SlurmNode copy(
      String instanceId,
      Set<NodeState> states,
      String reason,
      Optional<Instant> reasonChangedAt,
      String comment) {
    return new SlurmNode(
        name,
        clusterName,
        instanceId,
        address,
        states,
        reason,
        reasonChangedAt,
        comment,
        bootTime,
        slurmdStartTime,
        partitions,
        reservation,
        tres,
        capacity);
  }
}
