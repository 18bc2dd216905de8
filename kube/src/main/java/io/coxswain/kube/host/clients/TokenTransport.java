package io.coxswain.kube.host.clients;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;

/** Adds a bearer token to requests, and discards a token that is rejected. */
record TokenTransport(ApiTransport server, TokenSource tokens) implements ApiTransport {
  private static final int UNAUTHORIZED = 401;

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    String token = token();
    ApiResponse response = server.call(signed(request, token));
    noteStatus(response.status(), token);
    return response;
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    String token = token();
    ApiWatch watch = server.watch(signed(request, token));
    noteStatus(watch.status(), token);
    return watch;
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    String token = token();
    ApiStream stream = server.open(signed(request, token));
    noteStatus(stream.status(), token);
    return stream;
  }

  private String token() throws IOException, CancelledException {
    try {
      return tokens.token();
    } catch (ApiException e) {
      throw new IOException("failed to get token: " + e.getMessage(), e);
    }
  }

  private static ApiRequest signed(ApiRequest request, String token) {
    return request.header("authorization", "Bearer " + token);
  }

  private void noteStatus(int status, String token) {
    if (status == UNAUTHORIZED) {
      tokens.refused(token);
    }
  }
}
