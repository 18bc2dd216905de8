package io.coxswain.console.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;

/** Sends requests with the credentials of one user. */
public final class ApiClient {
  private static final String USER_AGENT = "coxswain-console";

  private final ApiTransport transport;

  public ApiClient(ApiTransport transport) {
    this.transport = transport;
  }

  /** Sends the request once and returns a successful response. */
  public ApiResponse call(ApiRequest request) throws ApiException, CancelledException {
    ApiResponse response = answer(request);
    if (!response.ok()) {
      throw ApiException.of(response.status(), response.body());
    }
    return response;
  }

  /** Sends the request once and returns the response, whatever it is. */
  public ApiResponse answer(ApiRequest request) throws ApiException, CancelledException {
    try {
      return transport.call(sign(request));
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
  }

  /** The JSON object at a path. */
  public ObjectNode get(String path) throws ApiException, CancelledException {
    return Json.tree(call(ApiRequest.get(path)).body());
  }

  ApiWatch watch(ApiRequest request) throws ApiException, CancelledException {
    ApiWatch watch;
    try {
      watch = transport.watch(sign(request));
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
    if (watch.status() == 200) {
      return watch;
    }
    try (watch) {
      throw ApiException.of(watch.status(), watch.errorResponse().body());
    }
  }

  /** Opens a streaming response, such as a followed log. */
  public ApiStream open(ApiRequest request) throws ApiException, CancelledException {
    ApiStream stream;
    try {
      stream = transport.open(sign(request));
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
    if (stream.status() == 200) {
      return stream;
    }
    try (stream) {
      throw ApiException.of(stream.status(), stream.errorResponse().body());
    }
  }

  private static ApiRequest sign(ApiRequest request) {
    ApiRequest signed = request.header("user-agent", USER_AGENT);
    return signed.header("accept") == null ? signed.header("accept", "application/json") : signed;
  }
}
