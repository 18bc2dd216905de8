package io.coxswain.slurm.marks;

/** The types of conditions that our programs write or act upon. */
public final class ConditionTypes {
  /** A Slurm node on it needs a reboot. */
  public static final String DEGRADED = "SoperatorChecksNodeDegraded";

  /** Its Slurm nodes are drained for maintenance. */
  public static final String MAINTENANCE = "SoperatorChecksNodeMaintenance";

  /** The node should be replaced. */
  public static final String HARDWARE = "HardwareIssuesSuspected";

  /** Its pods should go. */
  public static final String DRAIN = "SlurmNodeDrain";

  /** The node should be rebooted. */
  public static final String REBOOT = "SlurmNodeReboot";

  /** By the kubelet. */
  public static final String READY = "Ready";

  /** By the platform, unless a flag names another. */
  public static final String MAINTENANCE_SCHEDULED = "NebiusMaintenanceScheduled";

  private ConditionTypes() {}
}
