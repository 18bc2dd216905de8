package io.coxswain.runtime.access;

import io.coxswain.runtime.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The bearer token of a request: in its Authorization header or its WebSocket subprotocol. */
public final class BearerToken {
  private static final String BEARER = "bearer ";
  private static final String SOCKET_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

  private BearerToken() {}

  /** The token; empty if the request has none. */
  public static String of(Request request) {
    String header = request.header("authorization");
    if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return header.substring(BEARER.length()).strip();
    }
    for (String protocol : request.header("sec-websocket-protocol").split(",\\s*")) {
      if (protocol.startsWith(SOCKET_PROTOCOL)) {
        return decoded(protocol.substring(SOCKET_PROTOCOL.length()));
      }
    }
    return "";
  }

  private static String decoded(String text) {
    try {
      return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
