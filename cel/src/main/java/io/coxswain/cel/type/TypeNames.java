package io.coxswain.cel.type;

/** Names of types as cel-go prints them. */
public final class TypeNames {
  private TypeNames() {}

  /** Replaces the names of {@code dev.cel} in a text by the shorter ones of cel-go. */
  public static String shorten(String text) {
    return text.replace("google.protobuf.Timestamp", "timestamp")
        .replace("google.protobuf.Duration", "duration")
        .replace("null_type", "null");
  }
}
