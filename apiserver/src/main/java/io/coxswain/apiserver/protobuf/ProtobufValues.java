package io.coxswain.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.api.protobuf.Wire;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Messages that are a single value in JSON. */
final class ProtobufValues {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private ProtobufValues() {}

  static JsonNode intOrString(Wire wire) throws ProtobufException {
    long type = 0;
    long number = 0;
    String text = "";
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      switch ((int) (tag >>> 3)) {
        case 1 -> {
          Decoder.expect(wireType, Wire.VARINT, "type");
          type = wire.varint();
        }
        case 2 -> {
          Decoder.expect(wireType, Wire.VARINT, "intVal");
          number = wire.varint();
        }
        case 3 -> {
          Decoder.expect(wireType, Wire.BYTES, "strVal");
          text = wire.text();
        }
        default -> wire.skip(wireType);
      }
    }
    return type == 0 ? IntNode.valueOf((int) number) : TextNode.valueOf(text);
  }

  /** Null for an unset time. */
  static JsonNode time(Wire wire, boolean micros) throws ProtobufException {
    if (wire.atEnd()) {
      return NullNode.instance;
    }
    long seconds = 0;
    long nanos = 0;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      switch ((int) (tag >>> 3)) {
        case 1 -> {
          Decoder.expect(wireType, Wire.VARINT, "seconds");
          seconds = wire.varint();
        }
        case 2 -> {
          Decoder.expect(wireType, Wire.VARINT, "nanos");
          nanos = wire.varint();
        }
        default -> wire.skip(wireType);
      }
    }
    try {
      return TextNode.valueOf(
          (micros ? MICROS : SECONDS).format(Instant.ofEpochSecond(seconds, nanos)));
    } catch (DateTimeException | ArithmeticException e) {
      throw ProtobufException.of("time out of range");
    }
  }

  /** The first field, a string. */
  static String first(Wire wire) throws ProtobufException {
    return new String(firstBytes(wire), StandardCharsets.UTF_8);
  }

  static byte[] firstBytes(Wire wire) throws ProtobufException {
    byte[] found = {};
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      if (tag >>> 3 == 1) {
        Decoder.expect(wireType, Wire.BYTES, "raw");
        found = wire.bytes();
      } else {
        wire.skip(wireType);
      }
    }
    return found;
  }
}
