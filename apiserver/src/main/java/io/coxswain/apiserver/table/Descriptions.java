package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * What the server says of the columns of its kinds. The texts are kept in a file, by kind and
 * column, since clients compare them and they are long; those under {@link #ANY} hold for columns
 * that mean the same everywhere.
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
