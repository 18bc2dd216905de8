package io.coxswain.slurm.program;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.runtime.flags.Flags;

/** Declares the flags that several programs have, each with the default of the program. */
public final class ManagerFlags {
  static final String METRICS = "metrics-bind-address";
  static final String HEALTH = "health-probe-bind-address";
  static final String SECURE = "metrics-secure";
  static final String HTTP2 = "enable-http2";
  static final String LOG_FORMAT = "log-format";
  static final String LOG_LEVEL = "log-level";
  static final String LEADER_ELECT = "leader-elect";
  static final String SYNC_TIMEOUT = "cache-sync-timeout";
  static final String WORKERS = "max-concurrent-reconciles";
  static final String CONTROLLERS = "controllers";

  private final Flags flags = new Flags(Flags.Style.GO);

  private ManagerFlags() {}

  /** Begins with what every program takes: servers, logging and the kubeconfig. */
  public static ManagerFlags begin(String logLevel) {
    var begun = new ManagerFlags();
    begun
        .flags
        .string(METRICS, ":8080", "The address the metric endpoint binds to.")
        .string(HEALTH, ":8081", "The address the probe endpoint binds to.")
        .bool(SECURE, false, "If set the metrics endpoint is served securely")
        .bool(HTTP2, false, "If set, HTTP/2 will be enabled for the metrics and webhook servers")
        .string(LOG_FORMAT, "json", "Log format: plain or json")
        .string(LOG_LEVEL, logLevel, "Log level: debug, info, warn, error, dpanic, panic, fatal")
        .string("kubeconfig", "", "Paths to a kubeconfig. Only required if out-of-cluster.");
    return begun;
  }

  @CanIgnoreReturnValue
  public ManagerFlags leaderElect(boolean fallback) {
    flags.bool(
        LEADER_ELECT,
        fallback,
        "Enable leader election for controller manager. Enabling this will ensure there is only"
            + " one active controller manager.");
    return this;
  }

  @CanIgnoreReturnValue
  public ManagerFlags cacheSyncTimeout(String fallback) {
    flags.duration(SYNC_TIMEOUT, fallback, "The maximum duration allowed for caching sync");
    return this;
  }

  @CanIgnoreReturnValue
  public ManagerFlags maxConcurrentReconciles() {
    flags.integer(
        WORKERS,
        1,
        "Configures number of concurrent reconciles. It should improve performance for clusters"
            + " with many objects.");
    return this;
  }

  @CanIgnoreReturnValue
  public ManagerFlags controllers() {
    flags.string(
        CONTROLLERS,
        "",
        "A comma-separated list of controllers to enable or disable. Use '*' for all, and '-name'"
            + " to disable. Overrides SLURM_OPERATOR_CONTROLLERS if set.");
    return this;
  }

  /** The flags, to which the program adds its own. */
  public Flags flags() {
    return flags;
  }
}
