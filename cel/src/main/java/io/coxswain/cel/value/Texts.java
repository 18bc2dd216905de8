package io.coxswain.cel.value;

import io.coxswain.api.GoFloat;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Values as text. */
public final class Texts {
  private Texts() {}

  /** What {@code string(value)} gives; null if it gives nothing. */
  public static @Nullable String convert(Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean _, Long _, Unsigned _ -> value.toString();
      case Double number -> GoFloat.text(number);
      case Bytes bytes -> bytes.toString();
      case Instant time -> Timestamps.text(time);
      case Duration duration -> Durations.text(duration);
      case TypeValue type -> type.name();
      case TypeValue.Named named -> named.asText();
      default -> null;
    };
  }

  public static String of(Object value) {
    String text = convert(value);
    return text == null ? value.toString() : text;
  }
}
