package io.coxswain.sim.retry;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A connection on whose way something may respond in place of the server. */
public final class InterceptedApi implements ApiTransport {
  private final ApiTransport server;
  private final Interception interception;

  public InterceptedApi(ApiTransport server, Interception interception) {
    this.server = server;
    this.interception = interception;
  }

  /** Sees each request that is not a watch or a stream. */
  @FunctionalInterface
  public interface Interception {
    /** Returns the response; null sends the request to the server. */
    @Nullable ApiResponse respond(ApiRequest request) throws IOException, CancelledException;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    ApiResponse response = interception.respond(request);
    return response == null ? server.call(request) : response;
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
