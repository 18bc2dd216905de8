package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.util.Optional;

/** The versions that an object of some kind can be seen at. */
public interface Versions {
  /** The schema at a version such as {@code apps/v1}; empty if it is not served. */
  Optional<Schema> schema(String apiVersion);

  /** The object as it looks at another version. */
  ObjectNode convert(ObjectNode object, String apiVersion);

  /** A kind of one version. */
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
