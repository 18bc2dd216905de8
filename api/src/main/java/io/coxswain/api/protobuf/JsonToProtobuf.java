package io.coxswain.api.protobuf;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.api.protobuf.MessageLayout.Slot;
import io.coxswain.api.protobuf.MessageLayout.Target;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Transcodes objects from JSON to protobuf, for the bodies of requests. Builds no tree.
 *
 * <p>Loses nothing: an object with a member that its message does not have, or with a value of
 * another type, has no encoding and is sent as JSON, so that the server reports what is wrong.
 */
public final class JsonToProtobuf {
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int ENVELOPE_EXTRA = 64;

  private final byte[] json;
  private final JsonParser parser;
  private final ForwardBuffer out;

  private JsonToProtobuf(byte[] json, JsonParser parser) {
    this.json = json;
    this.parser = parser;
    this.out = new ForwardBuffer(json.length + ENVELOPE_EXTRA);
  }

  /** The object with its envelope; empty if it has no encoding. */
  public static Optional<byte[]> object(byte[] json) {
    try {
      String[] header = header(json);
      MessageLayout layout = MessageLayout.ofKind(header[0], header[1]);
      if (layout == null) {
        return Optional.empty();
      }
      try (JsonParser parser = Json.MAPPER.getFactory().createParser(json)) {
        return Optional.of(new JsonToProtobuf(json, parser).envelope(header[0], header[1], layout));
      }
    } catch (IOException | ProtobufException | DateTimeException e) {
      return Optional.empty();
    }
  }

  /** apiVersion and kind, which are usually the first members. */
  private static String[] header(byte[] json) throws IOException, ProtobufException {
    String[] header = {"", ""};
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(json)) {
      expect(parser.nextToken() == JsonToken.START_OBJECT);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        int index = headerIndex(name);
        if (index < 0) {
          parser.skipChildren();
          continue;
        }
        expect(value == JsonToken.VALUE_STRING && header[index].isEmpty());
        header[index] = parser.getText();
        if (!header[1 - index].isEmpty()) {
          return header;
        }
      }
    }
    throw unsupported();
  }

  private static int headerIndex(String name) {
    return switch (name) {
      case "apiVersion" -> 0;
      case "kind" -> 1;
      default -> -1;
    };
  }

  private byte[] envelope(String apiVersion, String kind, MessageLayout layout)
      throws IOException, ProtobufException {
    out.put(ProtobufFormat.prefix());
    int typeMeta = out.begin(1);
    out.field(1, apiVersion);
    out.field(2, kind);
    out.end(typeMeta);
    int raw = out.begin(2);
    expect(parser.nextToken() == JsonToken.START_OBJECT);
    fields(layout, true);
    expect(parser.nextToken() == null);
    out.end(raw);
    return out.toBytes();
  }

  private void fields(MessageLayout layout, boolean top) throws IOException, ProtobufException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (top && headerIndex(name) >= 0) {
        continue;
      }
      Target target = layout.target(name);
      if (target == null) {
        throw unsupported();
      }
      if (token != JsonToken.VALUE_NULL) {
        field(target.path(), 0, target.slot());
      }
    }
    expect(parser.currentToken() == JsonToken.END_OBJECT);
  }

  /** Writes the current value; each embedded message may be written in several pieces. */
  private void field(List<Slot> path, int depth, Slot slot) throws IOException, ProtobufException {
    if (depth < path.size()) {
      int start = out.begin(path.get(depth).number);
      field(path, depth + 1, slot);
      out.end(start);
      return;
    }
    switch (slot.shape) {
      case '[' -> {
        expect(parser.currentToken() == JsonToken.START_ARRAY);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          value(slot.number, slot);
        }
      }
      case '{' -> {
        expect(parser.currentToken() == JsonToken.START_OBJECT);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          int entry = out.begin(slot.number);
          out.field(1, parser.currentName());
          parser.nextToken();
          value(2, slot);
          out.end(entry);
        }
      }
      default -> value(slot.number, slot);
    }
  }

  private void value(int number, Slot slot) throws IOException, ProtobufException {
    switch (slot.type) {
      case 's' -> out.field(number, string());
      case 'i' -> out.field(number, integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
      case 'l' -> out.field(number, integer(Long.MIN_VALUE, Long.MAX_VALUE));
      case 'b' -> {
        JsonToken token = parser.currentToken();
        expect(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE);
        out.field(number, token == JsonToken.VALUE_TRUE ? 1 : 0);
      }
      case 'n' -> {
        expect(parser.currentToken().isNumeric());
        out.field(number, parser.getDoubleValue());
      }
      case 'y' -> {
        expect(parser.currentToken() == JsonToken.VALUE_STRING);
        out.field(number, parser.getBinaryValue());
      }
      case 'q' -> {
        JsonToken token = parser.currentToken();
        expect(token == JsonToken.VALUE_STRING || token.isNumeric());
        int start = out.begin(number);
        out.field(1, parser.getText());
        out.end(start);
      }
      case 'x' -> intOrString(number);
      case 't', 'u' -> time(number, slot.type == 'u');
      case 'r' -> raw(number);
      case MessageLayout.MESSAGE -> {
        expect(parser.currentToken() == JsonToken.START_OBJECT);
        int start = out.begin(number);
        fields(slot.message(), false);
        out.end(start);
      }
      case 'v' -> {
        expect(parser.currentToken() == JsonToken.START_ARRAY);
        int start = out.begin(number);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          out.field(1, string());
        }
        out.end(start);
      }
      default -> throw unsupported(); // the schemas of CRDs
    }
  }

  private String string() throws IOException, ProtobufException {
    expect(parser.currentToken() == JsonToken.VALUE_STRING);
    return parser.getText();
  }

  private long integer(long least, long most) throws IOException, ProtobufException {
    expect(parser.currentToken() == JsonToken.VALUE_NUMBER_INT);
    JsonParser.NumberType type = parser.getNumberType();
    expect(type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG);
    long value = parser.getLongValue();
    expect(value >= least && value <= most);
    return value;
  }

  private void intOrString(int number) throws IOException, ProtobufException {
    int start = out.begin(number);
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      out.field(1, 1);
      out.field(3, parser.getText());
    } else {
      out.field(1, 0);
      out.field(2, integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    out.end(start);
  }

  private void time(int number, boolean micros) throws IOException, ProtobufException {
    Instant time = Timestamps.instant(string());
    int start = out.begin(number);
    out.field(1, time.getEpochSecond());
    out.field(2, micros ? time.getNano() / NANOS_PER_MICRO * NANOS_PER_MICRO : 0);
    out.end(start);
  }

  /** JSON within the message. */
  private void raw(int number) throws IOException, ProtobufException {
    expect(parser.currentToken() == JsonToken.START_OBJECT);
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    int to = (int) parser.currentLocation().getByteOffset();
    int start = out.begin(number);
    out.field(1, json, from, to);
    out.end(start);
  }

  private static void expect(boolean condition) throws ProtobufException {
    if (!condition) {
      throw unsupported();
    }
  }

  private static ProtobufException unsupported() {
    return ProtobufException.of("the object has no encoding");
  }
}
