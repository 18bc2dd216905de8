package io.coxswain.node.scheduler.program;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.env.Files;
import io.coxswain.node.scheduler.SchedulerOptions;
import io.coxswain.node.scheduler.program.SchedulerConfiguration.Connection;
import io.coxswain.node.scheduler.program.SchedulerConfiguration.Profile;
import io.coxswain.runtime.config.LeaderElection;
import io.coxswain.runtime.config.RateLimit;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options of the program: flags, or the configuration file where one is named, as upstream.
 *
 * @param server overrides the address in the kubeconfig; empty if not set
 * @param address of the HTTPS server for health and metrics; {@code 0} for none
 */
public record SchedulerSettings(
    String kubeconfig,
    String server,
    String address,
    RateLimit client,
    LeaderElection election,
    SchedulerOptions scheduler) {
  private static final RateLimit DEFAULT_LIMIT = new RateLimit(50, 100);
  private static final int MAX_PORT = 65_535;

  /** Flags of kube-scheduler for which this program has no feature. */
  private static final List<String> UNSUPPORTED =
      List.of(
          "allow-metric-labels",
          "allow-metric-labels-manifest",
          "authentication-skip-lookup",
          "authentication-token-webhook-cache-ttl",
          "authentication-tolerate-lookup-failure",
          "authorization-always-allow-paths",
          "authorization-webhook-cache-authorized-ttl",
          "authorization-webhook-cache-unauthorized-ttl",
          "cert-dir",
          "client-ca-file",
          "contention-profiling",
          "disable-http2-serving",
          "disabled-metrics",
          "emulated-version",
          "emulation-forward-compatible",
          "feature-gates",
          "http2-max-streams-per-connection",
          "kube-api-content-type",
          "log-flush-frequency",
          "log-json-info-buffer-size",
          "log-json-split-stream",
          "log-text-info-buffer-size",
          "log-text-split-stream",
          "min-compatibility-version",
          "permit-address-sharing",
          "permit-port-sharing",
          "pod-max-in-unschedulable-pods-duration",
          "profiling",
          "requestheader-allowed-names",
          "requestheader-client-ca-file",
          "requestheader-extra-headers-prefix",
          "requestheader-group-headers",
          "requestheader-uid-headers",
          "requestheader-username-headers",
          "runtime-config-emulation-forward-compatible",
          "show-hidden-metrics-for-version",
          "tls-cert-file",
          "tls-cipher-suites",
          "tls-min-version",
          "tls-private-key-file",
          "tls-sni-cert-key",
          "write-config-to");

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    Flags flags = new Flags(Flags.Style.POSIX);
    flags
        .string("config", "", "The path to the configuration file.")
        .string("kubeconfig", "", "Path to a kubeconfig. Only required if out-of-cluster.")
        .string("master", "", "The address of the API server. Overrides that of the kubeconfig.")
        .string(
            "authentication-kubeconfig",
            "",
            "The kubeconfig for TokenReviews. Must be the same as --kubeconfig.")
        .string(
            "authorization-kubeconfig",
            "",
            "The kubeconfig for SubjectAccessReviews. Must be the same as --kubeconfig.")
        .string("bind-address", "0.0.0.0", "The IP address to serve health and metrics on.")
        .integer("secure-port", 10259, "The HTTPS port for health and metrics. 0 for none.")
        .decimal("kube-api-qps", DEFAULT_LIMIT.qps(), "Requests per second to the API server.")
        .integer("kube-api-burst", DEFAULT_LIMIT.burst(), "Burst of requests to the API server.")
        .bool("leader-elect", true, "Schedule only while holding a Lease.")
        .duration("leader-elect-lease-duration", "15s", "The duration of the Lease.")
        .duration("leader-elect-renew-deadline", "10s", "How long to retry to renew the Lease.")
        .duration("leader-elect-retry-period", "2s", "The time between attempts.")
        .string("leader-elect-resource-lock", "leases", "The kind of the lock: leases.")
        .string("leader-elect-resource-name", "kube-scheduler", "The name of the Lease.")
        .string("leader-elect-resource-namespace", "kube-system", "The namespace of the Lease.")
        .string("logging-format", "text", "The format of the log: text or json.")
        .integer("v", 0, "The verbosity of the log.")
        .string("vmodule", "", "Verbosity per module, such as scheduler=4.");
    return flags;
  }

  /**
   * Checks that no flag is given for which this program has no feature.
   *
   * @throws FlagException with the name of the flag
   */
  public static void checkSupported(List<String> words) throws FlagException {
    var unsupported = new TreeSet<>(UNSUPPORTED);
    for (String word : words) {
      if (word.equals("--")) {
        return;
      }
      String name = word.replaceFirst("^--?", "").replaceFirst("=.*", "");
      if (word.startsWith("-") && unsupported.contains(name)) {
        throw new FlagException("--" + name + " is not supported by this scheduler");
      }
    }
  }

  /**
   * Reads the file that the flags name, if any. As in kube-scheduler, flags that have a field in
   * the file have no effect then, except those of leader election, which win.
   */
  public static SchedulerSettings of(Flags flags, Files files) throws FlagException {
    if (!flags.arguments().isEmpty()) {
      throw new FlagException("unknown arguments: " + String.join(" ", flags.arguments()));
    }
    String name = flags.string("config");
    SchedulerConfiguration file =
        name.isEmpty() ? SchedulerConfiguration.EMPTY : SchedulerConfiguration.read(files, name);
    Connection connection = requireNonNullElse(file.clientConnection(), Connection.EMPTY);
    String kubeconfig =
        name.isEmpty()
            ? flags.string("kubeconfig")
            : requireNonNullElse(connection.kubeconfig(), "");
    for (String flag : List.of("authentication-kubeconfig", "authorization-kubeconfig")) {
      String other = flags.string(flag);
      if (!other.isEmpty() && !other.equals(kubeconfig)) {
        throw new FlagException("--" + flag + ": must be the same as --kubeconfig");
      }
    }
    return new SchedulerSettings(
        kubeconfig,
        flags.string("master"),
        address(flags),
        client(flags, name, connection),
        election(flags, file.leaderElection()),
        scheduler(name, file.profiles()));
  }

  private static String address(Flags flags) throws FlagException {
    int port = flags.integer("secure-port");
    if (port < 0 || port > MAX_PORT) {
      throw new FlagException(
          "--secure-port %d must be between 0 and %d, inclusive. 0 for turning off secure port"
              .formatted(port, MAX_PORT));
    }
    String host = flags.string("bind-address");
    return port == 0 ? "0" : (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  private static RateLimit client(Flags flags, String file, Connection connection) {
    return file.isEmpty()
        ? new RateLimit(flags.decimal("kube-api-qps"), flags.integer("kube-api-burst"))
        : new RateLimit(
            requireNonNullElse(connection.qps(), DEFAULT_LIMIT.qps()),
            requireNonNullElse(connection.burst(), DEFAULT_LIMIT.burst()));
  }

  private static LeaderElection election(Flags flags, @Nullable LeaderElection file)
      throws FlagException {
    var given =
        new LeaderElection(
            flags.isGiven("leader-elect") ? flags.isSet("leader-elect") : null,
            duration(flags, "leader-elect-lease-duration"),
            duration(flags, "leader-elect-renew-deadline"),
            duration(flags, "leader-elect-retry-period"),
            text(flags, "leader-elect-resource-lock"),
            text(flags, "leader-elect-resource-name"),
            text(flags, "leader-elect-resource-namespace"));
    LeaderElection all =
        given
            .or(requireNonNullElse(file, LeaderElection.UNSAID))
            .or(new LeaderElection(true, null, null, null, null, "kube-scheduler", "kube-system"))
            .or(LeaderElection.RECOMMENDED);
    if (!"leases".equals(all.resourceLock())) {
      throw new FlagException(
          "leaderElection.resourceLock: \"%s\" is not supported, only \"leases\" is"
              .formatted(all.resourceLock()));
    }
    return all;
  }

  private static @Nullable Duration duration(Flags flags, String name) {
    return flags.isGiven(name) ? flags.duration(name) : null;
  }

  private static @Nullable String text(Flags flags, String name) {
    return flags.isGiven(name) ? flags.string(name) : null;
  }

  private static SchedulerOptions scheduler(String file, @Nullable List<Profile> profiles)
      throws FlagException {
    if (profiles == null || profiles.isEmpty()) {
      return SchedulerOptions.byDefault();
    }
    var names = new TreeSet<String>();
    for (int i = 0; i < profiles.size(); i++) {
      String name = requireNonNullElse(profiles.get(i).schedulerName(), "");
      // As upstream, only a single profile may leave its name out.
      String known = name.isEmpty() && profiles.size() == 1 ? "default-scheduler" : name;
      if (known.isEmpty()) {
        throw new FlagException(file + ": profiles[" + i + "].schedulerName: Required value");
      }
      if (!names.add(known)) {
        throw new FlagException(
            file + ": profiles[" + i + "].schedulerName: Duplicate value: \"" + known + "\"");
      }
    }
    return new SchedulerOptions(
        profiles.stream()
            .map(profile -> requireNonNullElse(profile.schedulerName(), "default-scheduler"))
            .map(name -> name.isEmpty() ? "default-scheduler" : name)
            .toList());
  }
}
