package io.coxswain.runtime.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Serves endpoints over plain HTTP. */
public final class EndpointServer implements AutoCloseable {
  private final WebServer server;

  private EndpointServer(WebServer server) {
    this.server = server;
  }

  /**
   * Begins to serve.
   *
   * @param address {@code :8081} for all interfaces as in Go, {@code 127.0.0.1:8081}, or a port
   *     alone for the loopback interface; port 0 for any free one
   * @param endpoints by the beginning of the path; the longest match answers
   */
  public static EndpointServer start(String address, SortedMap<String, Endpoint> endpoints) {
    int colon = address.lastIndexOf(':');
    String host = colon < 0 ? "127.0.0.1" : address.substring(0, colon);
    int port;
    try {
      port = Integer.parseInt(address.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("\"" + address + "\" is no address: want host:port", e);
    }
    var routes = new TreeMap<>(endpoints);
    WebServer server =
        WebServer.builder()
            .host(host.isEmpty() ? "0.0.0.0" : host)
            .port(port)
            .shutdownHook(false)
            .routing(
                HttpRouting.builder().any((request, response) -> answer(routes, request, response)))
            .build();
    return new EndpointServer(server.start());
  }

  public int port() {
    return server.port();
  }

  private static void answer(
      SortedMap<String, Endpoint> routes, ServerRequest request, ServerResponse response) {
    Answer answer = answer(routes, request.path().path(), query(request));
    response.status(Status.create(answer.status()));
    response.header(HeaderNames.CONTENT_TYPE, answer.contentType());
    response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
    response.send(answer.body());
  }

  static Answer answer(
      SortedMap<String, Endpoint> routes, String path, Map<String, List<String>> query) {
    Answer answer = Answer.NOT_FOUND;
    for (Map.Entry<String, Endpoint> route : routes.entrySet()) {
      if ((path + "/").startsWith(route.getKey() + "/")) {
        answer = route.getValue().get(path, query);
      }
    }
    return answer;
  }

  private static Map<String, List<String>> query(ServerRequest request) {
    var query = new TreeMap<String, List<String>>();
    for (String name : request.query().names()) {
      query.put(name, request.query().all(name, List::of));
    }
    return query;
  }

  @Override
  public void close() {
    server.stop();
  }
}
