package io.coxswain.cel;

/** A type as a value. */
record TypeValue(String name) {
  static final String TIMESTAMP = "google.protobuf.Timestamp";
  static final String DURATION = "google.protobuf.Duration";

  static TypeValue of(Object value) {
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
          case ListValue _ -> "list";
          case MapValue _ -> "map";
          case Named named -> named.typeName();
          default -> "unknown";
        });
  }

  /** A value of a type that a library adds. */
  interface Named {
    String typeName();
  }
}
