package io.coxswain.kube.host.serving;

import io.coxswain.kube.host.options.LabelAllowLists;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Metrics;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Predicate;

/** Serves metrics, except disabled ones. */
final class MetricsEndpoint {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private MetricsEndpoint() {}

  static EndpointResponse scrape(
      Metrics metrics, List<String> disabled, LabelAllowLists allowedLabels) {
    var constrained = new ConstrainedLabels(allowedLabels);
    return new EndpointResponse(
        200,
        TYPE,
        metrics.scrape(
            name -> !disabled.contains(name) && !disabled.contains(name + "_total"),
            all ->
                disabled.contains(RegisteredMetrics.EXPOSED)
                    ? constrained.applyTo(all)
                    : constrained.applyTo(RegisteredMetrics.addTo(all))));
  }

  static EndpointResponse scrape(PrometheusRegistry registry, Predicate<String> shown) {
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape(shown));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new EndpointResponse(200, TYPE, out.toByteArray());
  }
}
