package io.coxswain.slurm.marks;

import java.util.List;

/** A condition that one of our programs sets. */
public record MarkChange(String type, boolean status, String reason, String message) {
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

  public static MarkChange degraded() {
    return new MarkChange(MarkType.DEGRADED, true, NEED_REBOOT, DEGRADED);
  }

  public static MarkChange maintenance() {
    return new MarkChange(MarkType.MAINTENANCE, true, DRAINING, SCHEDULED);
  }

  /** The maintenance was called off. */
  public static MarkChange noMaintenance() {
    return new MarkChange(MarkType.MAINTENANCE, false, UNDRAINED, "Node has been undrained");
  }

  public static MarkChange hardwareSuspected(String comment) {
    return new MarkChange(MarkType.HARDWARE, true, GPU_CHECK_FAILED, comment);
  }

  public static MarkChange drainForHardware() {
    return new MarkChange(MarkType.DRAIN, true, NEED_DRAIN, SUSPECTED);
  }

  public static MarkChange drainForMaintenance() {
    return new MarkChange(MarkType.DRAIN, true, NEED_DRAIN, SCHEDULED);
  }

  public static MarkChange rebootForDegraded() {
    return new MarkChange(MarkType.REBOOT, true, NEED_REBOOT, DEGRADED);
  }

  /** The mark has had its effect. */
  public static MarkChange over(String type) {
    return new MarkChange(type, false, REBOOTED, "Node is rebooted");
  }

  /** What is over once the node has been rebooted. */
  public static List<MarkChange> allOver() {
    return List.of(over(MarkType.REBOOT), over(MarkType.DRAIN), over(MarkType.DEGRADED));
  }

  // ---- said by the rebooter

  public static MarkChange draining() {
    return new MarkChange(MarkType.DRAIN, true, DRAINING, "Node is draining");
  }

  public static MarkChange drained() {
    return new MarkChange(MarkType.DRAIN, true, DRAINED, "Node has been drained");
  }

  public static MarkChange undrained() {
    return new MarkChange(MarkType.DRAIN, false, UNDRAINED, "Node has been undrained");
  }

  public static MarkChange rebooting() {
    return new MarkChange(MarkType.REBOOT, true, REBOOTING, "Node is rebooting");
  }

  public static MarkChange rebooted() {
    return new MarkChange(MarkType.REBOOT, true, REBOOTED, "Node has been rebooted");
  }
}
