package io.coxswain.runtime.transport;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.coxswain.api.Json;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Opens the envelope of a watch event; the object's bytes stay as they came. */
final class Frames {
  private Frames() {}

  static ApiWatch.Frame read(byte[] line) throws IOException {
    String type = "";
    byte @Nullable [] object = null;
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("a watch event that is no JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "type" -> type = parser.getValueAsString("");
          case "object" -> {
            int start = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            object =
                Arrays.copyOfRange(line, start, (int) parser.currentLocation().getByteOffset());
          }
          default -> parser.skipChildren();
        }
      }
    }
    if (object == null) {
      throw new IOException("a watch event without an object");
    }
    return new ApiWatch.Frame(type, object);
  }
}
