package io.coxswain.kube.host.serving;

import io.coxswain.runtime.access.ReviewObserver;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Counts TokenReview and SubjectAccessReview requests to the API server. */
final class DelegationMetrics {
  /** Bounds of remaining lifetimes, in seconds. */
  private static final double[] REMAINING = {
    0,
    1_800,
    3_600,
    7_200,
    21_600,
    43_200,
    86_400,
    172_800,
    345_600,
    604_800,
    2_592_000,
    7_776_000,
    15_552_000,
    31_104_000
  };

  private static final double[] SECONDS = {0.25, 0.5, 0.7, 1, 1.5, 3, 5, 10};

  private DelegationMetrics() {}

  /** The remaining lifetime of the certificates of clients. */
  static Histogram clientCertificates(PrometheusRegistry registry) {
    return Histogram.builder()
        .name("apiserver_client_certificate_expiration_seconds")
        .help(
            "[ALPHA] Distribution of the remaining lifetime on the certificate used to"
                + " authenticate a request.")
        .classicOnly()
        .classicUpperBounds(REMAINING)
        .withoutExemplars()
        .register(registry);
  }

  static Requests authentication(PrometheusRegistry registry) {
    return new Requests(registry, "authn");
  }

  static Requests authorization(PrometheusRegistry registry) {
    return new Requests(registry, "authz");
  }

  /** One kind of question. */
  static final class Requests implements ReviewObserver {
    private static final double NANOS = 1e9;

    private final Counter total;
    private final Histogram seconds;

    private Requests(PrometheusRegistry registry, String which) {
      total =
          Counter.builder()
              .name("apiserver_delegated_" + which + "_request_total")
              .help("[ALPHA] Number of HTTP requests partitioned by status code.")
              .labelNames("code")
              .withoutExemplars()
              .register(registry);
      seconds =
          Histogram.builder()
              .name("apiserver_delegated_" + which + "_request_duration_seconds")
              .help("[ALPHA] Request latency in seconds. Broken down by status code.")
              .classicOnly()
              .classicUpperBounds(SECONDS)
              .labelNames("code")
              .withoutExemplars()
              .register(registry);
    }

    @Override
    public void answered(String code, long nanos) {
      total.labelValues(code).inc();
      seconds.labelValues(code).observe(nanos / NANOS);
    }
  }
}
