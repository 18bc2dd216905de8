package io.coxswain.runtime.metrics;

import io.prometheus.metrics.core.metrics.Counter;

/** What is counted of the requests to one API server. */
public final class RequestMetrics {
  private final Counter requests;
  private final String host;

  RequestMetrics(Counter requests, String host) {
    this.requests = requests;
    this.host = host;
  }

  public void answered(String method, int code) {
    requests.labelValues(Integer.toString(code), method, host).inc();
  }

  public void failed(String method) {
    requests.labelValues("<error>", method, host).inc();
  }
}
