package io.coxswain.runtime.transport;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.coxswain.api.Json;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Decodes the envelope of a watch event; the bytes of the object are not parsed. */
final class Frames {
  private static final byte[] TYPE = "{\"type\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] OBJECT = "\",\"object\":{".getBytes(StandardCharsets.US_ASCII);

  private Frames() {}

  static ApiWatch.Frame read(byte[] line) throws IOException {
    ApiWatch.@Nullable Frame usual = usual(line);
    return usual == null ? any(line) : usual;
  }

  /** The format of API servers; a parser would inspect every character of the object. */
  private static ApiWatch.@Nullable Frame usual(byte[] line) {
    if (!startsWith(line, 0, TYPE)) {
      return null;
    }
    int quote = TYPE.length;
    while (quote < line.length && line[quote] >= 'A' && line[quote] <= 'Z') {
      quote++;
    }
    if (!startsWith(line, quote, OBJECT)) {
      return null;
    }
    int start = quote + OBJECT.length - 1;
    int end = endOfObject(line, start);
    if (end != line.length - 1 || line[end] != '}') {
      return null;
    }
    String type = new String(line, TYPE.length, quote - TYPE.length, StandardCharsets.US_ASCII);
    return new ApiWatch.Frame(type, Arrays.copyOfRange(line, start, end));
  }

  private static boolean startsWith(byte[] line, int at, byte[] with) {
    return at + with.length <= line.length
        && Arrays.equals(line, at, at + with.length, with, 0, with.length);
  }

  /** The position after the object that begins here; -1 if it is incomplete. */
  private static int endOfObject(byte[] line, int start) {
    int depth = 0;
    for (int at = start; at < line.length; at++) {
      switch (line[at]) {
        case '{' -> depth++;
        case '}' -> {
          if (--depth == 0) {
            return at + 1;
          }
        }
        case '"' -> {
          at++;
          while (at < line.length && line[at] != '"') {
            at += line[at] == '\\' ? 2 : 1;
          }
        }
        default -> {}
      }
    }
    return -1;
  }

  private static ApiWatch.Frame any(byte[] line) throws IOException {
    String type = "";
    byte @Nullable [] object = null;
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("watch event is not a JSON object");
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
      throw new IOException("watch event has no object");
    }
    return new ApiWatch.Frame(type, object);
  }
}
