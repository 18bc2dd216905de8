package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.protobuf.ProtobufWriter;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds complete responses. */
public final class Responses {
  private static final String JSON = "application/json";

  private Responses() {}

  public static ApiResponse json(int status, byte[] body) {
    return of(status, JSON, body, List.of());
  }

  public static ApiResponse json(int status, ObjectNode body) {
    return json(status, Json.bytes(body));
  }

  public static ApiResponse of(int status, String contentType, byte[] body, List<String> warnings) {
    SortedMap<String, List<String>> headers = new TreeMap<>();
    headers.put("cache-control", List.of("no-cache, private"));
    headers.put("content-type", List.of(contentType));
    if (!warnings.isEmpty()) {
      var lines = new ArrayList<String>();
      for (String warning : new java.util.LinkedHashSet<>(warnings)) {
        lines.add("299 - \"" + warning.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
      }
      headers.put("warning", List.copyOf(lines));
    }
    return new ApiResponse(status, headers, body);
  }

  public static ApiResponse text(int status, String text) {
    return of(
        status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), List.of());
  }

  /** The response with the header that forbids clients to guess the content type. */
  public static ApiResponse unsniffed(ApiResponse response) {
    var headers = new TreeMap<>(response.headers());
    headers.put("x-content-type-options", List.of("nosniff"));
    return new ApiResponse(response.status(), headers, response.body());
  }

  /** The response of the router for an unknown path. */
  public static ApiResponse pageNotFound() {
    return unsniffed(text(404, "404 page not found\n"));
  }

  /** The JSON response in the encoding that the client prefers; JSON if none is available. */
  public static ApiResponse encoded(ApiRequest request, ApiResponse response) {
    Accept.Encoding encoding = Accept.plain(request.header("accept"));
    if (encoding == null || encoding == Accept.Encoding.JSON) {
      return response;
    }
    ObjectNode tree = Json.tree(response.body());
    byte[] body =
        encoding == Accept.Encoding.YAML
            ? Json.yaml(tree).getBytes(StandardCharsets.UTF_8)
            : ProtobufWriter.object(tree, response.body().length);
    var headers = new TreeMap<>(response.headers());
    headers.put("content-type", List.of(encoding.mediaType()));
    return new ApiResponse(response.status(), headers, body);
  }

  /** The response of upstream's router if the caller accepts none of the media types. */
  public static Optional<ApiResponse> unacceptable(ApiRequest request, List<String> offered) {
    return Accept.routes(request.header("accept"), offered)
        ? Optional.empty()
        : Optional.of(encoded(request, refusal(StatusException.notNegotiable(offered))));
  }

  public static ApiResponse refusal(StatusException refusal) {
    return refusal(refusal, List.of());
  }

  /** A rejection, with its warnings. */
  static ApiResponse refusal(StatusException refusal, List<String> warnings) {
    ObjectNode status = refusal.status();
    status.set("code", status.remove("code")); // comes last
    ApiResponse answer = of(refusal.code(), "application/json", Json.bytes(status), warnings);
    int retryAfter = refusal.status().at("/details/retryAfterSeconds").asInt(0);
    if (retryAfter == 0) {
      return answer;
    }
    var headers = new TreeMap<>(answer.headers());
    headers.put("retry-after", List.of(Integer.toString(retryAfter)));
    return new ApiResponse(answer.status(), headers, answer.body());
  }
}
