package io.coxswain.sim.runtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * As much of an API server as candidates for one lease see: read, create, and replace if nobody
 * else did. A hundred times cheaper than a whole one.
 */
final class LeaseApi implements ApiTransport {
  private byte @Nullable [] lease;
  private long version;

  @Override
  public ApiResponse call(ApiRequest request) {
    byte[] stored = lease;
    return switch (request.method()) {
      case "GET" -> stored == null ? refusal(404, "NotFound") : answer(200, stored);
      case "POST" -> stored == null ? store(201, request) : refusal(409, "AlreadyExists");
      case "PUT" ->
          stored != null && version(request.body()).equals(Long.toString(version))
              ? store(200, request)
              : refusal(409, "Conflict");
      default -> refusal(405, "MethodNotAllowed");
    };
  }

  private static String version(byte[] body) {
    return Json.tree(body).path("metadata").path("resourceVersion").asText();
  }

  private ApiResponse store(int status, ApiRequest request) {
    ObjectNode tree = Json.tree(request.body());
    tree.withObjectProperty("metadata").put("resourceVersion", Long.toString(++version));
    byte[] stored = Json.bytes(tree);
    lease = stored;
    return answer(status, stored);
  }

  private static ApiResponse answer(int status, byte[] body) {
    return new ApiResponse(status, Collections.emptySortedMap(), body);
  }

  private static ApiResponse refusal(int code, String reason) {
    String status =
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\""
            + reason
            + "\",\"message\":\"\",\"code\":"
            + code
            + "}";
    return answer(code, status.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException {
    throw new IOException("candidates do not watch");
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException {
    throw new IOException("candidates open no streams");
  }
}
