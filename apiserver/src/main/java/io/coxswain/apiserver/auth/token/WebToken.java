package io.coxswain.apiserver.auth.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * An unverified JSON Web Token in compact form.
 *
 * @param signed the part covered by the signature
 */
record WebToken(JsonNode header, JsonNode claims, byte[] signed, byte[] signature) {

  static String sign(SigningKey key, ObjectNode claims) {
    ObjectNode header = Json.MAPPER.createObjectNode();
    header.put("alg", SigningKey.ALGORITHM).put("kid", key.id());
    String signed = encoded(Json.bytes(header)) + "." + encoded(Json.bytes(claims));
    return signed + "." + encoded(key.sign(signed.getBytes(StandardCharsets.US_ASCII)));
  }

  /** Parses a token; empty if the text is not one. */
  static Optional<WebToken> parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      var decoder = Base64.getUrlDecoder();
      JsonNode header = Json.MAPPER.readTree(decoder.decode(parts[0]));
      JsonNode claims = Json.MAPPER.readTree(decoder.decode(parts[1]));
      if (!header.isObject() || !claims.isObject()) {
        return Optional.empty();
      }
      byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
      return Optional.of(new WebToken(header, claims, signed, decoder.decode(parts[2])));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // not base64, or not JSON: not a token
    }
  }

  boolean isSignedBy(SigningKey key) {
    String id = header.path("kid").asText("");
    return header.path("alg").asText("").equals(SigningKey.ALGORITHM)
        && (id.isEmpty() || id.equals(key.id()))
        && key.verify(signed, signature);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
