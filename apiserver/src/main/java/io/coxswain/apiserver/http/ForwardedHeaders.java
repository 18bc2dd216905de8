package io.coxswain.apiserver.http;

import io.coxswain.apiserver.http.BackendExchange.Field;
import io.coxswain.apiserver.rest.BackendIdentity;
import io.coxswain.apiserver.rest.ProxiedRequest;
import io.helidon.http.Header;
import io.helidon.http.Headers;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Header fields of proxied requests and responses: which ones are passed on, and how. */
final class ForwardedHeaders {
  /** They concern one connection only. */
  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /** They identify the caller to this server and must not reach a pod. */
  private static final Set<String> CREDENTIALS = Set.of("authorization", "cookie");

  private static final Set<String> CORS =
      Set.of(
          "access-control-allow-credentials",
          "access-control-allow-headers",
          "access-control-allow-methods",
          "access-control-allow-origin");

  private static final Set<String> FRAMING = Set.of("content-length", "expect");
  private static final String IMPERSONATE = "impersonate-";
  private static final String REMOTE = "x-remote-";
  private static final String BEARER_PROTOCOL = "base64url.bearer.authorization.k8s.io.";
  private static final String PATH_CHARACTERS = "-._~!$&'()*+,;=:@/";

  private ForwardedHeaders() {}

  /**
   * The fields of a request for its backend, but for those of its framing.
   *
   * @param peer the address of the client
   * @param upgrade whether the client wants to switch protocols
   */
  static List<Field> request(Headers given, ProxiedRequest proxied, String peer, boolean upgrade) {
    Set<String> dropped = new TreeSet<>(CREDENTIALS);
    dropped.addAll(FRAMING);
    if (!upgrade) {
      dropped.addAll(HOP_BY_HOP);
      dropped.addAll(connectionOptions(given));
    }
    dropped.add("x-forwarded-for");
    dropped.add("x-forwarded-uri");
    var fields = new ArrayList<Field>();
    var forwardedFor = new ArrayList<String>();
    BackendIdentity identity = proxied.identity();
    for (Header header : given) {
      String name = header.name().toLowerCase(Locale.ROOT);
      if (name.equals("x-forwarded-for")) {
        forwardedFor.addAll(header.allValues());
      }
      if (dropped.contains(name) || name.startsWith(IMPERSONATE)) {
        continue;
      }
      if (identity != null && name.startsWith(REMOTE)) {
        continue; // nobody but this server names the caller
      }
      for (String value : header.allValues()) {
        String passed = name.equals("sec-websocket-protocol") ? withoutToken(value) : value;
        if (!passed.isEmpty() || value.isEmpty()) {
          fields.add(new Field(header.name(), passed));
        }
      }
    }
    if (identity != null) {
      identity.headers().forEach(header -> fields.add(new Field(header.name(), header.value())));
    }
    forwardedFor.add(peer);
    fields.add(new Field("X-Forwarded-For", String.join(", ", forwardedFor)));
    fields.add(new Field("X-Forwarded-Uri", proxied.prefix() + encodedPath(proxied.path())));
    if (!upgrade) {
      fields.add(new Field("Connection", "close"));
    }
    return fields;
  }

  /** Whether a header concerns this server and its caller alone. */
  static boolean isPrivate(String header) {
    String name = header.toLowerCase(Locale.ROOT);
    return CREDENTIALS.contains(name)
        || FRAMING.contains(name)
        || HOP_BY_HOP.contains(name)
        || name.equals("host")
        || name.startsWith(IMPERSONATE)
        || name.startsWith(REMOTE);
  }

  private static List<String> connectionOptions(Headers given) {
    var options = new ArrayList<String>();
    for (Header header : given) {
      if (header.name().equalsIgnoreCase("connection")) {
        header.allValues().forEach(value -> options.addAll(tokens(value)));
      }
    }
    return options;
  }

  private static List<String> tokens(String value) {
    return Arrays.stream(value.toLowerCase(Locale.ROOT).split(",")).map(String::strip).toList();
  }

  /** Browsers send a bearer token as a subprotocol. */
  private static String withoutToken(String protocols) {
    return String.join(
        ", ",
        Arrays.stream(protocols.split(","))
            .map(String::strip)
            .filter(protocol -> !protocol.startsWith(BEARER_PROTOCOL))
            .toList());
  }

  /**
   * The fields of a response for the client, but for those of its framing.
   *
   * @param host that the client used
   */
  static List<Field> response(BackendExchange.Head head, ProxiedRequest proxied, String host) {
    Set<String> dropped = new TreeSet<>(HOP_BY_HOP);
    dropped.addAll(CORS);
    dropped.addAll(FRAMING);
    dropped.addAll(tokens(head.value("connection")));
    var fields = new ArrayList<Field>();
    for (Field field : head.fields()) {
      if (!dropped.contains(field.name().toLowerCase(Locale.ROOT))) {
        fields.add(
            field.is("location")
                ? new Field(field.name(), location(field.value(), proxied, host))
                : field);
      }
    }
    return fields;
  }

  /** Whether a response is a page whose links {@link HtmlLinks} can rewrite. */
  static boolean hasLinks(BackendExchange.Head head) {
    String type = head.value("content-type");
    int parameters = type.indexOf(';');
    String encoding = head.value("content-encoding");
    return head.value("location").isEmpty()
        && (parameters < 0 ? type : type.substring(0, parameters)).strip().equals("text/html")
        && (encoding.isEmpty() || encoding.equalsIgnoreCase("gzip"));
  }

  /** A redirect to a path of the backend leads to the same path below the subresource. */
  static String location(String location, ProxiedRequest proxied, String host) {
    URI uri;
    try {
      uri = new URI(location);
    } catch (URISyntaxException e) {
      return location;
    }
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    boolean elsewhere =
        !authority.isEmpty() && !authority.equals(proxied.address()) && !authority.equals(host);
    if (elsewhere || !path.startsWith("/")) {
      return location;
    }
    String base =
        authority.equals(host) && !host.isEmpty() ? uri.getScheme() + "://" + authority : "";
    String rewritten = path.startsWith(proxied.prefix()) ? path : proxied.prefix() + path;
    return base
        + rewritten
        + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery())
        + (uri.getRawFragment() == null ? "" : "#" + uri.getRawFragment());
  }

  /** The path and query in the first line of the request to the backend. */
  static String target(ProxiedRequest proxied, String rawQuery) {
    String path = proxied.path().isEmpty() ? "/" : encodedPath(proxied.path());
    return rawQuery.isEmpty() ? path : path + "?" + rawQuery;
  }

  private static String encodedPath(String path) {
    var encoded = new StringBuilder(path.length());
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || PATH_CHARACTERS.indexOf(c) >= 0;
      if (plain) {
        encoded.append(c);
      } else {
        encoded.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
      }
    }
    return encoded.toString();
  }
}
