package io.coxswain.runtime.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.GoDuration;
import java.io.IOException;
import java.time.Duration;

/** Deserializes durations such as {@code 15s}. */
public final class GoDurations extends JsonDeserializer<Duration> {
  @Override
  public Duration deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    String text = parser.getValueAsString("");
    try {
      return GoDuration.parse(text);
    } catch (FlagException e) {
      return (Duration) context.handleWeirdStringValue(Duration.class, text, "%s", e.getMessage());
    }
  }
}
