package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One step of a field path. Sorted as in {@code fieldsV1}. */
public sealed interface PathElement extends Comparable<PathElement> {

  /** A field of an object. */
  record Field(String name) implements PathElement {
    @Override
    public String serialized() {
      return "f:" + name;
    }

    @Override
    public String toString() {
      return "." + name;
    }
  }

  /** The item of a list whose key fields have these values. */
  record Key(SortedMap<String, JsonNode> values) implements PathElement {
    public Key {
      var canonical = new TreeMap<String, JsonNode>();
      values.forEach((name, value) -> canonical.put(name, TypedValues.canonical(value)));
      values = Collections.unmodifiableSortedMap(canonical);
    }

    @Override
    public String serialized() {
      ObjectNode json = Json.MAPPER.createObjectNode();
      values.forEach(json::set);
      return "k:" + json;
    }

    @Override
    public String toString() {
      return values.entrySet().stream()
          .map(e -> e.getKey() + "=" + e.getValue())
          .collect(Collectors.joining(",", "[", "]"));
    }
  }

  /** The item of a set that equals this value. */
  record Value(JsonNode value) implements PathElement {
    public Value {
      value = TypedValues.canonical(value);
    }

    @Override
    public String serialized() {
      return "v:" + value;
    }

    @Override
    public String toString() {
      return "[=" + value + "]";
    }
  }

  /** The item at a position; only parsed, never written by this server. */
  record Index(int index) implements PathElement {
    @Override
    public String serialized() {
      return "i:" + index;
    }

    @Override
    public String toString() {
      return "[" + index + "]";
    }
  }

  /** The form as a key of {@code fieldsV1}. */
  String serialized();

  /**
   * Parses a key of {@code fieldsV1}.
   *
   * @throws IllegalArgumentException if it is not a path element
   */
  static PathElement parse(String key) {
    if (key.length() < 2 || key.charAt(1) != ':') {
      throw new IllegalArgumentException("missing colon: " + key);
    }
    String rest = key.substring(2);
    try {
      return switch (key.charAt(0)) {
        case 'f' -> new Field(rest);
        case 'k' -> {
          var values = new TreeMap<String, JsonNode>();
          Json.MAPPER
              .readTree(rest)
              .properties()
              .forEach(e -> values.put(e.getKey(), e.getValue()));
          yield new Key(values);
        }
        case 'v' -> new Value(Json.MAPPER.readTree(rest));
        case 'i' -> new Index(Integer.parseInt(rest));
        default -> throw new IllegalArgumentException("unknown path element: " + key);
      };
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + key, e);
    }
  }

  @Override
  default int compareTo(PathElement other) {
    if (this instanceof Field a && other instanceof Field b) {
      return a.name.compareTo(b.name);
    }
    if (this instanceof Key a && other instanceof Key b) {
      return compare(a.values, b.values);
    }
    if (this instanceof Value a && other instanceof Value b) {
      return TypedValues.compare(a.value, b.value);
    }
    if (this instanceof Index a && other instanceof Index b) {
      return Integer.compare(a.index, b.index);
    }
    return Integer.compare(rank(this), rank(other));
  }

  private static int compare(Map<String, JsonNode> a, Map<String, JsonNode> b) {
    Iterator<Map.Entry<String, JsonNode>> left = a.entrySet().iterator();
    Iterator<Map.Entry<String, JsonNode>> right = b.entrySet().iterator();
    while (left.hasNext() && right.hasNext()) {
      var l = left.next();
      var r = right.next();
      int order = l.getKey().compareTo(r.getKey());
      order = order != 0 ? order : TypedValues.compare(l.getValue(), r.getValue());
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  private static int rank(PathElement element) {
    return switch (element) {
      case Field _ -> 0;
      case Key _ -> 1;
      case Value _ -> 2;
      case Index _ -> 3;
    };
  }
}
