package io.coxswain.apiserver.table;

import java.util.Optional;

/** What a row of a table carries beside its cells. */
public enum IncludeObject {
  NONE,
  METADATA,
  OBJECT;

  /** As in the query parameter {@code includeObject}; empty if it is no such value. */
  public static Optional<IncludeObject> parse(String text) {
    return switch (text) {
      case "None" -> Optional.of(NONE);
      case "", "Metadata" -> Optional.of(METADATA);
      case "Object" -> Optional.of(OBJECT);
      default -> Optional.empty();
    };
  }
}
