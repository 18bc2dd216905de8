package io.coxswain.real.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An HTTP/1.1 request as it is written to the connection; nothing is escaped or checked.
 *
 * @param target the path and query of the request line
 */
record WireRequest(String method, String target, List<Header> headers, String body) {

  /** A header line. */
  record Header(String name, String value) {}

  static WireRequest of(String method, String target) {
    return new WireRequest(method, target, List.of(), "");
  }

  static WireRequest get(String target) {
    return of("GET", target);
  }

  WireRequest header(String name, String value) {
    var all = new ArrayList<>(headers);
    all.add(new Header(name, value));
    return new WireRequest(method, target, List.copyOf(all), body);
  }

  WireRequest body(String type, String text) {
    WireRequest typed = type.isEmpty() ? this : header("Content-Type", type);
    return new WireRequest(method, target, typed.headers, text);
  }

  private boolean has(String name) {
    return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
  }

  /**
   * The bytes to write.
   *
   * @param token the bearer token, unless the request has an Authorization header
   */
  byte[] bytes(String host, String token) {
    var head = new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(host).append("\r\n");
    if (!has("Authorization")) {
      head.append("Authorization: Bearer ").append(token).append("\r\n");
    }
    if (!has("User-Agent")) {
      head.append("User-Agent: fuzz/1\r\n");
    }
    if (method.equals("HEAD") && !has("Connection")) {
      head.append("Connection: close\r\n");
    }
    for (Header header : headers) {
      head.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    if (content.length > 0 || List.of("POST", "PUT", "PATCH").contains(method)) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    var all = new ByteArrayOutputStream();
    all.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    all.writeBytes(content);
    return all.toByteArray();
  }

  @Override
  public String toString() {
    var text = new StringBuilder(method).append(' ').append(target);
    headers.forEach(h -> text.append(' ').append(h.name()).append(": ").append(h.value()));
    if (!body.isEmpty()) {
      text.append(' ').append(body);
    }
    String all = text.toString();
    return all.length() > 400 ? all.substring(0, 400) + "..." : all;
  }
}
