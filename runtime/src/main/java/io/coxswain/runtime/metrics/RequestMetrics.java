package io.coxswain.runtime.metrics;

/** Metrics of the requests to one API server. */
public final class RequestMetrics {
  private final RestSeries series;
  private final String host;

  RequestMetrics(RestSeries series, String host) {
    this.series = series;
    this.host = host;
  }

  public void answered(String method, int code) {
    series.requests.labelValues(Integer.toString(code), method, host).inc();
  }

  /** Records the duration and sizes of a request with a response. */
  public void took(String method, long nanos, int sent, int received) {
    series.seconds.labelValues(method, host).observe(nanos / 1e9);
    series.requestBytes.labelValues(method, host).observe(sent);
    series.responseBytes.labelValues(method, host).observe(received);
  }

  public void failed(String method) {
    series.requests.labelValues("<error>", method, host).inc();
  }

  /** Counts a retry of the request because of the response. */
  public void retried(String method, int code) {
    series.retries.labelValues(Integer.toString(code), method, host).inc();
  }

  /** Records how long the rate limiter delayed a request. */
  public void throttled(String method, long nanos) {
    series.throttledSeconds.labelValues(method, host).observe(nanos / 1e9);
  }
}
