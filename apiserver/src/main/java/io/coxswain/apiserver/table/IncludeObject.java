package io.coxswain.apiserver.table;

import java.util.Optional;

/** The object that a row of a table contains next to its cells. */
public enum IncludeObject {
  NONE,
  METADATA,
  OBJECT;

  /** Parses the query parameter {@code includeObject}; empty if the value is invalid. */
  public static Optional<IncludeObject> parse(String text) {
    return switch (text) {
      case "None" -> Optional.of(NONE);
      case "", "Metadata" -> Optional.of(METADATA);
      case "Object" -> Optional.of(OBJECT);
      default -> Optional.empty();
    };
  }
}
