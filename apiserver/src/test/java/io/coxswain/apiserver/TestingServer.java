package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A server and an administrator who talks to it in short sentences. */
final class TestingServer {
  static final String MERGE = "application/merge-patch+json";

  final ApiServer server;
  private final ApiTransport transport;

  TestingServer() {
    this(ApiServerOptions.plain());
  }

  TestingServer(ApiServerOptions options) {
    server = ApiServer.create(Env.production(), options);
    transport = server.transport("admin", List.of("system:masters"));
  }

  ApiResponse call(ApiRequest request) {
    try {
      return transport.call(request.header("user-agent", "test"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  ApiResponse get(String target) {
    return call(request("GET", target));
  }

  ApiResponse post(String target, String json) {
    return call(request("POST", target).body("application/json", bytes(json)));
  }

  ApiResponse put(String target, Object body) {
    return call(
        request("PUT", target)
            .body(
                "application/json", body instanceof String text ? bytes(text) : Json.bytes(body)));
  }

  ApiResponse patch(String target, String type, String json) {
    return call(request("PATCH", target).body(type, bytes(json)));
  }

  ApiResponse delete(String target) {
    return call(request("DELETE", target));
  }

  ApiWatch watch(String target) {
    return watch(request("GET", target));
  }

  ApiWatch watch(ApiRequest request) {
    try {
      return transport.watch(request.with("watch", "true"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Waits until the server has registered a group version, which it does some time after its CRD.
   */
  void awaitApiService(String name) throws IOException {
    String all = "/apis/apiregistration.k8s.io/v1/apiservices";
    try (ApiWatch watch = watch(all + "?fieldSelector=metadata.name=" + name)) {
      next(watch);
    }
  }

  /** The next event, which must be there or come. */
  static ApiWatch.Frame next(ApiWatch watch) throws IOException {
    return Objects.requireNonNull(watch.next(), "the watch has ended");
  }

  static ObjectNode json(ApiResponse response) {
    return Json.tree(response.body());
  }

  static ApiRequest request(String method, String target) {
    String[] parts = target.split("\\?", 2);
    ApiRequest request = ApiRequest.of(method, parts[0]);
    if (parts.length == 2) {
      for (String pair : parts[1].split("&")) {
        String[] nameAndValue = pair.split("=", 2);
        request = request.with(nameAndValue[0], nameAndValue.length == 2 ? nameAndValue[1] : "");
      }
    }
    return request;
  }

  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
