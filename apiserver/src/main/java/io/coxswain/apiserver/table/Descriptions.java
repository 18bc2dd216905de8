package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The descriptions of table columns. The texts are in a file, by kind and column, because clients
 * compare them and they are long; those under {@link #ANY} apply to columns with the same meaning
 * in all kinds.
 */
final class Descriptions {
  static final String ANY = "*";

  private static final ObjectNode TEXTS = read();

  private Descriptions() {}

  /**
   * The text; empty if there is none.
   *
   * @param kind such as {@code Deployment.apps} or {@code Pod.}
   */
  static String of(String kind, String column) {
    String own = TEXTS.path(kind).path(column).asText("");
    return own.isEmpty() ? TEXTS.path(ANY).path(column).asText("") : own;
  }

  private static ObjectNode read() {
    try (InputStream in = Descriptions.class.getResourceAsStream("descriptions.json")) {
      if (in == null) {
        throw new IllegalStateException("descriptions.json is missing");
      }
      return Json.tree(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
