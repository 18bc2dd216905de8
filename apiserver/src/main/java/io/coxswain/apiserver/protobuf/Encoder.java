package io.coxswain.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.api.protobuf.Messages;
import io.coxswain.apiserver.json.LazyJson;
import io.coxswain.apiserver.json.Span;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Encodes JSON objects as messages, byte for byte as Go does: fields in the order of their numbers,
 * zero values of fields that are not pointers included, map entries in the order of their keys.
 *
 * <p>Members without a field in the message are omitted. For one message or list; not thread-safe.
 */
final class Encoder {
  private static final String SCHEMA = "apiextensions.v1.JSONSchemaProps";
  private static final int NANOS_PER_MICRO = 1000;

  private final ReverseBuffer out;

  Encoder(ReverseBuffer out) {
    this.out = out;
  }

  /** Writes the fields of a message, without a tag or length. */
  void fields(Messages.Message message, @Nullable JsonNode object) {
    for (Messages.NumberedField numbered : message.descending()) {
      int number = numbered.number();
      Messages.Field field = numbered.field();
      if (field.inline()) {
        int before = out.length();
        fields(Messages.named(field.type()), object);
        if (!field.pointer() || out.length() > before) {
          out.close(number, before);
        }
        continue;
      }
      JsonNode value = object == null ? null : object.get(field.json());
      if (value != null && value.isNull()) {
        value = null;
      }
      switch (field.shape()) {
        case '[' -> items(number, field.type(), value);
        case '{' -> entries(number, field.type(), value);
        default -> {
          if (value != null) {
            value(number, field.type(), value);
          } else if (!field.pointer()) {
            zero(number, field.type());
          }
        }
      }
    }
  }

  private void items(int number, String type, @Nullable JsonNode list) {
    if (list == null || !list.isArray()) {
      return;
    }
    for (int i = list.size() - 1; i >= 0; i--) {
      valueOrZero(number, type, list.get(i));
    }
  }

  private void entries(int number, String type, @Nullable JsonNode map) {
    if (map == null || !map.isObject()) {
      return;
    }
    var names = new ArrayList<String>();
    map.fieldNames().forEachRemaining(names::add);
    names.sort(null);
    for (String name : names.reversed()) {
      int before = out.length();
      valueOrZero(2, type, map.get(name));
      out.field(1, name);
      out.close(number, before);
    }
  }

  private void valueOrZero(int number, String type, @Nullable JsonNode value) {
    if (value != null && !value.isNull()) {
      value(number, type, value);
    } else if (type.equals("y")) {
      out.field(number, new byte[0]);
    } else {
      zero(number, type);
    }
  }

  /** The encoding of an unset field that is not a pointer. */
  private void zero(int number, String type) {
    switch (type) {
      case "s" -> out.field(number, "");
      case "i", "l", "b" -> out.field(number, 0);
      case "n" -> out.field(number, 0.0);
      case "y", "v" -> {} // nil slices are not written
      case "q" -> quantity(number, "0");
      case "x" -> intOrString(number, 0, 0, "");
      case "t", "u", "r", "A", "B", "C" -> out.field(number, new byte[0]);
      default -> {
        int before = out.length();
        fields(Messages.named(type), null);
        out.close(number, before);
      }
    }
  }

  private void value(int number, String type, JsonNode value) {
    switch (type) {
      case "s" -> out.field(number, value.asText());
      case "i", "l" -> out.field(number, value.longValue());
      case "b" -> out.field(number, value.booleanValue() ? 1 : 0);
      case "n" -> out.field(number, value.doubleValue());
      // Base64 that the other rules accept may contain line breaks.
      case "y" -> out.field(number, Base64.getMimeDecoder().decode(value.asText()));
      case "q" -> quantity(number, value.asText());
      case "x" -> {
        if (value.isNumber()) {
          intOrString(number, 0, value.intValue(), "");
        } else {
          intOrString(number, 1, 0, value.asText());
        }
      }
      case "t" -> time(number, value.asText(), false);
      case "u" -> time(number, value.asText(), true);
      case "r" -> {
        int before = out.length();
        out.field(1, raw(value));
        out.close(number, before);
      }
      case "v" -> {
        int before = out.length();
        items(1, "s", value);
        out.close(number, before);
      }
      case "A" -> {
        int before = out.length();
        if (value.isArray()) {
          items(2, SCHEMA, value);
        } else {
          value(1, SCHEMA, value);
        }
        out.close(number, before);
      }
      case "B" -> {
        int before = out.length();
        if (value.isObject()) {
          value(2, SCHEMA, value);
        }
        out.field(1, value.isObject() || value.booleanValue() ? 1 : 0);
        out.close(number, before);
      }
      case "C" -> {
        int before = out.length();
        if (value.isArray()) {
          items(2, "s", value);
        } else {
          value(1, SCHEMA, value);
        }
        out.close(number, before);
      }
      default -> {
        int before = out.length();
        fields(Messages.named(type), value);
        out.close(number, before);
      }
    }
  }

  private void quantity(int number, String text) {
    int before = out.length();
    out.field(1, text);
    out.close(number, before);
  }

  private void intOrString(int number, int type, int value, String text) {
    int before = out.length();
    out.field(3, text);
    out.field(2, value);
    out.field(1, type);
    out.close(number, before);
  }

  private void time(int number, String text, boolean micros) {
    int before = out.length();
    Instant time = instant(text);
    if (time != null) {
      out.field(2, micros ? time.getNano() / NANOS_PER_MICRO * NANOS_PER_MICRO : 0);
      out.field(1, time.getEpochSecond());
    }
    out.close(number, before);
  }

  private static @Nullable Instant instant(String text) {
    try {
      return Timestamps.instant(text);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The value as JSON; a part that was never accessed is copied. */
  private static byte[] raw(JsonNode value) {
    Span span = LazyJson.span(value);
    return span == null ? Json.bytes(value) : span.copy();
  }
}
