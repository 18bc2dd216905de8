package io.coxswain.slurm.sconfig;

import io.coxswain.env.Files;
import io.coxswain.runtime.config.PodNamespace;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.slurm.program.ManagerFlags;
import io.coxswain.slurm.program.ManagerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The combination of flags and environment.
 *
 * @param leaseNamespace of the pod; outside of one that of the cluster
 * @param scontrol for a Slurm whose REST API cannot reconfigure; upstream has no such flag
 */
public record SConfigSettings(
    ManagerSettings common,
    String leaseNamespace,
    String namespace,
    String cluster,
    Path jail,
    String server,
    Duration poll,
    Duration timeout,
    Optional<String> scontrol,
    SortedMap<String, String> environment) {
  private static final String POLL = "reconfigure-poll-interval";
  private static final String TIMEOUT = "reconfigure-wait-timeout";
  private static final Duration DEFAULT_POLL = Duration.ofSeconds(20);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    return ManagerFlags.begin("debug")
        .leaderElect(false)
        .cacheSyncTimeout("1m")
        .maxConcurrentReconciles()
        .flags()
        .duration(
            POLL, "20s", "The interval for polling node restart status during reconfiguration")
        .duration(
            TIMEOUT,
            "1m",
            "The maximum time to wait for all nodes to restart during reconfiguration")
        .string("jail-path", "/mnt/jail", "Path where jail is mounted")
        .string("cluster-namespace", "default", "Soperator cluster namespace")
        .string("cluster-name", "soperator", "Name of the soperator cluster controller")
        .string("slurmapiserver", "http://localhost:6820", "Address of the SlurmAPI")
        .string(
            "scontrol-path",
            "",
            "Path to scontrol. Required for Slurm before 23.11, whose REST API cannot reconfigure");
  }

  public static SConfigSettings of(Flags flags, SortedMap<String, String> environment, Files files)
      throws FlagException {
    String namespace = flags.string("cluster-namespace");
    String scontrol = flags.string("scontrol-path");
    Path jail = Path.of(flags.string("jail-path"));
    if (!jail.isAbsolute()) {
      throw new FlagException("-jail-path: " + jail + ": must be absolute");
    }
    return new SConfigSettings(
        ManagerSettings.of(flags, environment),
        PodNamespace.find(files, namespace),
        namespace,
        flags.string("cluster-name"),
        jail,
        flags.string("slurmapiserver"),
        or(positive(flags, POLL), DEFAULT_POLL),
        or(positive(flags, TIMEOUT), DEFAULT_TIMEOUT),
        scontrol.isEmpty() ? Optional.empty() : Optional.of(scontrol),
        new TreeMap<>(environment));
  }

  private static Duration positive(Flags flags, String name) throws FlagException {
    Duration duration = flags.duration(name);
    if (duration.isNegative()) {
      throw new FlagException("-" + name + ": must not be negative");
    }
    return duration;
  }

  private static Duration or(Duration duration, Duration otherwise) {
    return duration.isZero() ? otherwise : duration;
  }
}
