package io.coxswain.runtime.metrics;

/** What is counted of the requests to one API server. */
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

  /** How long a request took that had an answer, and how much was sent to and fro. */
  public void took(String method, long nanos, int sent, int received) {
    series.seconds.labelValues(method, host).observe(nanos / 1e9);
    series.requestBytes.labelValues(method, host).observe(sent);
    series.responseBytes.labelValues(method, host).observe(received);
  }

  public void failed(String method) {
    series.requests.labelValues("<error>", method, host).inc();
  }

  /** The request is sent again because of the answer. */
  public void retried(String method, int code) {
    series.retries.labelValues(Integer.toString(code), method, host).inc();
  }

  /** How long a request was held back here. */
  public void throttled(String method, long nanos) {
    series.throttledSeconds.labelValues(method, host).observe(nanos / 1e9);
  }
}
