package io.coxswain.cel.value;

import org.jspecify.annotations.Nullable;

/** A type as a value. */
public record TypeValue(String name) {
  public static final String TIMESTAMP = "google.protobuf.Timestamp";
  public static final String DURATION = "google.protobuf.Duration";

  public static TypeValue of(Object value) {
    return new TypeValue(
        switch (value) {
          case Boolean _ -> "bool";
          case Long _ -> "int";
          case Unsigned _ -> "uint";
          case Double _ -> "double";
          case String _ -> "string";
          case Bytes _ -> "bytes";
          case java.time.Instant _ -> TIMESTAMP;
          case java.time.Duration _ -> DURATION;
          case NullValue _ -> "null_type";
          case TypeValue _ -> "type";
          case OptionalValue _ -> "optional_type";
          case ObjectValue object -> object.typeName();
          case ListValue _ -> "list";
          case MapValue _ -> "map";
          case Named named -> named.typeName();
          default -> "unknown";
        });
  }

  /** A value of a type that a library adds. */
  public interface Named {
    String typeName();

    /** The result of {@code string(value)}; null if there is no such conversion. */
    default @Nullable String asText() {
      return null;
    }

    /** The size that costs are computed from. */
    default long size() {
      return 1;
    }
  }
}
