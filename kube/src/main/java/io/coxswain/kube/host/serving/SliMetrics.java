package io.coxswain.kube.host.serving;

import io.coxswain.env.Clock;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Results of health checks as metrics, from which availability is computed. */
final class SliMetrics {
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Gauge last;
  private final Counter total;

  SliMetrics(Clock clock) {
    last =
        Gauge.builder()
            .name("kubernetes_healthcheck")
            .help("[STABLE] This metric records the result of a single healthcheck.")
            .labelNames("name", "type")
            .withoutExemplars()
            .register(registry);
    total =
        Counter.builder()
            .name("kubernetes_healthchecks_total")
            .help("[STABLE] This metric records the results of all healthcheck.")
            .labelNames("name", "status", "type")
            .withoutExemplars()
            .register(registry);
    Gauge.builder()
        .name("process_start_time_seconds")
        .help("[ALPHA] Start time of the process since unix epoch in seconds.")
        .withoutExemplars()
        .register(registry)
        .set(clock.now().toEpochMilli() / 1e3);
  }

  /** A check whose results are recorded. */
  Check observing(String name, String path, Check check) {
    String type = path.substring(1);
    return () -> {
      boolean well = false;
      try {
        check.check();
        well = true;
      } finally {
        last.labelValues(name, type).set(well ? 1 : 0);
        total.labelValues(name, well ? "success" : "error", type).inc();
      }
    };
  }

  EndpointResponse answer(Request request) {
    if (request.method().equals("DELETE")) {
      last.clear();
      total.clear();
      return EndpointResponse.text(200, "metrics reset\n");
    }
    return MetricsEndpoint.scrape(registry, name -> true);
  }
}
