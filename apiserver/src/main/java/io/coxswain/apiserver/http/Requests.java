package io.coxswain.apiserver.http;

import io.coxswain.env.ApiRequest;
import io.helidon.http.Header;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads HTTP requests. */
final class Requests {
  /** That of the API server, which says so to whoever sends more. */
  static final int LIMIT = 3 * 1024 * 1024;

  private static final byte[] NO_BODY = {};

  private Requests() {}

  static ApiRequest of(ServerRequest request) {
    return new ApiRequest(
        request.prologue().method().text(),
        request.path().absolute().path(),
        query(request.query().rawValue()),
        headers(request.headers()),
        request.content().hasEntity() ? body(request) : NO_BODY);
  }

  private static SortedMap<String, String> headers(Headers given) {
    var headers = new TreeMap<String, String>();
    for (Header header : given) {
      String name = header.name().toLowerCase(Locale.ROOT);
      // The name of a group may hold a comma, so these are kept apart by what no header can hold.
      String between = name.startsWith("impersonate-") ? "\n" : ",";
      headers.put(name, String.join(between, header.allValues()));
    }
    return headers;
  }

  /** A request without a body, of which only head and query have been read. */
  static ApiRequest of(HttpPrologue prologue, Headers given) {
    return new ApiRequest(
        prologue.method().text(),
        prologue.uriPath().path(),
        query(prologue.query().rawValue()),
        headers(given),
        NO_BODY);
  }

  /** The body, or just enough of it to see that it is too large. */
  private static byte[] body(ServerRequest request) {
    OptionalLong length = request.headers().contentLength();
    if (length.isPresent() && length.getAsLong() <= LIMIT) {
      return request.content().as(byte[].class);
    }
    try {
      return request.content().inputStream().readNBytes(LIMIT + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ApiRequest.Parameter> query(String raw) {
    var parameters = new ArrayList<ApiRequest.Parameter>();
    for (String pair : raw.split("&")) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      parameters.add(
          equals < 0
              ? new ApiRequest.Parameter(decode(pair), "")
              : new ApiRequest.Parameter(
                  decode(pair.substring(0, equals)), decode(pair.substring(equals + 1))));
    }
    return parameters;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that begins no escape stands for itself
    }
  }
}
