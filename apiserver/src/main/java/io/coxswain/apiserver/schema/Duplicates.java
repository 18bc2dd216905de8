package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds duplicate keys in a JSON text. */
public final class Duplicates {
  private final JsonParser parser;
  private final boolean merging;
  private final Set<String> found = new LinkedHashSet<>();

  private Duplicates(JsonParser parser, boolean merging) {
    this.parser = parser;
    this.merging = merging;
  }

  /**
   * A parsed text.
   *
   * @param duplicates the paths of duplicate keys, such as {@code spec.replicas}
   */
  public record Read(JsonNode tree, List<String> duplicates) {}

  /**
   * Parses a text. The last of several equal keys counts, but objects that Go decodes into a type
   * are merged.
   */
  public static Read read(byte[] json, boolean merging) throws IOException {
    try (JsonParser parser = Json.MAPPER.createParser(json)) {
      if (parser.nextToken() == null) {
        throw new JsonEOFException(parser, JsonToken.NOT_AVAILABLE, "nothing there");
      }
      var duplicates = new Duplicates(parser, merging);
      JsonNode tree = duplicates.value(null);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "more than one value");
      }
      return new Read(tree, List.copyOf(duplicates.found));
    }
  }

  /** The position of a value; formatted only for duplicates. */
  private record Step(@Nullable Step parent, String key, int index) {
    String path() {
      String above = parent == null ? "" : parent.path();
      return index >= 0 ? above + "[" + index + "]" : above.isEmpty() ? key : above + "." + key;
    }
  }

  private JsonNode value(@Nullable Step here) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(here, Json.MAPPER.createObjectNode());
      case START_ARRAY -> {
        ArrayNode list = Json.MAPPER.createArrayNode();
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
          list.add(value(isContainer() ? new Step(here, "", i) : null));
        }
        yield list;
      }
      case VALUE_STRING -> TextNode.valueOf(parser.getText());
      case VALUE_TRUE -> BooleanNode.TRUE;
      case VALUE_FALSE -> BooleanNode.FALSE;
      case VALUE_NULL -> NullNode.instance;
      case VALUE_NUMBER_FLOAT ->
          merging ? new WrittenNumber(parser.getDoubleValue(), parser.getText()) : finite();
      case VALUE_NUMBER_INT -> {
        boolean large = parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER;
        // Without a type, Go decodes what is too large for an integer as a float.
        yield large && !merging ? finite() : parser.readValueAsTree();
      }
      case null, default -> parser.readValueAsTree();
    };
  }

  private JsonNode finite() throws IOException {
    double value = parser.getDoubleValue();
    if (Double.isInfinite(value)) {
      throw new NumberRangeException(
          "json: cannot unmarshal number " + parser.getText() + " into Go value of type float64");
    }
    return Json.NODES.numberNode(value);
  }

  private boolean isContainer() {
    return parser.currentToken().isStructStart();
  }

  private ObjectNode object(@Nullable Step here, ObjectNode object) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      JsonNode before = object.get(key);
      if (before != null) {
        found.add(new Step(here, key, -1).path());
      }
      parser.nextToken();
      Step child = isContainer() ? new Step(here, key, -1) : null;
      if (merging
          && before instanceof ObjectNode same
          && parser.currentToken() == JsonToken.START_OBJECT) {
        object(child, same);
      } else {
        object.set(key, value(child));
      }
    }
    return object;
  }

  /**
   * The errors of a strict decoder, in the order of the text: unknown keys, and duplicate keys
   * unless inside unknown ones.
   *
   * @param unknown paths of unknown keys
   */
  public static List<String> complaints(byte[] json, Collection<String> unknown) {
    var said = new LinkedHashSet<String>();
    try (JsonParser parser = Json.MAPPER.createParser(json)) {
      parser.nextToken();
      say(parser, "", Set.copyOf(unknown), said);
    } catch (IOException e) {
      return List.of(); // the parser of the body reports its syntax errors
    }
    return new ArrayList<>(said);
  }

  private static void say(JsonParser parser, String path, Set<String> unknown, Set<String> said)
      throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
        say(parser, path + "[" + i + "]", unknown, said);
      }
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return;
    }
    Set<String> keys = new LinkedHashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      String child = path.isEmpty() ? key : path + "." + key;
      parser.nextToken();
      if (unknown.contains(child)) {
        said.add("unknown field \"" + child + "\"");
        parser.skipChildren();
        continue;
      }
      if (!keys.add(key)) {
        said.add("duplicate field \"" + child + "\"");
      }
      say(parser, child, unknown, said);
    }
  }
}
