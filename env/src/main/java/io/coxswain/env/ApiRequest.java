package io.coxswain.env;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request to an API server.
 *
 * @param path absolute, decoded, without the query
 * @param query in order; a name may occur more than once
 * @param headers by lower-case name
 * @param body empty for none; must not be modified after construction
 */
public record ApiRequest(
    String method,
    String path,
    List<Parameter> query,
    SortedMap<String, String> headers,
    byte[] body) {

  private static final byte[] NO_BODY = {};

  public ApiRequest {
    query = List.copyOf(query);
    headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  /** One decoded {@code name=value} pair of a query. */
  public record Parameter(String name, String value) {}

  public static ApiRequest of(String method, String path) {
    return new ApiRequest(method, path, List.of(), Collections.emptySortedMap(), NO_BODY);
  }

  public static ApiRequest get(String path) {
    return of("GET", path);
  }

  public ApiRequest with(String name, String value) {
    var more = new ArrayList<>(query);
    more.add(new Parameter(name, value));
    return new ApiRequest(method, path, more, headers, body);
  }

  public ApiRequest header(String name, String value) {
    var more = new TreeMap<>(headers);
    more.put(name.toLowerCase(Locale.ROOT), value);
    return new ApiRequest(method, path, query, more, body);
  }

  public ApiRequest body(String contentType, byte[] bytes) {
    return new ApiRequest(method, path, query, header("content-type", contentType).headers, bytes);
  }

  /** The first value of a query parameter. */
  public @Nullable String query(String name) {
    for (var parameter : query) {
      if (parameter.name().equals(name)) {
        return parameter.value();
      }
    }
    return null;
  }

  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  /** Path and query in the encoding of an HTTP request line. */
  public String target() {
    String encoded = encodedPath();
    if (query.isEmpty()) {
      return encoded;
    }
    var target = new StringBuilder(encoded.length() + 64).append(encoded);
    char separator = '?';
    for (Parameter parameter : query) {
      target.append(separator).append(encode(parameter.name()));
      target.append('=').append(encode(parameter.value()));
      separator = '&';
    }
    return target.toString();
  }

  /**
   * Paths contain only characters of names and the few that Kubernetes allows in them (':' in RBAC
   * names).
   */
  private String encodedPath() {
    return isPlain(path, "/:")
        ? path
        : URLEncoder.encode(path, StandardCharsets.UTF_8)
            .replace("%2F", "/")
            .replace("%3A", ":")
            .replace("+", "%20");
  }

  private static String encode(String text) {
    return isPlain(text, "") ? text : URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Whether the text needs no encoding, which is the common case. */
  private static boolean isPlain(String text, String besides) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= '0' && c <= '9')
              || (c >= 'A' && c <= 'Z')
              || c == '-'
              || c == '.'
              || c == '_'
              || besides.indexOf(c) >= 0;
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return method + " " + target();
  }
}
