package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.token.AccountTokens;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The OpenID documents with which others verify service account tokens. */
final class OpenIdDocuments {
  static final String KEYS = "/openid/v1/jwks";
  private static final String CONFIGURATION = "/.well-known/openid-configuration";

  private final AccountTokens tokens;
  private volatile String published = "";

  OpenIdDocuments(AccountTokens tokens) {
    this.tokens = tokens;
  }

  /** Names this URL of the key set from now on; before, that of the host of the request. */
  void publish(String url) {
    published = url;
  }

  static boolean isPath(String path) {
    return bare(path).equals(KEYS) || bare(path).equals(CONFIGURATION);
  }

  /** Upstream's router ignores slashes at the end of a path. */
  private static String bare(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  static boolean isBelow(String path) {
    return path.startsWith(KEYS + "/") || path.startsWith(CONFIGURATION + "/");
  }

  Optional<ApiResponse> answer(ApiRequest request) {
    if (!request.method().equals("GET")) {
      return Optional.empty();
    }
    return switch (bare(request.path())) {
      case KEYS -> respond(request, "application/jwk-set+json", tokens.keySet());
      case CONFIGURATION -> respond(request, "application/json", configuration(request));
      default -> Optional.empty();
    };
  }

  private static Optional<ApiResponse> respond(
      ApiRequest request, String type, ObjectNode document) {
    return Responses.unacceptable(request, List.of(type))
        .or(() -> Optional.of(document(type, document)));
  }

  private ObjectNode configuration(ApiRequest request) {
    String host = request.header("host");
    String keys = host == null ? AccountTokens.ISSUER + KEYS : "https://" + host + KEYS;
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("issuer", AccountTokens.ISSUER);
    document.put("jwks_uri", published.isEmpty() ? keys : published);
    document.putArray("response_types_supported").add("id_token");
    document.putArray("subject_types_supported").add("public");
    document.putArray("id_token_signing_alg_values_supported").add("ES256");
    return document;
  }

  private static ApiResponse document(String type, ObjectNode document) {
    var headers = new TreeMap<String, List<String>>();
    headers.put("cache-control", List.of("public, max-age=3600"));
    headers.put("content-type", List.of(type));
    return new ApiResponse(200, headers, Json.bytes(document));
  }
}
