package io.coxswain.runtime.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Serves endpoints. */
public final class EndpointServer implements AutoCloseable {
  private final HttpServer server;

  private EndpointServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts the server.
   *
   * @param address as in {@link HttpServer#start}
   * @param endpoints by path prefix; the longest match wins
   */
  public static EndpointServer start(String address, SortedMap<String, Endpoint> endpoints)
      throws IOException {
    return start(address, endpoints, null, RequestFilter.OPEN);
  }

  /**
   * Starts the server.
   *
   * @param security null for plain HTTP
   * @param gate authorizes requests
   */
  public static EndpointServer start(
      String address,
      SortedMap<String, Endpoint> endpoints,
      @Nullable Security security,
      RequestFilter gate)
      throws IOException {
    var routes = new TreeMap<>(endpoints);
    return new EndpointServer(
        HttpServer.start(
            address,
            request -> {
              EndpointResponse refusal = gate.reject(request);
              return refusal != null ? refusal : answer(routes, request.path(), request.query());
            },
            security,
            0));
  }

  public int port() {
    return server.port();
  }

  static EndpointResponse answer(
      SortedMap<String, Endpoint> routes, String path, Map<String, List<String>> query) {
    EndpointResponse answer = EndpointResponse.NOT_FOUND;
    for (Map.Entry<String, Endpoint> route : routes.entrySet()) {
      if ((path + "/").startsWith(route.getKey() + "/")) {
        answer = route.getValue().get(path, query);
      }
    }
    return answer;
  }

  @Override
  public void close() {
    server.close();
  }
}
