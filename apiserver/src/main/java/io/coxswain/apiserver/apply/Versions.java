package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.util.Optional;

/** The versions of a kind. */
public interface Versions {
  /** The schema at a version such as {@code apps/v1}; empty if it is not served. */
  Optional<Schema> schema(String apiVersion);

  /** The object converted to another version. */
  ObjectNode convert(ObjectNode object, String apiVersion);

  /** A kind with one version. */
  static Versions single(String apiVersion, Schema schema) {
    return new Versions() {
      @Override
      public Optional<Schema> schema(String asked) {
        return asked.equals(apiVersion) ? Optional.of(schema) : Optional.empty();
      }

      @Override
      public ObjectNode convert(ObjectNode object, String asked) {
        return object;
      }
    };
  }
}
