package io.coxswain.runtime.manager;

import io.coxswain.env.Task;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.CertificateWatcher;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.ServingTls;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.health.Health;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.EndpointServer;
import io.coxswain.runtime.http.RequestFilter;
import io.coxswain.runtime.http.Security;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.metrics.WebhookMetrics;
import io.coxswain.runtime.webhook.WebhookServer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP servers of a manager: health and metrics, where an address was given. */
final class Servers {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);

  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final TreeMap<String, SortedMap<String, Endpoint>> byAddress = new TreeMap<>();
  private final List<EndpointServer> running = new ArrayList<>();
  private final String healthAddress;
  private final ManagerBuilder how;
  private final RequestFilter gate;
  private final WebhookServer webhookServer;
  private final WebhookMetrics certificateMetrics;
  private @Nullable Task watching;

  private final TreeMap<String, Check> healthz;
  private final TreeMap<String, Check> readyz;

  /**
   * @param certificates counts how certificates are read
   * @param gate who may read metrics, where that is restricted
   * @param debug answers below {@code /debug/controllers}
   */
  Servers(
      ManagerBuilder how,
      WebhookServer webhookServer,
      WebhookMetrics certificates,
      RequestFilter gate,
      Endpoint debug) {
    this.webhookServer = webhookServer;
    this.certificateMetrics = certificates;
    this.how = how;
    this.gate = how.authorizedMetrics ? gate : RequestFilter.OPEN;
    healthz = new TreeMap<>(how.healthz);
    readyz = new TreeMap<>(how.readyz);
    healthAddress = how.healthAddress;
    if (!how.metricsAddress.isEmpty()) {
      Metrics metrics = how.metrics();
      metrics.process(how.env.files());
      metrics.tasks(how.env.tasks());
      endpoints(how.metricsAddress)
          .put("/metrics", (path, query) -> new EndpointResponse(200, METRICS, metrics.scrape()));
      endpoints(how.metricsAddress).putAll(how.metricsEndpoints);
    }
    if (!how.debugAddress.isEmpty()) {
      endpoints(how.debugAddress).put("/debug/controllers", debug);
    }
  }

  void healthz(String name, Check check) {
    healthz.put(name, check);
  }

  void readyz(String name, Check check) {
    readyz.put(name, check);
  }

  private SortedMap<String, Endpoint> endpoints(String address) {
    return byAddress.computeIfAbsent(address, a -> new TreeMap<>());
  }

  /**
   * @throws IOException when an address cannot be listened on
   */
  void start() throws IOException {
    if (!healthAddress.isEmpty()) {
      healthz.replaceAll((name, check) -> whileTasksLive(check));
      readyz.replaceAll((name, check) -> whileTasksLive(check));
      endpoints(healthAddress).put(how.livenessPath, new Health(how.livenessPath, healthz)::answer);
      endpoints(healthAddress)
          .put(how.readinessPath, new Health(how.readinessPath, readyz)::answer);
    }
    for (var each : byAddress.entrySet()) {
      boolean metrics = each.getKey().equals(how.metricsAddress);
      running.add(
          EndpointServer.start(
              each.getKey(),
              each.getValue(),
              metrics && how.secureMetrics ? security().with(how.metricsTls) : null,
              metrics ? gate : RequestFilter.OPEN));
      log.info("Serving on {}", each.getKey());
    }
  }

  /** Fails also when a task of the program has died; a check of its own would change the page. */
  private Check whileTasksLive(Check check) {
    return () -> {
      how.env.tasks().failures().check();
      check.check();
    };
  }

  /** The certificate in the folder, or one for this machine alone. */
  private Security security() throws IOException {
    if (how.metricsLikeWebhooks) {
      return webhookServer.security();
    }
    Path folder = how.metricsCertificates;
    if (folder != null) {
      Path certificate = folder.resolve("tls.crt");
      Path key = folder.resolve("tls.key");
      if (how.env.files().exists(certificate) && how.env.files().exists(key)) {
        var watcher =
            new CertificateWatcher(how.env, certificate, key, certificateMetrics, identity -> {});
        watching = how.env.tasks().spawn("metrics certificate", watcher::run);
        return ServingTls.of(watcher, null);
      }
    }
    try {
      var now = how.env.clock().now();
      var entropy = how.env.entropy().derive("metrics certificate");
      Identity own =
          CertificateAuthority.create(
                  "localhost-ca", "coxswain", now, Duration.ofDays(365), entropy)
              .issue(List.of("localhost"), now, Duration.ofDays(365), entropy);
      return ServingTls.of(() -> own, null);
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a certificate: " + e.getMessage(), e);
    }
  }

  /** The ports listened on, by address as it was given. */
  int port(String address) {
    int index = new ArrayList<>(byAddress.keySet()).indexOf(address);
    return index < 0 || index >= running.size() ? -1 : running.get(index).port();
  }

  void stop() {
    running.forEach(EndpointServer::close);
    running.clear();
    if (watching != null) {
      watching.cancel();
    }
  }
}
