package io.coxswain.slurm.checks;

import io.coxswain.env.Files;
import io.coxswain.runtime.config.PodNamespace;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.checks.k8snodes.IgnoredLabels;
import io.coxswain.slurm.clients.LocalScontrol;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.program.ControllerSelection;
import io.coxswain.slurm.program.ManagerFlags;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.program.WatchedNamespaces;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The combination of flags and environment, with all defaults.
 *
 * @param namespace of the Lease
 * @param notReadyTimeout after which an unresponsive Node is deleted; empty for never
 */
public record ChecksOptions(
    ManagerSettings common,
    String namespace,
    ControllerSelection controllers,
    WatchedNamespaces namespaces,
    Duration slurmNodesPeriod,
    Duration activeCheckRetry,
    Duration activeCheckJobPeriod,
    Duration storagePeriod,
    int storageWorkers,
    boolean replacement,
    Optional<Duration> notReadyTimeout,
    double storageThreshold,
    double storageResumeThreshold,
    String maintenanceType,
    IgnoredLabels ignored,
    Kubelet kubelet,
    Optional<LocalScontrol> scontrol) {
  private static final Logger log = LoggerFactory.getLogger("setup");

  static final String SLURM_API_CLIENTS = "slurmapiclients";
  static final String SLURM_NODES = "slurmnodes";
  static final String K8S_NODES = "k8snodes";
  static final String ACTIVE_CHECK = "activecheck";
  static final String ACTIVE_CHECK_JOB = "activecheckjob";
  static final String SERVICE_ACCOUNT = "serviceaccount";
  static final String STORAGE = "podephemeralstoragecheck";

  /** In the order they are registered. */
  static final List<String> CONTROLLERS =
      List.of(
          SLURM_API_CLIENTS,
          SLURM_NODES,
          K8S_NODES,
          ACTIVE_CHECK,
          ACTIVE_CHECK_JOB,
          SERVICE_ACCOUNT,
          STORAGE);

  private static final String IGNORE = "maintenance-ignore-node-labels";
  private static final String IGNORE_VARIABLE = "MAINTENANCE_IGNORE_NODE_LABELS";
  private static final String THRESHOLD = "ephemeral-storage-threshold";
  private static final String RESUME_THRESHOLD = "ephemeral-storage-resume-threshold";
  private static final String STORAGE_WORKERS = "pod-ephemeral-max-concurrent-reconciles";
  private static final String OLD_TIMEOUT = "pod-ephemeral-reconcile-timeout";
  private static final String DEFAULT_NAMESPACE = "soperator-system";

  /**
   * How to reach kubelets.
   *
   * @param port for Nodes that do not specify it
   * @param caFile empty for the CAs of the system; used only if certificates are verified
   * @param serverName that certificates are verified for; empty for the address of the node
   */
  public record Kubelet(
      int port, Duration timeout, boolean insecure, String caFile, String serverName) {}

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    return LocalScontrol.flags(
            ManagerFlags.begin("debug")
                .leaderElect(false)
                .cacheSyncTimeout("2m")
                .maxConcurrentReconciles()
                .controllers()
                .flags())
        .duration("requeue-after-slurm-nodes", "3m", "Period of the check of all Slurm nodes.")
        .duration(
            "requeue-after-activecheck",
            "10s",
            "Requeue interval for active checks whose dependencies are not ready.")
        .duration(
            "requeue-after-activecheckjob",
            "1m",
            "Requeue interval for running Slurm jobs of active checks.")
        .duration(
            "requeue-after-pod-ephemeral-storage-check",
            "1m",
            "Period of the ephemeral storage check of a worker pod.")
        .integer(STORAGE_WORKERS, 50, "Maximum number of worker pods to check concurrently.")
        .bool("enable-node-replacement", true, "Allow nodes to be marked for replacement.")
        .duration("not-ready-timeout", "15m", "Time after which a NotReady node is deleted.")
        .bool("delete-not-ready-nodes", true, "Delete nodes that stay NotReady.")
        .decimal(
            THRESHOLD,
            85.0,
            "Usage of the ephemeral storage limit, in percent, above which the Slurm node of a pod"
                + " is drained.")
        .decimal(RESUME_THRESHOLD, 80.0, "Usage in percent below which the Slurm node is resumed.")
        .string(
            "maintenance-condition-type",
            ConditionTypes.MAINTENANCE_SCHEDULED,
            "Type of the node condition that announces maintenance.")
        .string(
            IGNORE,
            "",
            "Comma-separated key=value labels of nodes that are not drained (default: $"
                + IGNORE_VARIABLE
                + ").")
        .integer("kubelet-port", 10250, "Kubelet port of nodes that do not report one.")
        .duration("kubelet-request-timeout", "10s", "Timeout of requests to a kubelet.")
        .integer(
            "kubelet-max-idle-conns",
            1024,
            "Has no effect; connections are kept open while they are in use.")
        .bool(
            "kubelet-insecure-skip-tls-verify",
            true,
            "Do not verify the serving certificates of kubelets.")
        .string("kubelet-ca-file", "", "Path to the CA certificate used to verify kubelets.")
        .string(
            "kubelet-tls-server-name",
            "",
            "Name that the certificates of kubelets are verified for (default: the address of the node).")
        .duration(OLD_TIMEOUT, "15s", "Deprecated: has no effect.");
  }

  public static ChecksOptions of(Flags flags, SortedMap<String, String> environment, Files files)
      throws FlagException {
    ManagerSettings common = ManagerSettings.of(flags, environment);
    ControllerSelection controllers = ControllerSelection.of(flags, environment, CONTROLLERS);
    if (flags.isGiven(OLD_TIMEOUT)) {
      log.atWarn().addKeyValue("flag", OLD_TIMEOUT).log("Flag is deprecated and has no effect");
    }
    double threshold = percent(flags, THRESHOLD);
    double resume = percent(flags, RESUME_THRESHOLD);
    if (resume >= threshold) {
      throw new FlagException(
          "-%s (%s) must be less than -%s (%s)"
              .formatted(RESUME_THRESHOLD, resume, THRESHOLD, threshold));
    }
    return new ChecksOptions(
        common,
        PodNamespace.find(files, DEFAULT_NAMESPACE),
        controllers,
        WatchedNamespaces.of(environment),
        period(flags, "requeue-after-slurm-nodes"),
        period(flags, "requeue-after-activecheck"),
        period(flags, "requeue-after-activecheckjob"),
        period(flags, "requeue-after-pod-ephemeral-storage-check"),
        atLeastOne(flags, STORAGE_WORKERS),
        flags.isSet("enable-node-replacement"),
        flags.isSet("delete-not-ready-nodes")
            ? Optional.of(flags.duration("not-ready-timeout"))
            : Optional.empty(),
        threshold,
        resume,
        flags.string("maintenance-condition-type").isEmpty()
            ? ConditionTypes.MAINTENANCE_SCHEDULED
            : flags.string("maintenance-condition-type"),
        ignored(flags, environment),
        new Kubelet(
            flags.integer("kubelet-port"),
            period(flags, "kubelet-request-timeout"),
            flags.isSet("kubelet-insecure-skip-tls-verify"),
            flags.string("kubelet-ca-file"),
            flags.string("kubelet-tls-server-name")),
        LocalScontrol.of(flags, environment));
  }

  private static double percent(Flags flags, String name) throws FlagException {
    double value = flags.decimal(name);
    if (!(value >= 0 && value <= 100)) {
      throw new FlagException("-%s: %s: must be between 0 and 100".formatted(name, value));
    }
    return value;
  }

  private static Duration period(Flags flags, String name) throws FlagException {
    Duration period = flags.duration(name);
    if (!period.isPositive()) {
      throw new FlagException("-" + name + ": must be longer than 0s");
    }
    return period;
  }

  private static int atLeastOne(Flags flags, String name) throws FlagException {
    int number = flags.integer(name);
    if (number < 1) {
      throw new FlagException("-%s: %d: must be at least 1".formatted(name, number));
    }
    return number;
  }

  /** A list that cannot be parsed filters nothing, as upstream; a warning is logged. */
  private static IgnoredLabels ignored(Flags flags, SortedMap<String, String> environment) {
    String list =
        flags.isGiven(IGNORE)
            ? flags.string(IGNORE)
            : environment.getOrDefault(IGNORE_VARIABLE, "");
    try {
      return IgnoredLabels.parse(list);
    } catch (IllegalArgumentException e) {
      log.atError()
          .addKeyValue("flag", IGNORE)
          .setCause(e)
          .log("Failed to parse ignore node labels, ignoring no nodes");
      return IgnoredLabels.NONE;
    }
  }

  /** The same program without servers of its own. */
  public ChecksOptions withoutServers() {
    return new ChecksOptions(
        common.withoutServers(),
        namespace,
        controllers,
        namespaces,
        slurmNodesPeriod,
        activeCheckRetry,
        activeCheckJobPeriod,
        storagePeriod,
        storageWorkers,
        replacement,
        notReadyTimeout,
        storageThreshold,
        storageResumeThreshold,
        maintenanceType,
        ignored,
        kubelet,
        scontrol);
  }
}
