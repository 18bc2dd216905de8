package io.coxswain.trainer.program;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.FieldError;
import io.coxswain.env.Files;
import io.coxswain.runtime.config.LeaderElection;
import io.coxswain.runtime.flags.ConfigFile;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.http.TlsPolicy;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.trainer.program.Configuration.Certificates;
import io.coxswain.trainer.program.Configuration.Connection;
import io.coxswain.trainer.program.Configuration.Health;
import io.coxswain.trainer.program.Configuration.Metrics;
import io.coxswain.trainer.program.Configuration.StatusServer;
import io.coxswain.trainer.program.Configuration.Webhook;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What file and flags say together, with every default filled in.
 *
 * @param certificates whether this program makes its certificates itself
 * @param folder of the certificates that others made, or where those of the Secret are mounted
 * @param statusAddress where the status server listens; empty when it does not
 * @param workers how many jobs of a kind, such as {@code TrainJob.trainer.kubeflow.org}, at once
 */
public record Settings(
    int webhookPort,
    String webhookHost,
    LeaderElection election,
    String metricsAddress,
    boolean secureMetrics,
    boolean authorizedMetrics,
    String healthAddress,
    String readiness,
    String liveness,
    SortedMap<String, Integer> workers,
    boolean certificates,
    Path folder,
    String service,
    String secret,
    double qps,
    int burst,
    int statusPort,
    String statusAddress,
    double statusQps,
    int statusBurst,
    TlsPolicy tls,
    Gates gates) {
  private static final Path CERTIFICATES = Path.of("/tmp/k8s-webhook-server/serving-certs");

  /** The flags of the program, before any is read. */
  public static Flags flags() {
    Flags flags = new Flags(Flags.Style.GO);
    flags
        .string(
            "config",
            "",
            "The controller will load its initial configuration from this file. Omit this flag to"
                + " use the default configuration values. ")
        .string(
            "feature-gates",
            "",
            "A set of key=value pairs that describe feature gates for alpha/experimental"
                + " features.")
        .string("kubeconfig", "", "Paths to a kubeconfig. Only required if out-of-cluster.");
    ZapOptions.declare(flags, false, "rfc3339nano");
    return flags;
  }

  /** Reads the file that the flags name, if any. */
  public static Settings of(Flags flags, Files files) throws FlagException {
    Configuration file = read(flags.string("config"), files);
    Webhook webhook = requireNonNullElse(file.webhook(), Webhook.UNSAID);
    Metrics metrics = requireNonNullElse(file.metrics(), Metrics.UNSAID);
    Health health = requireNonNullElse(file.health(), Health.UNSAID);
    Certificates own = requireNonNullElse(file.certManagement(), Certificates.UNSAID);
    Connection connection = requireNonNullElse(file.clientConnection(), Connection.UNSAID);
    StatusServer status = requireNonNullElse(file.statusServer(), StatusServer.UNSAID);
    var settings =
        new Settings(
            requireNonNullElse(webhook.port(), 9443),
            requireNonNullElse(webhook.host(), ""),
            election(file.leaderElection()),
            orIfEmpty(metrics.bindAddress(), ":8443"),
            requireNonNullElse(metrics.secureServing(), true),
            metrics.auth() != null && Boolean.TRUE.equals(metrics.auth().enabled()),
            orIfEmpty(health.healthProbeBindAddress(), ":8081"),
            pathName(health.readinessEndpointName(), "readyz"),
            pathName(health.livenessEndpointName(), "healthz"),
            workers(file),
            requireNonNullElse(own.enable(), true),
            CERTIFICATES,
            orIfEmpty(own.webhookServiceName(), TrainerWebhooks.SERVICE),
            orIfEmpty(own.webhookSecretName(), "kubeflow-trainer-webhook-cert"),
            requireNonNullElse(connection.qps(), 50.0),
            requireNonNullElse(connection.burst(), 100),
            requireNonNullElse(status.port(), 10443),
            ":" + requireNonNullElse(status.port(), 10443),
            requireNonNullElse(status.qps(), 5.0),
            requireNonNullElse(status.burst(), 10),
            Tls.policy(file.tls()),
            Gates.of(
                requireNonNullElse(file.featureGates(), new TreeMap<>()),
                flags.string("feature-gates")));
    settings.validate();
    return settings;
  }

  private static Configuration read(String name, Files files) throws FlagException {
    if (name.isEmpty()) {
      return Configuration.EMPTY;
    }
    if (!files.exists(Path.of(name))) {
      throw new FlagException(
          "failed to read config file: open " + name + ": no such file or directory");
    }
    Configuration file;
    try {
      file = ConfigFile.read(files, Path.of(name), Configuration.class);
    } catch (FlagException e) {
      throw new FlagException("failed to decode config file: " + e.getMessage());
    }
    if (!Configuration.KIND.equals(file.kind())
        || !Configuration.API_VERSION.equals(file.apiVersion())) {
      throw new FlagException(
          "failed to decode config file: %s: no kind \"%s\" is registered for version \"%s\"; it must be kind \"%s\" of \"%s\""
              .formatted(
                  name,
                  requireNonNullElse(file.kind(), ""),
                  requireNonNullElse(file.apiVersion(), ""),
                  Configuration.KIND,
                  Configuration.API_VERSION));
    }
    return file;
  }

  private static SortedMap<String, Integer> workers(Configuration file) {
    return file.controller() == null
        ? new TreeMap<>()
        : requireNonNullElse(file.controller().groupKindConcurrency(), new TreeMap<>());
  }

  /**
   * Without the section there is no election. What the section omits has a default; upstream has
   * none there and does not start.
   */
  private static LeaderElection election(@Nullable LeaderElection file) {
    return file == null
        ? LeaderElection.UNSAID
        : file.or(new LeaderElection(null, null, null, null, null, "trainer.kubeflow.org", null))
            .or(LeaderElection.RECOMMENDED);
  }

  private static String orIfEmpty(@Nullable String value, String otherwise) {
    return value == null || value.isEmpty() ? otherwise : value;
  }

  /** Upstream forgets the slash, and later mended it: both spellings are taken. */
  private static String pathName(@Nullable String name, String usual) {
    String said = name == null || name.isEmpty() ? usual : name;
    return said.startsWith("/") ? said.substring(1) : said;
  }

  private void validate() throws FlagException {
    var errors = new ArrayList<FieldError>();
    port("webhook.port", webhookPort, errors);
    port("statusServer.port", statusPort, errors);
    notNegative("clientConnection.qps", qps, errors);
    notNegative("clientConnection.burst", burst, errors);
    notNegative("statusServer.qps", statusQps, errors);
    notNegative("statusServer.burst", statusBurst, errors);
    workers.forEach(
        (kind, count) -> {
          if (count <= 0) {
            errors.add(
                FieldError.invalid(
                    "controller.groupKindConcurrency[" + kind + "]",
                    count,
                    "must be greater than 0"));
          }
        });
    if (!errors.isEmpty()) {
      throw new FlagException("invalid configuration: " + FieldError.join(errors));
    }
  }

  private static void port(String field, int port, List<FieldError> errors) {
    if (port < 1 || port > 65535) {
      errors.add(FieldError.invalid(field, port, "must be between 1 and 65535"));
    }
  }

  private static void notNegative(String field, Number value, List<FieldError> errors) {
    if (value.doubleValue() < 0) {
      errors.add(FieldError.invalid(field, value, "must be greater than or equal to 0"));
    }
  }

  /** The same program without servers of its own: others call it within the process. */
  public Settings withoutServers() {
    return within(
        certificates, folder, "", new Limit(qps, burst), new Limit(statusQps, statusBurst));
  }

  /**
   * The same program in the process of the API server, which asks its webhooks there. Only reports
   * of progress come from outside, on a free port of the loopback address.
   *
   * @param made holds the certificate, which another has made
   */
  public Settings inProcess(Path made) {
    return within(false, made, "127.0.0.1:0", Limit.WIDE, Limit.WIDE);
  }

  /** How many requests a second, after how many at once. */
  private record Limit(double qps, int burst) {
    /** More than one process asks of itself. */
    static final Limit WIDE = new Limit(100_000, 100_000);
  }

  private Settings within(
      boolean ownCertificates, Path certificateFolder, String reports, Limit own, Limit status) {
    return new Settings(
        -1,
        webhookHost,
        election,
        "0",
        false,
        false,
        "0",
        readiness,
        liveness,
        workers,
        ownCertificates,
        certificateFolder,
        service,
        secret,
        own.qps,
        own.burst,
        statusPort,
        reports,
        status.qps,
        status.burst,
        tls,
        gates);
  }
}
