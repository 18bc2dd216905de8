package io.coxswain.apiserver.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Creates lazily parsed trees, and detects parts that have not been accessed. */
public final class LazyJson {
  private LazyJson() {}

  /** The tree of an object written by {@link io.coxswain.api.Json#bytes}. */
  public static ObjectNode tree(byte[] json) {
    return new LazyObject(new Span(json, 0, json.length));
  }

  /** Whether the value is unchanged since it was stored, because it has never been accessed. */
  public static boolean isUntouched(@Nullable JsonNode value) {
    return span(value) != null;
  }

  /**
   * Whether both are the same bytes of the same object. If false, they may still be equal; the
   * check costs nothing.
   */
  public static boolean areSameBytes(@Nullable JsonNode a, @Nullable JsonNode b) {
    Span one = span(a);
    return one != null && one.isSame(span(b));
  }

  /**
   * Parses the value completely, so that it can be moved elsewhere and no longer counts as stored.
   */
  public static JsonNode read(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> {
        var copy = Json.MAPPER.createObjectNode();
        object.properties().forEach(member -> copy.set(member.getKey(), read(member.getValue())));
        yield copy;
      }
      case ArrayNode array -> {
        var copy = Json.MAPPER.createArrayNode();
        array.forEach(item -> copy.add(read(item)));
        yield copy;
      }
      default -> value;
    };
  }

  /** Writes the bytes of a value that has not been accessed; returns false for others. */
  static boolean write(JsonNode value, JsonGenerator to) throws IOException {
    Span whole = span(value);
    return whole != null && whole.write(to);
  }

  /** The bytes of a value that has not been accessed; null for others. */
  public static @Nullable Span span(@Nullable JsonNode value) {
    return switch (value) {
      case LazyObject object -> object.span();
      case LazyArray array -> array.span();
      case null, default -> null;
    };
  }
}
