package io.coxswain.console.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Makes responses. */
public final class Responses {
  /** Smaller bodies do not become shorter by much. */
  private static final int MIN_COMPRESSED = 1024;

  private static final String JSON = "application/json; charset=utf-8";

  /**
   * Scripts come from this server alone, and HTML in strings is only accepted from lit-html's
   * templates, which are literals of our own scripts.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types lit-html";

  private Responses() {}

  public static EndpointResponse json(Request request, JsonNode document) {
    return json(request, 200, document);
  }

  public static EndpointResponse json(Request request, int status, JsonNode document) {
    var response = new EndpointResponse(status, JSON, Json.bytes(document));
    return compressed(request, response).with("Cache-Control", "no-store");
  }

  public static EndpointResponse error(Request request, HttpError error) {
    ObjectNode body = Json.NODES.objectNode();
    body.putObject("error")
        .put("code", error.code())
        .put("reason", error.reason())
        .put("message", String.valueOf(error.getMessage()));
    return json(request, error.code(), body);
  }

  /** Compresses the body if the client accepts that. */
  static EndpointResponse compressed(Request request, EndpointResponse response) {
    if (response.body().length < MIN_COMPRESSED || !acceptsGzip(request)) {
      return response;
    }
    return new EndpointResponse(
            response.status(),
            response.contentType(),
            gzip(response.body()),
            response.headers(),
            null)
        .with("Content-Encoding", "gzip")
        .with("Vary", "Accept-Encoding");
  }

  static boolean acceptsGzip(Request request) {
    for (String each : request.header("accept-encoding").toLowerCase(Locale.ROOT).split(",")) {
      String coding = each.strip();
      if (coding.equals("gzip") || (coding.startsWith("gzip;") && !coding.endsWith("q=0"))) {
        return true;
      }
    }
    return false;
  }

  static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream(bytes.length / 2);
    try (var compressing = new GZIPOutputStream(out)) {
      compressing.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Adds the headers that every response has. */
  public static EndpointResponse secured(EndpointResponse response) {
    return response
        .with("Content-Security-Policy", POLICY)
        .with("Referrer-Policy", "no-referrer")
        .with("Cross-Origin-Opener-Policy", "same-origin")
        .with("Cross-Origin-Resource-Policy", "same-origin")
        .with("X-Frame-Options", "DENY");
  }
}
