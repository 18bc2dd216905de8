package io.coxswain.apiserver.protobuf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.Messages;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.api.protobuf.Wire;
import java.io.IOException;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decodes the fields of messages to those of JSON objects. */
final class Decoder {
  /** No real object is that deep; deeper ones would exhaust the stack. */
  private static final int MAX_DEPTH = 200;

  private static final String SCHEMA = "apiextensions.v1.JSONSchemaProps";

  private int depth;

  /** Adds the fields of a message to an object. */
  void fields(Wire wire, Messages.Message message, ObjectNode into) throws ProtobufException {
    if (++depth > MAX_DEPTH) {
      throw ProtobufException.of("exceeded max depth");
    }
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      Messages.Field field = message.fields().get((int) (tag >>> 3));
      if (field == null) {
        wire.skip(wireType);
      } else if (field.inline()) {
        expect(wireType, Wire.BYTES, field.json());
        fields(wire.inner(), Messages.named(field.type()), into);
      } else if (field.shape() == '[') {
        items(wire, wireType, field, into.withArrayProperty(field.json()));
      } else if (field.shape() == '{') {
        expect(wireType, Wire.BYTES, field.json());
        entry(wire.inner(), field, into.withObjectProperty(field.json()));
      } else {
        single(wire, wireType, field, into);
      }
    }
    depth--;
  }

  static void expect(int found, int wanted, String field) throws ProtobufException {
    if (found != wanted) {
      throw ProtobufException.of("proto: wrong wireType = " + found + " for field " + inGo(field));
    }
  }

  /** The name of a field in Go. */
  private static String inGo(String field) {
    return field.equals("metadata")
        ? "ObjectMeta"
        : field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
  }

  private void single(Wire wire, int wireType, Messages.Field field, ObjectNode into)
      throws ProtobufException {
    // The parts of a repeated message are merged.
    ObjectNode before = into.get(field.json()) instanceof ObjectNode object ? object : null;
    JsonNode value = value(wire, wireType, field, before);
    if (!field.pointer() && isZero(value)) {
      into.remove(field.json());
    } else {
      into.set(field.json(), value);
    }
  }

  /** Whether Go writes the value although the field was never set. */
  private static boolean isZero(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> value.asText().isEmpty();
      case NUMBER -> value.asDouble() == 0;
      case BOOLEAN -> !value.asBoolean();
      case NULL -> true;
      default -> false;
    };
  }

  private void items(Wire wire, int wireType, Messages.Field field, ArrayNode into)
      throws ProtobufException {
    boolean packed =
        wireType == Wire.BYTES && field.type().length() == 1 && "ilb".contains(field.type());
    if (!packed) {
      into.add(value(wire, wireType, field, null));
      return;
    }
    Wire inner = wire.inner();
    while (!inner.atEnd()) {
      into.add(value(inner, Wire.VARINT, field, null));
    }
  }

  private void entry(Wire wire, Messages.Field field, ObjectNode into) throws ProtobufException {
    String key = "";
    JsonNode value = null;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      switch ((int) (tag >>> 3)) {
        case 1 -> {
          expect(wireType, Wire.BYTES, field.json());
          key = wire.text();
        }
        case 2 -> value = value(wire, wireType, field, null);
        default -> wire.skip(wireType);
      }
    }
    into.set(key, value == null ? missing(field.type()) : value);
  }

  private static JsonNode missing(String type) {
    return switch (type) {
      case "s", "y" -> TextNode.valueOf("");
      case "q" -> TextNode.valueOf("0");
      case "i", "l", "n" -> IntNode.valueOf(0);
      case "b" -> BooleanNode.FALSE;
      case "v" -> Json.MAPPER.createArrayNode();
      default -> type.length() == 1 ? NullNode.instance : Json.MAPPER.createObjectNode();
    };
  }

  private JsonNode value(Wire wire, int wireType, Messages.Field field, @Nullable ObjectNode before)
      throws ProtobufException {
    String type = field.type();
    int wanted =
        switch (type) {
          case "i", "l", "b" -> Wire.VARINT;
          case "n" -> Wire.FIXED64;
          default -> Wire.BYTES;
        };
    expect(wireType, wanted, field.json());
    return switch (type) {
      case "s" -> TextNode.valueOf(wire.text());
      case "y" -> TextNode.valueOf(Base64.getEncoder().encodeToString(wire.bytes()));
      case "i" -> IntNode.valueOf((int) wire.varint());
      case "l" -> Json.NODES.numberNode(wire.varint());
      case "b" -> BooleanNode.valueOf(wire.varint() != 0);
      case "n" -> number(wire.fixed64());
      case "q" -> quantity(wire.inner());
      case "x" -> ProtobufValues.intOrString(wire.inner());
      case "t" -> ProtobufValues.time(wire.inner(), false);
      case "u" -> ProtobufValues.time(wire.inner(), true);
      case "r" -> embedded(wire.inner());
      case "v" -> strings(wire.inner());
      case "A" -> oneOf(wire.inner(), SCHEMA, ' ', SCHEMA, '[');
      case "B" -> oneOf(wire.inner(), "b", ' ', SCHEMA, ' ');
      case "C" -> oneOf(wire.inner(), SCHEMA, ' ', "s", '[');
      default -> {
        ObjectNode object = before == null ? Json.MAPPER.createObjectNode() : before;
        fields(wire.inner(), Messages.named(type), object);
        yield object;
      }
    };
  }

  private static JsonNode number(double value) {
    long whole = (long) value;
    return whole == value ? Json.NODES.numberNode(whole) : Json.NODES.numberNode(value);
  }

  private static JsonNode quantity(Wire wire) throws ProtobufException {
    String text = ProtobufValues.first(wire);
    return TextNode.valueOf(text.isEmpty() ? "0" : text);
  }

  /** JSON within the message. */
  private static JsonNode embedded(Wire wire) throws ProtobufException {
    byte[] raw = ProtobufValues.firstBytes(wire);
    if (raw.length == 0) {
      return NullNode.instance;
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(raw);
      return tree.isMissingNode() ? NullNode.instance : tree;
    } catch (JsonProcessingException e) {
      throw ProtobufException.of("embedded JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw ProtobufException.of("embedded JSON: " + e.getMessage());
    }
  }

  private static ArrayNode strings(Wire wire) throws ProtobufException {
    ArrayNode strings = Json.MAPPER.createArrayNode();
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      if (tag >>> 3 == 1) {
        expect(wireType, Wire.BYTES, "items");
        strings.add(wire.text());
      } else {
        wire.skip(wireType);
      }
    }
    return strings;
  }

  /** A message with two fields of which one counts: the second if it is set. */
  private JsonNode oneOf(Wire wire, String first, char firstShape, String second, char secondShape)
      throws ProtobufException {
    JsonNode found = first.equals("b") ? BooleanNode.FALSE : NullNode.instance;
    ObjectNode both = Json.MAPPER.createObjectNode();
    var one = new Messages.Field("1", firstShape, first, true, false);
    var two = new Messages.Field("2", secondShape, second, true, false);
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      switch ((int) (tag >>> 3)) {
        case 1 -> single(wire, wireType, one, both);
        case 2 -> {
          if (secondShape == '[') {
            items(wire, wireType, two, both.withArrayProperty("2"));
          } else {
            single(wire, wireType, two, both);
          }
        }
        default -> wire.skip(wireType);
      }
    }
    JsonNode other = both.path("1").isMissingNode() ? found : both.get("1");
    return both.has("2") ? both.get("2") : other;
  }
}
