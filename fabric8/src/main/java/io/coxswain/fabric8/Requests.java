package io.coxswain.fabric8;

import io.coxswain.env.ApiRequest;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts fabric8's requests to ours. */
final class Requests {
  private static final byte[] NO_BODY = {};

  private Requests() {}

  static ApiRequest of(StandardHttpRequest request) throws IOException {
    var headers = new TreeMap<String, String>();
    request.headers().forEach((name, values) -> headers.put(lower(name), String.join(",", values)));
    String type = request.getContentType();
    if (type != null) {
      headers.put("content-type", type);
    }
    return new ApiRequest(
        request.method(),
        request.uri().getPath(),
        query(request.uri().getRawQuery()),
        headers,
        body(request.body()));
  }

  /** Whether the response is streamed event by event. */
  static boolean isWatch(ApiRequest request) {
    String watch = request.query("watch");
    return request.method().equals("GET")
        && watch != null
        && !watch.equals("0")
        && !watch.equalsIgnoreCase("false");
  }

  /** Whether the response is streamed chunk by chunk. */
  static boolean isLog(ApiRequest request) {
    return request.method().equals("GET") && request.path().endsWith("/log");
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static byte[] body(StandardHttpRequest.@Nullable BodyContent body) throws IOException {
    return switch (body) {
      case null -> NO_BODY;
      case StandardHttpRequest.StringBodyContent text ->
          text.getContent().getBytes(StandardCharsets.UTF_8);
      case StandardHttpRequest.ByteArrayBodyContent bytes -> bytes.getContent();
      case StandardHttpRequest.InputStreamBodyContent stream -> stream.getContent().readAllBytes();
      default -> throw new IOException("a body of an unknown kind: " + body.getClass().getName());
    };
  }

  private static List<ApiRequest.Parameter> query(@Nullable String raw) {
    var parameters = new ArrayList<ApiRequest.Parameter>();
    for (String pair : raw == null ? new String[0] : raw.split("&")) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        parameters.add(
            new ApiRequest.Parameter(decode(parts[0]), parts.length == 2 ? decode(parts[1]) : ""));
      }
    }
    return parameters;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
