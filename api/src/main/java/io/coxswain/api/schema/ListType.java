package io.coxswain.api.schema;

import java.util.Locale;

/** How the items of a list are identified when two versions of it are merged. */
public enum ListType {
  /** Not at all: the list is one value. */
  ATOMIC,
  /** By value; scalars only. */
  SET,
  /** By the values of the key fields; objects only. */
  MAP;

  /** The form in {@code x-kubernetes-list-type}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ListType of(String text) {
    return switch (text) {
      case "atomic" -> ATOMIC;
      case "set" -> SET;
      case "map" -> MAP;
      default -> throw new IllegalArgumentException("not a list type: " + text);
    };
  }
}
