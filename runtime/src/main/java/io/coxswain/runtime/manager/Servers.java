package io.coxswain.runtime.manager;

import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.health.Health;
import io.coxswain.runtime.http.Answer;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointServer;
import io.coxswain.runtime.metrics.Metrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The HTTP servers of a manager: health and metrics, where an address was given. */
final class Servers {
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final TreeMap<String, SortedMap<String, Endpoint>> byAddress = new TreeMap<>();
  private final List<EndpointServer> running = new ArrayList<>();
  private final String healthAddress;

  private final TreeMap<String, Check> healthz;
  private final TreeMap<String, Check> readyz;

  Servers(ManagerBuilder how) {
    healthz = new TreeMap<>(how.healthz);
    readyz = new TreeMap<>(how.readyz);
    healthAddress = how.healthAddress;
    if (!how.metricsAddress.isEmpty()) {
      Metrics metrics = how.metrics();
      metrics.process(how.env.files());
      endpoints(how.metricsAddress)
          .put("/metrics", (path, query) -> new Answer(200, METRICS, metrics.scrape()));
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
      endpoints(healthAddress).put("/healthz", new Health("/healthz", healthz)::answer);
      endpoints(healthAddress).put("/readyz", new Health("/readyz", readyz)::answer);
    }
    for (var each : byAddress.entrySet()) {
      running.add(EndpointServer.start(each.getKey(), each.getValue()));
    }
  }

  void stop() {
    running.forEach(EndpointServer::close);
    running.clear();
  }
}
