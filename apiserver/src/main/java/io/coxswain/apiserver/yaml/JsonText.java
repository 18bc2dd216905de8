package io.coxswain.apiserver.yaml;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * YAML that is plain JSON, as programs send it. It is parsed ten times as fast; anything that the
 * two languages may interpret differently is left to the YAML parser.
 */
final class JsonText {
  private static final JsonNodeFactory JSON = Json.NODES;

  private final JsonParser parser;

  private JsonText(JsonParser parser) {
    this.parser = parser;
  }

  /** The object; null if the text is anything but one plain JSON object. */
  static @Nullable ObjectNode read(byte[] body) {
    int start = 0;
    while (start < body.length && (body[start] == ' ' || body[start] == '\n')) {
      start++;
    }
    if (start == body.length || body[start] != '{' || !isPlain(body)) {
      return null;
    }
    try (JsonParser parser = Json.MAPPER.createParser(body)) {
      parser.nextToken();
      JsonNode tree = new JsonText(parser).value();
      return parser.nextToken() == null && tree instanceof ObjectNode object ? object : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Whether it contains only characters and escapes that both languages interpret alike. */
  private static boolean isPlain(byte[] body) {
    boolean inString = false;
    for (int i = 0; i < body.length; i++) {
      byte c = body[i];
      boolean blank = c == '\t' || c == '\n' || c == '\r';
      if ((c < ' ' && (inString || !blank)) || c == 127) {
        return false;
      }
      if (c == '"') {
        inString = !inString;
      }
      if (c == '\\') {
        i++;
        if (i == body.length || "\"\\bfnrt".indexOf(body[i]) < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** The value at the token, with the keys of objects sorted; null if it is not plain. */
  private @Nullable JsonNode value() throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> TextNode.valueOf(parser.getText());
      case VALUE_TRUE -> BooleanNode.TRUE;
      case VALUE_FALSE -> BooleanNode.FALSE;
      case VALUE_NULL -> NullNode.instance;
      case VALUE_NUMBER_INT -> integer();
      case null, default -> null;
    };
  }

  private @Nullable JsonNode integer() throws IOException {
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        || parser.getText().startsWith("-0")) {
      return null;
    }
    long value = parser.getLongValue();
    return JSON.numberNode(value);
  }

  private @Nullable ObjectNode object() throws IOException {
    var members = new TreeMap<String, JsonNode>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      JsonNode value = value();
      if (value == null || key.equals("<<") || members.put(key, value) != null) {
        return null;
      }
    }
    ObjectNode object = JSON.objectNode();
    members.forEach(object::set);
    return object;
  }

  private @Nullable ArrayNode array() throws IOException {
    ArrayNode array = JSON.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonNode item = value();
      if (item == null) {
        return null;
      }
      array.add(item);
    }
    return array;
  }
}
