package io.coxswain.trainer.program;

import static io.coxswain.runtime.config.ControllerManagerFile.orIfEmpty;
import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.FieldError;
import io.coxswain.env.Files;
import io.coxswain.runtime.config.ControllerManagerFile;
import io.coxswain.runtime.config.ControllerManagerOptions;
import io.coxswain.runtime.config.LeaderElection;
import io.coxswain.runtime.config.RateLimit;
import io.coxswain.runtime.config.ShardFlags;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.logging.ZapOptions;
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
 * The options of the program: the configuration file and the flags, with all defaults.
 *
 * @param workers the number of concurrent reconciles by kind, such as {@code
 *     TrainJob.trainer.kubeflow.org}
 */
public record Settings(
    ControllerManagerOptions manager,
    SortedMap<String, Integer> workers,
    StatusServerOptions statusServer,
    Gates gates) {
  private static final RateLimit DEFAULT_LIMIT = new RateLimit(50, 100);

  /**
   * The status server.
   *
   * @param port the port of its Service
   * @param address the address it listens on; empty if it does not
   */
  public record StatusServerOptions(int port, String address, RateLimit limit) {}

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
    ShardFlags.declare(flags);
    ZapOptions.declare(flags, false, "rfc3339nano");
    return flags;
  }

  /** Reads the file that the flags name, if any. */
  public static Settings of(Flags flags, Files files) throws FlagException {
    String name = flags.string("config");
    Configuration file =
        name.isEmpty()
            ? Configuration.EMPTY
            : ControllerManagerFile.read(
                files, name, Configuration.class, Configuration.API_VERSION);
    LeaderElection election = election(file.leaderElection());
    var settings =
        new Settings(
            new ControllerManagerOptions(
                webhook(file.webhook()),
                metrics(file.metrics()),
                health(file.health()),
                election,
                ControllerManagerFile.CertManagement.resolve(
                    file.certManagement(),
                    TrainerWebhooks.SERVICE,
                    "kubeflow-trainer-webhook-cert"),
                ControllerManagerFile.ClientConnection.resolve(
                    file.clientConnection(), DEFAULT_LIMIT),
                Tls.policy(file.tls()),
                ShardFlags.shards(flags, election)),
            workers(file),
            statusServer(file.statusServer()),
            Gates.of(
                requireNonNullElse(file.featureGates(), new TreeMap<>()),
                flags.string("feature-gates")));
    settings.validate(name);
    return settings;
  }

  private static ControllerManagerOptions.Webhook webhook(@Nullable Webhook section) {
    Webhook webhook = requireNonNullElse(section, Webhook.EMPTY);
    return new ControllerManagerOptions.Webhook(
        requireNonNullElse(webhook.port(), 9443),
        requireNonNullElse(webhook.host(), ""),
        ControllerManagerOptions.WEBHOOK_CERTIFICATES);
  }

  private static ControllerManagerOptions.Metrics metrics(@Nullable Metrics section) {
    Metrics metrics = requireNonNullElse(section, Metrics.EMPTY);
    return new ControllerManagerOptions.Metrics(
        orIfEmpty(metrics.bindAddress(), ":8443"),
        requireNonNullElse(metrics.secureServing(), true),
        null,
        metrics.auth() != null && Boolean.TRUE.equals(metrics.auth().enabled()));
  }

  /** Some versions of Trainer expect a leading slash in the names, others do not. */
  private static ControllerManagerOptions.Health health(
      ControllerManagerFile.@Nullable Health section) {
    ControllerManagerOptions.Health health = ControllerManagerFile.Health.resolve(section);
    return new ControllerManagerOptions.Health(
        health.address(), withoutSlash(health.readiness()), withoutSlash(health.liveness()));
  }

  private static String withoutSlash(String name) {
    return name.startsWith("/") ? name.substring(1) : name;
  }

  private static StatusServerOptions statusServer(@Nullable StatusServer section) {
    StatusServer status = requireNonNullElse(section, StatusServer.EMPTY);
    int port = requireNonNullElse(status.port(), 10443);
    return new StatusServerOptions(
        port,
        ":" + port,
        new RateLimit(
            requireNonNullElse(status.qps(), 5.0), requireNonNullElse(status.burst(), 10)));
  }

  private static SortedMap<String, Integer> workers(Configuration file) {
    return file.controller() == null
        ? new TreeMap<>()
        : requireNonNullElse(file.controller().groupKindConcurrency(), new TreeMap<>());
  }

  /**
   * Leader election is disabled without the section. Omitted fields have defaults; upstream has
   * none and fails to start.
   */
  private static LeaderElection election(@Nullable LeaderElection file) {
    return file == null
        ? LeaderElection.UNSAID
        : file.or(new LeaderElection(null, null, null, null, null, "trainer.kubeflow.org", null))
            .or(LeaderElection.RECOMMENDED);
  }

  private void validate(String file) throws FlagException {
    var errors = new ArrayList<FieldError>();
    port("webhook.port", manager.webhook().port(), errors);
    port("statusServer.port", statusServer.port, errors);
    notNegative("clientConnection.qps", manager.client().qps(), errors);
    notNegative("clientConnection.burst", manager.client().burst(), errors);
    notNegative("statusServer.qps", statusServer.limit.qps(), errors);
    notNegative("statusServer.burst", statusServer.limit.burst(), errors);
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
      throw ControllerManagerFile.invalid(file, FieldError.join(errors));
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

  /** The options without any server, for a program whose endpoints are called in the process. */
  public Settings withoutServers() {
    return new Settings(
        manager.withoutServers(),
        workers,
        new StatusServerOptions(statusServer.port, "", statusServer.limit),
        gates);
  }

  /**
   * The options of a program in the process of the API server, which calls its webhooks directly.
   * Only the status server listens, on a free port of the loopback address.
   *
   * @param certificates the directory with an existing certificate
   */
  public Settings inProcess(Path certificates) {
    ControllerManagerOptions silent = manager.withoutServers();
    return new Settings(
        new ControllerManagerOptions(
            new ControllerManagerOptions.Webhook(
                silent.webhook().port(), silent.webhook().host(), certificates),
            silent.metrics(),
            silent.health(),
            silent.election(),
            new ControllerManagerOptions.CertManagement(
                false, silent.certManagement().service(), silent.certManagement().secret()),
            RateLimit.UNLIMITED,
            silent.tls(),
            silent.shards()),
        workers,
        new StatusServerOptions(statusServer.port, "127.0.0.1:0", RateLimit.UNLIMITED),
        gates);
  }
}
