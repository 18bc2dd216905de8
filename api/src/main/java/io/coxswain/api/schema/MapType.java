package io.coxswain.api.schema;

import java.util.Locale;

/** Whether an object is merged field by field or is one value. */
public enum MapType {
  GRANULAR,
  ATOMIC;

  /** The form in {@code x-kubernetes-map-type}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static MapType of(String text) {
    return switch (text) {
      case "granular" -> GRANULAR;
      case "atomic" -> ATOMIC;
      default -> throw new IllegalArgumentException("not a map type: " + text);
    };
  }
}
