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
import io.coxswain.runtime.http.Request;
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

/**
 * The HTTP servers of a manager: health, metrics and debug pages, for which an address was
 * configured.
 */
final class Servers {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);

  private static final String LIVEZ = "/livez";
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final TreeMap<String, SortedMap<String, Endpoint>> byAddress = new TreeMap<>();
  private final List<EndpointServer> running = new ArrayList<>();
  private final String healthAddress;
  private final ManagerBuilder builder;
  private final RequestFilter gate;
  private final WebhookServer webhookServer;
  private final WebhookMetrics certificateMetrics;
  private @Nullable Task watching;

  private final TreeMap<String, Check> healthz;
  private final TreeMap<String, Check> readyz;

  /**
   * @param certificates counts certificate reads
   * @param gate authorizes requests for metrics, if configured
   * @param debug handles {@code /debug/controllers}
   */
  Servers(
      ManagerBuilder builder,
      WebhookServer webhookServer,
      WebhookMetrics certificates,
      RequestFilter gate,
      Endpoint debug) {
    this.webhookServer = webhookServer;
    this.certificateMetrics = certificates;
    this.builder = builder;
    this.gate = builder.authorizedMetrics ? gate : RequestFilter.OPEN;
    healthz = new TreeMap<>(builder.healthz);
    readyz = new TreeMap<>(builder.readyz);
    healthAddress = builder.healthAddress;
    if (!builder.metricsAddress.isEmpty()) {
      Metrics metrics = builder.metrics();
      metrics.process(builder.env.files());
      metrics.tasks(builder.env.tasks());
      endpoints(builder.metricsAddress)
          .put("/metrics", (path, query) -> new EndpointResponse(200, METRICS, metrics.scrape()));
      endpoints(builder.metricsAddress).putAll(builder.metricsEndpoints);
      if (builder.authorizedMetrics) {
        endpoints(builder.metricsAddress).putIfAbsent("/debug/controllers", debug);
      }
    }
    if (!builder.debugAddress.isEmpty()) {
      endpoints(builder.debugAddress).put("/debug/controllers", debug);
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
   * @throws IOException if an address cannot be bound
   */
  void start() throws IOException {
    if (!healthAddress.isEmpty()) {
      healthz.replaceAll((name, check) -> whileTasksLive(check));
      readyz.replaceAll((name, check) -> whileTasksLive(check));
      putHealth(builder.livenessPath, healthz);
      putHealth(builder.readinessPath, readyz);
      if (healthAddress.equals(builder.metricsAddress)) {
        putHealth(LIVEZ, healthz); // like components of Kubernetes, which have one port for all
      }
    }
    for (var entry : byAddress.entrySet()) {
      boolean metrics = entry.getKey().equals(builder.metricsAddress);
      running.add(
          EndpointServer.start(
              entry.getKey(),
              entry.getValue(),
              metrics && builder.secureMetrics ? security().with(builder.metricsTls) : null,
              metrics ? this::reject : RequestFilter.OPEN));
      log.atInfo().addKeyValue("address", entry.getKey()).log("Started HTTP server");
    }
  }

  private void putHealth(String path, SortedMap<String, Check> checks) {
    endpoints(healthAddress).put(path, new Health(path, checks)::answer);
  }

  /** Probes have no credentials, also where they share the port of the metrics. */
  private @Nullable EndpointResponse reject(Request request) {
    boolean probe =
        healthAddress.equals(builder.metricsAddress)
            && List.of(LIVEZ, builder.livenessPath, builder.readinessPath).contains(request.path());
    return probe ? null : gate.reject(request);
  }

  /** Fails also if a task of the program has died; a separate check would change the page. */
  private Check whileTasksLive(Check check) {
    return () -> {
      builder.env.tasks().failures().check();
      check.check();
    };
  }

  /** The certificate in the directory, or a self-signed one. */
  private Security security() throws IOException {
    if (builder.metricsLikeWebhooks) {
      return webhookServer.security();
    }
    Path folder = builder.metricsCertificates;
    if (folder != null) {
      Path certificate = folder.resolve("tls.crt");
      Path key = folder.resolve("tls.key");
      if (builder.env.files().exists(certificate) && builder.env.files().exists(key)) {
        var watcher =
            new CertificateWatcher(
                builder.env, certificate, key, certificateMetrics, identity -> {});
        watching = builder.env.tasks().spawn("metrics certificate", watcher::run);
        return ServingTls.of(watcher, null);
      }
    }
    try {
      var now = builder.env.clock().now();
      var entropy = builder.env.entropy().derive("metrics certificate");
      Identity own =
          CertificateAuthority.create(
                  "localhost-ca", "coxswain", now, Duration.ofDays(365), entropy)
              .issue(List.of("localhost"), now, Duration.ofDays(365), entropy);
      return ServingTls.of(() -> own, null);
    } catch (GeneralSecurityException e) {
      throw new IOException("failed to create a self-signed certificate: " + e.getMessage(), e);
    }
  }

  /** The bound ports, by configured address. */
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
