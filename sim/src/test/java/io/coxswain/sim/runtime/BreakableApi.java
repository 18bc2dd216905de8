package io.coxswain.sim.runtime;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import java.io.IOException;

/** A way to the server that can be cut. */
final class BreakableApi implements ApiTransport {
  private final ApiTransport server;
  boolean broken;

  BreakableApi(ApiTransport server) {
    this.server = server;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException {
    return through().call(request);
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException {
    return through().watch(request);
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException {
    return through().open(request);
  }

  private ApiTransport through() throws IOException {
    if (broken) {
      throw new IOException("connection refused");
    }
    return server;
  }
}
