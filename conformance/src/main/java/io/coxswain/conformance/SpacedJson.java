package io.coxswain.conformance;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * JSON as the recorder sent it: a space after each comma and colon. The spaces are visible because
 * the server quotes bodies that it cannot parse.
 */
final class SpacedJson {
  private static final ObjectWriter WRITER =
      Json.MAPPER.writer(new Blanks()).with(JsonWriteFeature.ESCAPE_NON_ASCII);

  private SpacedJson() {}

  static byte[] bytes(JsonNode value) {
    try {
      return WRITER.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static final class Blanks extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1;

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator to) throws IOException {
      to.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator to) throws IOException {
      to.writeRaw(", ");
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator to) throws IOException {
      to.writeRaw(", ");
    }
  }
}
