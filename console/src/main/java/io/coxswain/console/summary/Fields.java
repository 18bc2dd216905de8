package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Timestamps;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads fields of objects that others wrote: nothing is taken for granted. */
public final class Fields {
  private Fields() {}

  /** The text of a field; empty if it is missing. */
  public static String text(JsonNode object, String name) {
    return object.path(name).asText("");
  }

  /** The time of a field; null if it is missing or not a time. */
  public static @Nullable Instant time(JsonNode object, String name) {
    try {
      return Timestamps.parse(object.path(name).asText("")).orElse(null);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** A number that stands in a label or an annotation. */
  public static OptionalInt number(String text) {
    return text.matches("\\d{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }
}
