package io.coxswain.real.roles;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Requests of a service account, with its rights and no others.
 *
 * @param refused told of each request that is forbidden
 */
record AsAccount(ApiTransport api, String namespace, String name, Consumer<ApiRequest> refused)
    implements ApiTransport {

  private ApiRequest signed(ApiRequest request) {
    return request.header("impersonate-user", "system:serviceaccount:" + namespace + ":" + name);
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    ApiResponse answer = api.call(signed(request));
    if (answer.status() == 403) {
      refused.accept(request);
    }
    return answer;
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    ApiWatch watch = api.watch(signed(request));
    if (watch.status() == 403) {
      refused.accept(request);
    }
    return watch;
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    return api.open(signed(request));
  }
}
