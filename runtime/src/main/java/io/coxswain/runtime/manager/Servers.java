package io.coxswain.runtime.manager;

import io.coxswain.runtime.health.Health;
import io.coxswain.runtime.http.Answer;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointServer;
import io.coxswain.runtime.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The HTTP servers of a manager: health and metrics, where an address was given. */
final class Servers {
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final TreeMap<String, SortedMap<String, Endpoint>> byAddress = new TreeMap<>();
  private final List<EndpointServer> running = new ArrayList<>();

  Servers(ManagerBuilder how) {
    if (!how.healthAddress.isEmpty()) {
      var endpoints = endpoints(how.healthAddress);
      var healthz = new Health("/healthz", how.healthz);
      var readyz = new Health("/readyz", how.readyz);
      endpoints.put("/healthz", healthz::answer);
      endpoints.put("/readyz", readyz::answer);
    }
    if (!how.metricsAddress.isEmpty()) {
      Metrics metrics = how.metrics;
      endpoints(how.metricsAddress)
          .put("/metrics", (path, query) -> new Answer(200, METRICS, metrics.scrape()));
    }
  }

  private SortedMap<String, Endpoint> endpoints(String address) {
    return byAddress.computeIfAbsent(address, a -> new TreeMap<>());
  }

  void start() {
    byAddress.forEach(
        (address, endpoints) -> running.add(EndpointServer.start(address, endpoints)));
  }

  void stop() {
    running.forEach(EndpointServer::close);
    running.clear();
  }
}
