package io.coxswain.jobset.program;

import static io.coxswain.runtime.config.ControllerManagerFile.invalid;
import static io.coxswain.runtime.config.ControllerManagerFile.orIfEmpty;
import static java.util.Objects.requireNonNullElse;

import io.coxswain.env.Files;
import io.coxswain.jobset.Features;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.jobset.program.Configuration.Metrics;
import io.coxswain.jobset.program.Configuration.Tls;
import io.coxswain.jobset.program.Configuration.Webhook;
import io.coxswain.runtime.config.ControllerManagerFile;
import io.coxswain.runtime.config.ControllerManagerOptions;
import io.coxswain.runtime.config.LeaderElection;
import io.coxswain.runtime.config.RateLimit;
import io.coxswain.runtime.config.ShardFlags;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.http.TlsPolicy;
import io.coxswain.runtime.logging.ZapOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options of the program: the configuration file, overridden by flags, with all defaults. */
public record Settings(String kubeconfig, ControllerManagerOptions manager, Features features) {
  private static final RateLimit DEFAULT_LIMIT = new RateLimit(500, 500);
  private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    Flags flags = new Flags(Flags.Style.GO);
    flags
        .string(
            "config",
            "",
            "The controller will load its initial configuration from this file. Omit this flag to"
                + " use the default configuration values. Command-line flags override"
                + " configuration from this file.")
        .string("metrics-bind-address", ":8443", "The address the metric endpoint binds to.")
        .string("health-probe-bind-address", ":8081", "The address the probe endpoint binds to.")
        .bool(
            "leader-elect",
            false,
            "Enable leader election for controller manager. Enabling this will ensure there is"
                + " only one active controller manager.")
        .integer("kube-api-qps", 500, "Maximum QPS to use while talking with Kubernetes API.")
        .integer("kube-api-burst", 500, "Maximum burst for throttle.")
        .string("kubeconfig", "", "Paths to a kubeconfig. Only required if out-of-cluster.");
    ShardFlags.declare(flags);
    ZapOptions.declare(flags, true);
    return flags;
  }

  /** Reads the file that the flags name, if any, and overrides it by flags. */
  public static Settings of(Flags flags, Files files) throws FlagException {
    String name = flags.string("config");
    Configuration file =
        name.isEmpty()
            ? Configuration.EMPTY
            : ControllerManagerFile.read(
                files, name, Configuration.class, Configuration.API_VERSION);
    LeaderElection election = election(flags, file.leaderElection());
    return new Settings(
        flags.string("kubeconfig"),
        new ControllerManagerOptions(
            webhook(file.webhook()),
            metrics(flags, file.metrics()),
            health(flags, file.health()),
            election,
            certManagement(name, file.internalCertManagement()),
            client(flags, file.clientConnection()),
            tls(name, file.tls()),
            ShardFlags.shards(flags, election)),
        features(name, file));
  }

  private static ControllerManagerOptions.Webhook webhook(@Nullable Webhook section) {
    Webhook webhook = requireNonNullElse(section, Webhook.EMPTY);
    return new ControllerManagerOptions.Webhook(
        requireNonNullElse(webhook.port(), 9443),
        requireNonNullElse(webhook.host(), ""),
        Path.of(
            orIfEmpty(
                webhook.certDir(), ControllerManagerOptions.WEBHOOK_CERTIFICATES.toString())));
  }

  private static ControllerManagerOptions.Metrics metrics(Flags flags, @Nullable Metrics section) {
    Metrics metrics = requireNonNullElse(section, Metrics.EMPTY);
    return new ControllerManagerOptions.Metrics(
        flags.isGiven("metrics-bind-address")
            ? flags.string("metrics-bind-address")
            : orIfEmpty(metrics.bindAddress(), ":8443"),
        true,
        Path.of(orIfEmpty(metrics.certDir(), "/tmp/k8s-metrics-server/serving-certs")),
        true);
  }

  private static ControllerManagerOptions.Health health(
      Flags flags, ControllerManagerFile.@Nullable Health section) {
    ControllerManagerOptions.Health health = ControllerManagerFile.Health.resolve(section);
    return flags.isGiven("health-probe-bind-address")
        ? new ControllerManagerOptions.Health(
            flags.string("health-probe-bind-address"), health.readiness(), health.liveness())
        : health;
  }

  private static ControllerManagerOptions.CertManagement certManagement(
      String file, ControllerManagerFile.@Nullable CertManagement section) throws FlagException {
    ControllerManagerOptions.CertManagement certificates =
        ControllerManagerFile.CertManagement.resolve(
            section, JobSetWebhooks.SERVICE, "jobset-webhook-server-cert");
    check(file, "internalCertManagement.webhookServiceName", LABEL, certificates.service());
    check(file, "internalCertManagement.webhookSecretName", SUBDOMAIN, certificates.secret());
    return certificates;
  }

  private static RateLimit client(
      Flags flags, ControllerManagerFile.@Nullable ClientConnection section) {
    RateLimit limit = ControllerManagerFile.ClientConnection.resolve(section, DEFAULT_LIMIT);
    return new RateLimit(
        flags.isGiven("kube-api-qps") ? flags.integer("kube-api-qps") : limit.qps(),
        flags.isGiven("kube-api-burst") ? flags.integer("kube-api-burst") : limit.burst());
  }

  /** Leader election is enabled by default in the file; the default of the flag has no effect. */
  private static LeaderElection election(Flags flags, @Nullable LeaderElection file) {
    LeaderElection override =
        flags.isGiven("leader-elect")
            ? new LeaderElection(flags.isSet("leader-elect"), null, null, null, null, null, null)
            : LeaderElection.UNSAID;
    return override
        .or(requireNonNullElse(file, LeaderElection.UNSAID))
        .or(new LeaderElection(true, null, null, null, null, "6d4f6a47.jobset.x-k8s.io", ""))
        .or(LeaderElection.RECOMMENDED);
  }

  private static TlsPolicy tls(String file, @Nullable Tls tls) throws FlagException {
    if (tls == null) {
      return TlsPolicy.atLeast("1.2", List.of());
    }
    String version = orIfEmpty(tls.minVersion(), "VersionTLS12");
    List<String> suites = requireNonNullElse(tls.cipherSuites(), List.of());
    return switch (version) {
      case "VersionTLS12" -> TlsPolicy.atLeast("1.2", suites);
      case "VersionTLS13" -> {
        if (!suites.isEmpty()) {
          throw invalid(
              file, "tls.cipherSuites: may not be specified when tls.minVersion is VersionTLS13");
        }
        yield TlsPolicy.atLeast("1.3", suites);
      }
      default ->
          throw invalid(
              file,
              "tls.minVersion: Invalid value: \"%s\": must be VersionTLS12 or VersionTLS13"
                  .formatted(version));
    };
  }

  private static Features features(String name, Configuration file) throws FlagException {
    try {
      return Features.of(requireNonNullElse(file.featureGates(), new TreeMap<>()));
    } catch (IllegalArgumentException e) {
      throw invalid(name, "featureGates: " + e.getMessage());
    }
  }

  private static void check(String file, String field, Pattern rule, String value)
      throws FlagException {
    if (!rule.matcher(value).matches()) {
      throw invalid(
          file, "%s: Invalid value: \"%s\": must match %s".formatted(field, value, rule.pattern()));
    }
  }

  /** The options without any server, for a program whose endpoints are called in the process. */
  public Settings withoutServers() {
    return new Settings(kubeconfig, manager.withoutServers(), features);
  }
}
