package io.coxswain.runtime.metrics;

import io.coxswain.env.Clock;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Metrics of webhooks and of their serving certificate. */
public final class WebhookMetrics {
  private static final double[] SECONDS = {
    1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000
  };

  private final Clock clock;
  private final Counter requests;
  private final Gauge inFlight;
  private final Histogram seconds;
  private final Counter panics;
  private final Counter conversionPanics;
  private final Counter certificateReads;
  private final Counter certificateErrors;

  WebhookMetrics(Registrar registrar, Clock clock) {
    boolean shown = !registrar.isKubernetes();
    this.clock = clock;
    requests =
        registrar.counter(
            shown,
            "controller_runtime_webhook_requests_total",
            "Total number of admission requests by HTTP status code.",
            "webhook",
            "code");
    inFlight =
        registrar.gauge(
            shown,
            "controller_runtime_webhook_requests_in_flight",
            "Current number of admission requests being served.",
            "webhook");
    seconds =
        registrar.histogram(
            shown,
            "controller_runtime_webhook_latency_seconds",
            "Histogram of the latency of processing admission requests",
            SECONDS,
            "webhook");
    panics =
        registrar.counter(
            shown, "controller_runtime_webhook_panics_total", "Total number of webhook panics");
    conversionPanics =
        registrar.counter(
            shown,
            "controller_runtime_conversion_webhook_panics_total",
            "Total number of conversion webhook panics");
    certificateReads =
        registrar.counter(
            shown, "certwatcher_read_certificate_total", "Total number of certificate reads");
    certificateErrors =
        registrar.counter(
            shown,
            "certwatcher_read_certificate_errors_total",
            "Total number of certificate read errors");
  }

  /** Initializes the series of a webhook to 0. */
  public void registered(String path) {
    requests.initLabelValues(path, "200");
    requests.initLabelValues(path, "500");
    inFlight.initLabelValues(path);
    seconds.initLabelValues(path);
  }

  /** Counts and times one request. */
  public <T> T measure(String path, Supplier<T> work, ToIntFunction<T> status) {
    long began = clock.nanos();
    inFlight.labelValues(path).inc();
    try {
      T answer = work.get();
      requests.labelValues(path, Integer.toString(status.applyAsInt(answer))).inc();
      return answer;
    } finally {
      inFlight.labelValues(path).dec();
      seconds.labelValues(path).observe((clock.nanos() - began) / 1e9);
    }
  }

  public void panicked() {
    panics.inc();
  }

  public void conversionPanicked() {
    conversionPanics.inc();
  }

  public void readCertificate(boolean ok) {
    certificateReads.inc();
    if (!ok) {
      certificateErrors.inc();
    }
  }
}
