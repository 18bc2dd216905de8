package io.coxswain.runtime.config;

import io.coxswain.env.Env;
import io.coxswain.runtime.http.TlsPolicy;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options that the configuration files of controller managers have in common, with all defaults
 * applied.
 *
 * @param shards the number of shards of the program; more than one requires leader election
 */
public record ControllerManagerOptions(
    Webhook webhook,
    Metrics metrics,
    Health health,
    LeaderElection election,
    CertManagement certManagement,
    RateLimit client,
    TlsPolicy tls,
    int shards) {
  /** A bind address that disables a server. */
  private static final String DISABLED = "0";

  /** Where controller-runtime expects the serving certificate of webhooks. */
  public static final Path WEBHOOK_CERTIFICATES = Path.of("/tmp/k8s-webhook-server/serving-certs");

  /**
   * The webhook server.
   *
   * @param port negative if the server is disabled
   * @param certificates the directory with {@code tls.crt} and {@code tls.key}
   */
  public record Webhook(int port, String host, Path certificates) {}

  /**
   * The metrics server.
   *
   * @param secure whether it serves TLS
   * @param certificates the directory of its certificate; null for that of the webhooks
   * @param authorized whether requests are authenticated and authorized
   */
  public record Metrics(
      String address, boolean secure, @Nullable Path certificates, boolean authorized) {}

  /** The health probe server and the names of its endpoints. */
  public record Health(String address, String readiness, String liveness) {}

  /**
   * Management of the webhook certificates by the program itself.
   *
   * @param service the Service of the webhooks
   * @param secret the Secret that holds the certificates
   */
  public record CertManagement(boolean enabled, String service, String secret) {}

  /** The options without any server, for a program whose endpoints are called in the process. */
  public ControllerManagerOptions withoutServers() {
    return new ControllerManagerOptions(
        new Webhook(-1, webhook.host, webhook.certificates),
        new Metrics(DISABLED, metrics.secure, metrics.certificates, metrics.authorized),
        new Health(DISABLED, health.readiness, health.liveness),
        election,
        certManagement,
        client,
        tls,
        shards);
  }

  /**
   * Begins a manager with these options.
   *
   * @param host the identity of this replica
   * @param namespace the default namespace of the Lease
   */
  public ManagerBuilder managerBuilder(
      Env env, String name, String userAgent, String host, String namespace) {
    ManagerBuilder builder =
        Manager.builder(env)
            .name(name)
            .host(host)
            .userAgent(userAgent)
            .requestLimit(client.qps(), client.burst())
            .health(health.address)
            .healthPaths(health.liveness, health.readiness)
            .metrics(metrics.address)
            .metricsTls(tls)
            .webhooks(
                webhooks ->
                    webhooks
                        .host(webhook.host)
                        .port(webhook.port)
                        .certificates(webhook.certificates)
                        .tls(tls));
    if (metrics.secure) {
      if (metrics.certificates == null) {
        builder.secureMetricsLikeWebhooks();
      } else {
        builder.secureMetrics(metrics.certificates);
      }
    }
    if (metrics.authorized) {
      builder.authorizedMetrics();
    }
    if (election.isOn()) {
      builder.leaderElection(
          options -> {
            options.host(host);
            election.apply(options, namespace);
          });
      builder.shards(shards);
    }
    return builder;
  }
}
