package io.coxswain.jobset.program;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.env.Files;
import io.coxswain.jobset.Features;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.jobset.program.Configuration.Certificates;
import io.coxswain.jobset.program.Configuration.Connection;
import io.coxswain.jobset.program.Configuration.Health;
import io.coxswain.jobset.program.Configuration.Metrics;
import io.coxswain.jobset.program.Configuration.Tls;
import io.coxswain.jobset.program.Configuration.Webhook;
import io.coxswain.runtime.config.LeaderElection;
import io.coxswain.runtime.flags.ConfigFile;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.http.TlsPolicy;
import io.coxswain.runtime.logging.ZapOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What flags and file say together, with every default filled in.
 *
 * @param certificates whether this program makes the certificates of its webhooks itself
 */
public record Settings(
    String kubeconfig,
    int webhookPort,
    String webhookHost,
    Path webhookCertificates,
    String metricsAddress,
    Path metricsCertificates,
    String healthAddress,
    String readiness,
    String liveness,
    LeaderElection election,
    boolean certificates,
    String service,
    String secret,
    double qps,
    int burst,
    TlsPolicy tls,
    Features features) {
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
    ZapOptions.declare(flags, true);
    return flags;
  }

  /** Reads the file that the flags name, if any, and lays the flags over it. */
  public static Settings of(Flags flags, Files files) throws FlagException {
    String name = flags.string("config");
    Configuration file =
        name.isEmpty()
            ? Configuration.EMPTY
            : ConfigFile.read(files, Path.of(name), Configuration.class);
    checkKind(name, file);
    Webhook webhook = requireNonNullElse(file.webhook(), Webhook.UNSAID);
    Metrics metrics = requireNonNullElse(file.metrics(), Metrics.UNSAID);
    Health health = requireNonNullElse(file.health(), Health.UNSAID);
    Certificates own = requireNonNullElse(file.internalCertManagement(), Certificates.UNSAID);
    Connection connection = requireNonNullElse(file.clientConnection(), Connection.UNSAID);
    return new Settings(
        flags.string("kubeconfig"),
        requireNonNullElse(webhook.port(), 9443),
        requireNonNullElse(webhook.host(), ""),
        Path.of(orIfEmpty(webhook.certDir(), "/tmp/k8s-webhook-server/serving-certs")),
        flags.isGiven("metrics-bind-address")
            ? flags.string("metrics-bind-address")
            : orIfEmpty(metrics.bindAddress(), ":8443"),
        Path.of(orIfEmpty(metrics.certDir(), "/tmp/k8s-metrics-server/serving-certs")),
        flags.isGiven("health-probe-bind-address")
            ? flags.string("health-probe-bind-address")
            : orIfEmpty(health.healthProbeBindAddress(), ":8081"),
        orIfEmpty(health.readinessEndpointName(), "readyz"),
        orIfEmpty(health.livenessEndpointName(), "healthz"),
        election(flags, file.leaderElection()),
        requireNonNullElse(own.enable(), true),
        checked(
            "internalCertManagement.webhookServiceName",
            LABEL,
            orIfEmpty(own.webhookServiceName(), JobSetWebhooks.SERVICE)),
        checked(
            "internalCertManagement.webhookSecretName",
            SUBDOMAIN,
            orIfEmpty(own.webhookSecretName(), "jobset-webhook-server-cert")),
        flags.isGiven("kube-api-qps")
            ? flags.integer("kube-api-qps")
            : requireNonNullElse(connection.qps(), 500.0),
        flags.isGiven("kube-api-burst")
            ? flags.integer("kube-api-burst")
            : requireNonNullElse(connection.burst(), 500),
        tls(file.tls()),
        features(file));
  }

  private static void checkKind(String file, Configuration read) throws FlagException {
    if (!Configuration.KIND.equals(read.kind())
        || !Configuration.API_VERSION.equals(read.apiVersion())) {
      throw new FlagException(
          "%s: no kind \"%s\" is registered for version \"%s\"; it must be kind \"%s\" of \"%s\""
              .formatted(
                  file,
                  requireNonNullElse(read.kind(), ""),
                  requireNonNullElse(read.apiVersion(), ""),
                  Configuration.KIND,
                  Configuration.API_VERSION));
    }
  }

  /** The flag's own default is off, that of the file on; the latter counts unless flagged. */
  private static LeaderElection election(Flags flags, @Nullable LeaderElection file) {
    LeaderElection said = requireNonNullElse(file, LeaderElection.UNSAID);
    LeaderElection flagged =
        flags.isGiven("leader-elect")
            ? new LeaderElection(flags.isSet("leader-elect"), null, null, null, null, null, null)
            : LeaderElection.UNSAID;
    return flagged
        .or(said)
        .or(new LeaderElection(true, null, null, null, null, "6d4f6a47.jobset.x-k8s.io", ""))
        .or(LeaderElection.RECOMMENDED);
  }

  private static TlsPolicy tls(@Nullable Tls tls) throws FlagException {
    if (tls == null) {
      return TlsPolicy.atLeast("1.2", List.of());
    }
    String version = orIfEmpty(tls.minVersion(), "VersionTLS12");
    List<String> suites = requireNonNullElse(tls.cipherSuites(), List.of());
    return switch (version) {
      case "VersionTLS12" -> TlsPolicy.atLeast("1.2", suites);
      case "VersionTLS13" -> {
        if (!suites.isEmpty()) {
          throw new FlagException(
              "tls.cipherSuites: may not be specified when tls.minVersion is VersionTLS13");
        }
        yield TlsPolicy.atLeast("1.3", suites);
      }
      default ->
          throw new FlagException(
              "tls.minVersion: Invalid value: \"%s\": must be VersionTLS12 or VersionTLS13"
                  .formatted(version));
    };
  }

  private static Features features(Configuration file) throws FlagException {
    try {
      return Features.of(requireNonNullElse(file.featureGates(), new TreeMap<>()));
    } catch (IllegalArgumentException e) {
      throw new FlagException("featureGates: " + e.getMessage());
    }
  }

  private static String checked(String field, Pattern rule, String value) throws FlagException {
    if (!rule.matcher(value).matches()) {
      throw new FlagException(
          "%s: Invalid value: \"%s\": must match %s".formatted(field, value, rule.pattern()));
    }
    return value;
  }

  private static String orIfEmpty(@Nullable String value, String otherwise) {
    return value == null || value.isEmpty() ? otherwise : value;
  }

  /** The same program without servers of its own: others call it within the process. */
  public Settings withoutServers() {
    return new Settings(
        kubeconfig,
        -1,
        webhookHost,
        webhookCertificates,
        "0",
        metricsCertificates,
        "0",
        readiness,
        liveness,
        election,
        certificates,
        service,
        secret,
        qps,
        burst,
        tls,
        features);
  }
}
