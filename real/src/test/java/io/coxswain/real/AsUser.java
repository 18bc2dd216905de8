package io.coxswain.real;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;

/**
 * Requests of one user among the administrators, but for those that say themselves who they are
 * from.
 */
record AsUser(String user, ApiTransport administrator, ApiTransport anonymous)
    implements ApiTransport {

  static AsUser of(RealServer server, String user) {
    return new AsUser(user, server.transport(), server.anonymous());
  }

  private ApiRequest signed(ApiRequest request) {
    return isSigned(request) || request.header("impersonate-user") != null
        ? request
        : request.header("impersonate-user", user).header("impersonate-group", "system:masters");
  }

  private static boolean isSigned(ApiRequest request) {
    return request.header("authorization") != null;
  }

  private ApiTransport way(ApiRequest request) {
    return isSigned(request) ? anonymous : administrator;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    return way(request).call(signed(request));
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    return way(request).watch(signed(request));
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    return way(request).open(signed(request));
  }
}
