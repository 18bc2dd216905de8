package io.coxswain.apiserver.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One value within the bytes of a stored object. The bytes are never modified. */
public final class Span {
  /** Smaller values are parsed at once, because deferring them would cost more. */
  private static final int SMALL = 160;

  /** The number of digits that always fits a long. */
  private static final int SHORT_NUMBER = 18;

  private final byte[] bytes;
  private final int from;
  private final int to;

  Span(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  @SuppressWarnings(
      "ReferenceEquality") // equal bytes elsewhere cannot be recognized without a comparison
  boolean isSame(@Nullable Span other) {
    return other != null && other.bytes == bytes && other.from == from && other.to == to;
  }

  public int length() {
    return to - from;
  }

  /** Whether its bytes equal these. */
  public boolean isEqual(byte[] others) {
    return Arrays.equals(bytes, from, to, others, 0, others.length);
  }

  /** A hash of its bytes. */
  public int hash() {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }

  public byte[] copy() {
    return Arrays.copyOfRange(bytes, from, to);
  }

  /** Writes the bytes unchanged, if the generator supports it. */
  boolean write(JsonGenerator to) throws IOException {
    if (!(to instanceof UTF8JsonGenerator) || to.getPrettyPrinter() != null) {
      return false;
    }
    to.writeRawValue(new RawText(bytes, from, this.to));
    return true;
  }

  /** The members in their order; larger ones are not parsed. */
  Map<String, JsonNode> members() {
    var members = new LinkedHashMap<String, JsonNode>();
    int at = expect(from, '{');
    if (bytes[at] == '}') {
      return members;
    }
    while (true) {
      int end = stringEnd(at);
      String name = hasEscape(at, end) ? text(at, end) : FieldNames.of(bytes, at + 1, end - 1);
      at = expect(end, ':');
      end = valueEnd(at);
      members.put(name, value(at, end));
      if (bytes[end] == '}') {
        return members;
      }
      at = expect(end, ',');
    }
  }

  List<JsonNode> items() {
    var items = new ArrayList<JsonNode>();
    int at = expect(from, '[');
    if (bytes[at] == ']') {
      return items;
    }
    while (true) {
      int end = valueEnd(at);
      items.add(value(at, end));
      if (bytes[end] == ']') {
        return items;
      }
      at = expect(end, ',');
    }
  }

  private JsonNode value(int at, int end) {
    return switch (bytes[at]) {
      case '{' -> object(new Span(bytes, at, end));
      case '[' -> array(new Span(bytes, at, end));
      case '"' -> TextNode.valueOf(text(at, end));
      case 't' -> BooleanNode.TRUE;
      case 'f' -> BooleanNode.FALSE;
      case 'n' -> NullNode.instance;
      default -> number(at, end);
    };
  }

  private static JsonNode object(Span span) {
    return span.length() > SMALL
        ? new LazyObject(span)
        : new ObjectNode(Json.MAPPER.getNodeFactory(), span.members());
  }

  private static JsonNode array(Span span) {
    return span.length() > SMALL
        ? new LazyArray(span)
        : new ArrayNode(Json.MAPPER.getNodeFactory(), span.items());
  }

  private JsonNode number(int at, int end) {
    boolean negative = bytes[at] == '-';
    int first = negative ? at + 1 : at;
    if (end - first > SHORT_NUMBER || end == first) {
      return parsed(at, end);
    }
    long number = 0;
    for (int i = first; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return parsed(at, end);
      }
      number = number * 10 + digit;
    }
    number = negative ? -number : number;
    return (int) number == number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
  }

  private String text(int at, int end) {
    return hasEscape(at, end)
        ? parsed(at, end).textValue()
        : new String(bytes, at + 1, end - at - 2, StandardCharsets.UTF_8);
  }

  /** Rare forms are left to the general parser. */
  private JsonNode parsed(int at, int end) {
    try {
      return Json.MAPPER.readTree(bytes, at, end - at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean hasEscape(int at, int end) {
    for (int i = at; i < end; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  private int expect(int at, char what) {
    if (bytes[at] != what) {
      throw new IllegalStateException("a stored object is damaged at byte " + at);
    }
    return at + 1;
  }

  private int valueEnd(int at) {
    byte[] all = bytes;
    byte first = all[at];
    if (first == '"') {
      return stringEnd(at);
    }
    int i = at;
    if (first != '{' && first != '[') {
      while (all[i] != ',' && all[i] != '}' && all[i] != ']') {
        i++;
      }
      return i;
    }
    int depth = 0;
    while (true) {
      switch (all[i]) {
        case '"' -> i = stringEnd(i) - 1;
        case '{', '[' -> depth++;
        case '}', ']' -> {
          if (--depth == 0) {
            return i + 1;
          }
        }
        default -> {}
      }
      i++;
    }
  }

  /** The position after the quotation mark that ends the string starting here. */
  private int stringEnd(int at) {
    byte[] all = bytes;
    int i = at + 1;
    for (byte c = all[i]; c != '"'; c = all[i]) {
      i += c == '\\' ? 2 : 1;
    }
    return i + 1;
  }
}
