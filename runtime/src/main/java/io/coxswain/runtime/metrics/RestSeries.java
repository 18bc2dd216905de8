package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;

/**
 * Metrics of requests to the API server. Programs based on controller-runtime expose only the
 * number of requests by default; Kubernetes components also expose exec plugin metrics, although
 * there are no such plugins here.
 */
final class RestSeries {
  private static final double[] SECONDS = {0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60};
  private static final double[] BYTES = {
    64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216
  };
  private static final double[] ROTATION_AGE = {
    600, 1800, 3600, 14400, 86400, 604800, 2592000, 7776000, 15552000, 31104000, 124416000
  };

  final Counter requests;
  final Counter retries;
  final Histogram seconds;
  final Histogram throttledSeconds;
  final Histogram requestBytes;
  final Histogram responseBytes;

  RestSeries(Registrar registrar, boolean detailed) {
    boolean kubernetes = registrar.isKubernetes();
    boolean showDetails = detailed || kubernetes;
    requests =
        registrar.counter(
            true,
            "rest_client_requests_total",
            "Number of HTTP requests, partitioned by status code, method, and host.",
            "code",
            "method",
            "host");
    retries =
        registrar.counter(
            showDetails,
            "rest_client_request_retries_total",
            "Number of request retries, partitioned by status code, verb, and host.",
            "code",
            "verb",
            "host");
    seconds =
        registrar.histogram(
            showDetails,
            "rest_client_request_duration_seconds",
            "Request latency in seconds. Broken down by verb, and host.",
            SECONDS,
            "verb",
            "host");
    throttledSeconds =
        registrar.histogram(
            showDetails,
            "rest_client_rate_limiter_duration_seconds",
            "Client side rate limiter latency in seconds. Broken down by verb, and host.",
            SECONDS,
            "verb",
            "host");
    requestBytes =
        registrar.histogram(
            showDetails,
            "rest_client_request_size_bytes",
            "Request size in bytes. Broken down by verb and host.",
            BYTES,
            "verb",
            "host");
    responseBytes =
        registrar.histogram(
            showDetails,
            "rest_client_response_size_bytes",
            "Response size in bytes. Broken down by verb and host.",
            BYTES,
            "verb",
            "host");
    if (kubernetes) {
      plugins(registrar);
    }
  }

  private static void plugins(Registrar registrar) {
    registrar.gauge(
        "rest_client_exec_plugin_ttl_seconds",
        "Gauge of the shortest TTL (time-to-live) of the client certificate(s) managed by the auth"
            + " exec plugin. The value is in seconds until certificate expiry (negative if already"
            + " expired). If auth exec plugins are unused or manage no TLS certificates, the value"
            + " will be +INF.",
        value -> value.call(Double.POSITIVE_INFINITY));
    registrar.histogram(
        true,
        "rest_client_exec_plugin_certificate_rotation_age",
        "Histogram of the number of seconds the last auth exec plugin client certificate lived"
            + " before being rotated. If auth exec plugin client certificates are unused, histogram"
            + " will contain no data.",
        ROTATION_AGE);
    registrar.counter(
        true,
        "rest_client_exec_plugin_call_total",
        "Number of calls to an exec plugin, partitioned by the type of event encountered (no_error,"
            + " plugin_execution_error, plugin_not_found_error, client_internal_error) and an"
            + " optional exit code. The exit code will be set to 0 if and only if the plugin call"
            + " was successful.",
        "code",
        "call_status");
    Gauge entries =
        registrar.gauge(
            true,
            "rest_client_transport_cache_entries",
            "Number of transport entries in the internal cache.");
    entries.set(1);
    Counter calls =
        registrar.counter(
            true,
            "rest_client_transport_create_calls_total",
            "Number of calls to get a new transport, partitioned by the result of the operation"
                + " hit: obtained from the cache, miss: created and added to the cache,"
                + " uncacheable: created and not cached",
            "result");
    calls.labelValues("miss").inc();
  }
}
