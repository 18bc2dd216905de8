package io.coxswain.console;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;

/** Adds a user's bearer token to each request. */
final class BearerTransport implements ApiTransport {
  private final ApiTransport anonymous;
  private final String authorization;

  BearerTransport(ApiTransport anonymous, String token) {
    this.anonymous = anonymous;
    this.authorization = "Bearer " + token;
  }

  private ApiRequest sign(ApiRequest request) {
    return request.header("authorization", authorization);
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    return anonymous.call(sign(request));
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    return anonymous.watch(sign(request));
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    return anonymous.open(sign(request));
  }
}
