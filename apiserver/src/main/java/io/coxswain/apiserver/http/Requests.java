package io.coxswain.apiserver.http;

import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.env.ApiRequest;
import io.helidon.common.uri.UriPath;
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
import org.jspecify.annotations.Nullable;

/** Parses HTTP requests. */
final class Requests {
  /** The API server's limit; it rejects larger bodies with a message. */
  static final int LIMIT = 3 * 1024 * 1024;

  private static final byte[] NO_BODY = {};

  private Requests() {}

  static ApiRequest of(ServerRequest request) {
    return new ApiRequest(
        request.prologue().method().text(),
        path(request.prologue().uriPath()),
        query(request.query().rawValue()),
        headers(request.headers()),
        request.content().hasEntity() ? body(request) : NO_BODY);
  }

  private static SortedMap<String, String> headers(Headers given) {
    var headers = new TreeMap<String, String>();
    for (Header header : given) {
      String name = header.name().toLowerCase(Locale.ROOT);
      // The name of a group may contain a comma, so values are joined by a character that no header
      // can contain.
      String between = name.startsWith("impersonate-") ? "\n" : ",";
      headers.put(name, String.join(between, header.allValues()));
    }
    return headers;
  }

  /** Whether the body of the request is passed on to a backend, and not read here. */
  static boolean isProxied(ServerRequest request) {
    return request.path().absolute().path().contains("/proxy")
        && RequestInfo.of(of(request.prologue(), request.headers())).subresource().equals("proxy");
  }

  /** A request without a body, of which only the headers and the query have been read. */
  static ApiRequest of(HttpPrologue prologue, Headers given) {
    return new ApiRequest(
        prologue.method().text(),
        path(prologue.uriPath()),
        query(prologue.query().rawValue()),
        headers(given),
        NO_BODY);
  }

  /** The body, or just enough of it to detect that it is too large. */
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

  /** The decoded path as sent: empty segments and dots are not resolved. */
  private static String path(UriPath path) {
    String raw = path.rawPath();
    String decoded = decode(raw.replace("+", "%2B"));
    return decoded == null ? raw : decoded;
  }

  /** The parameters in order. As upstream, drops those that cannot be decoded. */
  private static List<ApiRequest.Parameter> query(String raw) {
    var parameters = new ArrayList<ApiRequest.Parameter>();
    for (String pair : raw.split("&")) {
      if (pair.isEmpty() || pair.indexOf(';') >= 0) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      if (name != null && value != null) {
        parameters.add(new ApiRequest.Parameter(name, value));
      }
    }
    return parameters;
  }

  private static @Nullable String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
