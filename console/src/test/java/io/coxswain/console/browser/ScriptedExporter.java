package io.coxswain.console.browser;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/** The exporter of a Slurm cluster, as it is reached through the proxy of the API server. */
final class ScriptedExporter implements ApiTransport {
  private final ApiTransport server;
  private volatile String metrics = "";

  ScriptedExporter(ApiTransport server) {
    this.server = server;
  }

  void serve(String metrics) {
    this.metrics = metrics;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    if (request.path().endsWith("/proxy/metrics")) {
      return new ApiResponse(
          200, Collections.emptySortedMap(), metrics.getBytes(StandardCharsets.UTF_8));
    }
    return server.call(request);
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    return server.watch(request);
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    return server.open(request);
  }
}
