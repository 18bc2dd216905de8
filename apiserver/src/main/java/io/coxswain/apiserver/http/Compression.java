package io.coxswain.apiserver.http;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Compresses large responses for clients that accept it, as upstream does. */
final class Compression {
  private static final int MIN_SIZE = 128 * 1024;
  private static final String DOCUMENT = "/openapi/v2";

  private Compression() {}

  static ApiResponse of(ApiRequest request, ApiResponse response) {
    boolean document = request.path().equals(DOCUMENT);
    boolean api = request.path().startsWith("/api/") || request.path().startsWith("/apis/");
    if ((!api && !document)
        || response.body().length <= MIN_SIZE
        || !accepts(request.header("accept-encoding"), document)) {
      return response;
    }
    var headers = new TreeMap<>(response.headers());
    headers.put("content-encoding", List.of("gzip"));
    var vary = new ArrayList<>(headers.getOrDefault("vary", List.of()));
    if (!vary.contains("Accept-Encoding")) {
      vary.add("Accept-Encoding");
      headers.put("vary", vary);
    }
    return new ApiResponse(response.status(), headers, gzip(response.body()));
  }

  /**
   * @param weighted whether upstream looks at the weights of encodings; elsewhere it knows one with
   *     a weight for none
   */
  private static boolean accepts(@Nullable String header, boolean weighted) {
    if (header == null) {
      return false;
    }
    for (String clause : header.split(",")) {
      String[] parts = clause.strip().toLowerCase(Locale.ROOT).split("\\s*;\\s*q\\s*=\\s*", 2);
      if (parts[0].equals("gzip")
          && (parts.length == 1 || (weighted && !parts[1].matches("0*\\.?0*")))) {
        return true;
      }
    }
    return false;
  }

  private static byte[] gzip(byte[] body) {
    var out = new ByteArrayOutputStream(body.length / 4);
    try (var gzip = new FastGzip(out)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** At the level that upstream uses. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
