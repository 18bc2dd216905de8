package io.coxswain.slurm.program;

import io.coxswain.env.Env;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import java.time.Duration;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The combination of the flags of {@link ManagerFlags} and the environment.
 *
 * @param leaderElect false for programs without that flag
 * @param workers the number of concurrent reconciles of a controller
 */
public record ManagerSettings(
    String metricsAddress,
    String healthAddress,
    boolean secureMetrics,
    boolean http2,
    boolean leaderElect,
    Duration cacheSyncTimeout,
    int workers,
    ZapOptions logging) {
  private static final Logger log = LoggerFactory.getLogger("setup");

  /** After which time a key is looked at again that failed for the first time. */
  public static final Duration FIRST_RETRY = Duration.ofSeconds(30);

  /** The longest time between two looks at a key that keeps failing. */
  public static final Duration MAX_RETRY = Duration.ofMinutes(5);

  /**
   * @param environment the variables of the process; {@code SLURM_OPERATOR_LOG_FORMAT} and {@code
   *     SLURM_OPERATOR_LOG_LEVEL} replace flags that are not set
   */
  public static ManagerSettings of(Flags flags, SortedMap<String, String> environment)
      throws FlagException {
    int workers = flags.knows(ManagerFlags.WORKERS) ? flags.integer(ManagerFlags.WORKERS) : 1;
    if (workers < 1) {
      throw new FlagException(
          "-%s: %d: must be at least 1".formatted(ManagerFlags.WORKERS, workers));
    }
    return new ManagerSettings(
        flags.string(ManagerFlags.METRICS),
        flags.string(ManagerFlags.HEALTH),
        flags.isSet(ManagerFlags.SECURE),
        flags.isSet(ManagerFlags.HTTP2),
        flags.knows(ManagerFlags.LEADER_ELECT) && flags.isSet(ManagerFlags.LEADER_ELECT),
        flags.knows(ManagerFlags.SYNC_TIMEOUT)
            ? flags.duration(ManagerFlags.SYNC_TIMEOUT)
            : Duration.ofMinutes(2),
        workers,
        SlurmLogging.options(
            or(flags, ManagerFlags.LOG_FORMAT, environment, "SLURM_OPERATOR_LOG_FORMAT"),
            or(flags, ManagerFlags.LOG_LEVEL, environment, "SLURM_OPERATOR_LOG_LEVEL")));
  }

  private static String or(
      Flags flags, String flag, SortedMap<String, String> environment, String variable) {
    String said = environment.getOrDefault(variable, "");
    return flags.isGiven(flag) || said.isEmpty() ? flags.string(flag) : said;
  }

  /** The same without servers and election: for a program within another. */
  public ManagerSettings withoutServers() {
    return new ManagerSettings("0", "0", false, false, false, cacheSyncTimeout, workers, logging);
  }

  /**
   * Begins the manager of a program: its servers and probes.
   *
   * @param host what people know this replica by
   */
  public ManagerBuilder begin(Env env, String program, String host) {
    if (http2) {
      log.warn("HTTP/2 is not supported, ignoring enable-http2");
    }
    ManagerBuilder builder =
        Manager.builder(env)
            .name(program)
            .host(host)
            .userAgent(program + "/v5.0.0 (coxswain)")
            .workers(workers)
            .health(healthAddress)
            .healthz("healthz", Check.PING)
            .readyz("readyz", Check.PING)
            .metrics(metricsAddress);
    if (secureMetrics) {
      builder.secureMetrics().authorizedMetrics();
    }
    return builder;
  }

  /**
   * Runs controllers only on the holder of the Lease, if leader election is enabled.
   *
   * @param namespace of the Lease
   * @param release whether the Lease is given up at the end, so that another leads at once
   */
  public void elect(
      ManagerBuilder builder, String lease, String namespace, String host, boolean release) {
    if (!leaderElect) {
      return;
    }
    builder.leaderElection(
        election -> {
          election.id(lease).namespace(namespace).host(host);
          if (release) {
            election.releaseOnCancel();
          }
        });
  }

  /** Gives a controller the concurrency and back-off of its program. */
  public <K> ControllerBuilder<K> tune(ControllerBuilder<K> controller) {
    return controller
        .workers(workers)
        .syncTimeout(cacheSyncTimeout)
        .backOff(FIRST_RETRY, MAX_RETRY);
  }
}
