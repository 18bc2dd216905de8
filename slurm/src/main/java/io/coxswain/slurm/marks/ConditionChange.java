package io.coxswain.slurm.marks;

import java.util.List;

/** A condition that one of our programs sets. */
public record ConditionChange(String type, boolean status, String reason, String message) {
  public static final String NEED_DRAIN = "NodeNeedDrain";
  public static final String DRAINING = "NodeDraining";
  public static final String DRAINED = "NodeDrained";
  public static final String UNDRAINED = "NodeUndrained";
  public static final String NEED_REBOOT = "NodeNeedReboot";
  public static final String REBOOTING = "NodeRebooting";
  public static final String REBOOTED = "NodeRebooted";

  private static final String GPU_CHECK_FAILED = "GPUHealthCheckFailedSoperator";
  private static final String SCHEDULED = "Maintenance is scheduled on k8s node";
  private static final String SUSPECTED = "Hardware issues suspected on k8s node";

  // The slip in it is upstream's, and dashboards match the text.
  private static final String DEGRADED = "Some slurm nodes on the k8s nod are degraded";

  // ---- said by the checks

  public static ConditionChange degraded() {
    return new ConditionChange(ConditionTypes.DEGRADED, true, NEED_REBOOT, DEGRADED);
  }

  public static ConditionChange maintenance() {
    return new ConditionChange(ConditionTypes.MAINTENANCE, true, DRAINING, SCHEDULED);
  }

  /** The maintenance was called off. */
  public static ConditionChange noMaintenance() {
    return new ConditionChange(
        ConditionTypes.MAINTENANCE, false, UNDRAINED, "Node has been undrained");
  }

  public static ConditionChange hardwareSuspected(String comment) {
    return new ConditionChange(ConditionTypes.HARDWARE, true, GPU_CHECK_FAILED, comment);
  }

  public static ConditionChange drainForHardware() {
    return new ConditionChange(ConditionTypes.DRAIN, true, NEED_DRAIN, SUSPECTED);
  }

  public static ConditionChange drainForMaintenance() {
    return new ConditionChange(ConditionTypes.DRAIN, true, NEED_DRAIN, SCHEDULED);
  }

  public static ConditionChange rebootForDegraded() {
    return new ConditionChange(ConditionTypes.REBOOT, true, NEED_REBOOT, DEGRADED);
  }

  /** The mark has had its effect. */
  public static ConditionChange over(String type) {
    return new ConditionChange(type, false, REBOOTED, "Node is rebooted");
  }

  /** What is over once the node has been rebooted. */
  public static List<ConditionChange> allOver() {
    return List.of(
        over(ConditionTypes.REBOOT), over(ConditionTypes.DRAIN), over(ConditionTypes.DEGRADED));
  }

  // ---- said by the rebooter

  public static ConditionChange draining() {
    return new ConditionChange(ConditionTypes.DRAIN, true, DRAINING, "Node is draining");
  }

  public static ConditionChange drained() {
    return new ConditionChange(ConditionTypes.DRAIN, true, DRAINED, "Node has been drained");
  }

  public static ConditionChange undrained() {
    return new ConditionChange(ConditionTypes.DRAIN, false, UNDRAINED, "Node has been undrained");
  }

  public static ConditionChange rebooting() {
    return new ConditionChange(ConditionTypes.REBOOT, true, REBOOTING, "Node is rebooting");
  }

  public static ConditionChange rebooted() {
    return new ConditionChange(ConditionTypes.REBOOT, true, REBOOTED, "Node has been rebooted");
  }
}
