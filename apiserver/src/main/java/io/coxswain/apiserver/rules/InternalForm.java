package io.coxswain.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Values in the form they have inside upstream's server, which its messages show: every field, in
 * the order of declaration, under its name in Go.
 *
 * <p>The types come from {@code internal-types.txt}, one on each line: its name, then its fields as
 * {@code Shown:json:type}. The name in JSON is left out where it only begins with a small letter.
 * Types are {@code s} text, {@code i} number, {@code b} boolean, {@code q} quantity, {@code t}
 * time, {@code x} number or text, {@code y} bytes, {@code j} as it is in JSON, {@code +} the fields
 * of the metadata, {@code [T} a list, <code>{T</code> a map, {@code *T} an optional one, or another
 * type's name.
 */
public final class InternalForm {
  private static final List<String> OF_THE_HOST =
      List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

  private InternalForm() {}

  /** Read when a message first needs it. */
  private static final class Types {
    static final Map<String, List<Member>> ALL = read();

    private static Map<String, List<Member>> read() {
      var all = new TreeMap<String, List<Member>>();
      try (InputStream in =
          Objects.requireNonNull(
              InternalForm.class.getResourceAsStream("internal-types.txt"),
              "internal-types.txt is missing from the jar")) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .forEach(
                line -> {
                  String[] words = line.split(" ");
                  var members = new ArrayList<Member>();
                  for (int i = 1; i < words.length; i++) {
                    members.add(Member.of(words[i]));
                  }
                  all.put(words[0], members);
                });
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return Collections.unmodifiableMap(all);
    }
  }

  private record Member(String shown, String json, String type, boolean omittedIfEmpty) {
    static Member of(String text) {
      String[] parts = text.split(":");
      boolean omitted = parts[2].endsWith("?");
      return new Member(
          parts[0],
          parts[1].isEmpty()
              ? Character.toLowerCase(parts[0].charAt(0)) + parts[0].substring(1)
              : parts[1],
          omitted ? parts[2].substring(0, parts[2].length() - 1) : parts[2],
          omitted);
    }
  }

  /**
   * The value in its internal form.
   *
   * @param type such as {@code core.PodSpec}, or {@code [core.Container} for a list of them
   */
  public static JsonNode of(String type, JsonNode value) {
    boolean absent = value.isMissingNode() || value.isNull();
    return switch (type.charAt(0)) {
      case '*' -> absent ? NullNode.instance : of(type.substring(1), value);
      case '[' -> absent ? NullNode.instance : list(type.substring(1), value);
      case '{' -> absent ? NullNode.instance : map(type.substring(1), value);
      default -> type.length() > 1 ? struct(type, value) : absent ? zero(type) : value;
    };
  }

  /** The other way: the value as it is in JSON, without what is empty. */
  public static JsonNode from(String type, JsonNode internal) {
    boolean absent = internal.isMissingNode() || internal.isNull();
    if (absent) {
      return NullNode.instance;
    }
    return switch (type.charAt(0)) {
      case '*' -> from(type.substring(1), internal);
      case '[' -> {
        ArrayNode list = Json.MAPPER.createArrayNode();
        internal.forEach(item -> list.add(from(type.substring(1), item)));
        yield list;
      }
      default -> type.length() > 1 ? structFrom(type, internal) : internal;
    };
  }

  private static JsonNode structFrom(String type, JsonNode internal) {
    ObjectNode struct = Json.MAPPER.createObjectNode();
    for (Member member : Types.ALL.getOrDefault(type, List.of())) {
      JsonNode inside = from(member.type, internal.path(member.shown));
      if (!inside.isNull()) {
        struct.set(member.json, inside);
      }
    }
    return struct;
  }

  private static JsonNode zero(String type) {
    return switch (type) {
      case "s" -> TextNode.valueOf("");
      case "i", "x" -> IntNode.valueOf(0);
      case "b" -> BooleanNode.FALSE;
      case "q" -> TextNode.valueOf("0");
      case "j" -> Json.MAPPER.createObjectNode();
      default -> NullNode.instance;
    };
  }

  private static ArrayNode list(String type, JsonNode value) {
    ArrayNode list = Json.MAPPER.createArrayNode();
    value.forEach(item -> list.add(of(type, item)));
    return list;
  }

  /** Go writes maps by key. */
  private static ObjectNode map(String type, JsonNode value) {
    var sorted = new TreeMap<String, JsonNode>();
    value.properties().forEach(e -> sorted.put(e.getKey(), of(type, e.getValue())));
    ObjectNode map = Json.MAPPER.createObjectNode();
    map.setAll(sorted);
    return map;
  }

  private static ObjectNode struct(String type, JsonNode given) {
    JsonNode value = type.equals("core.PodSpec") ? hostInSecurityContext(given) : given;
    ObjectNode struct = Json.MAPPER.createObjectNode();
    for (Member member : Types.ALL.getOrDefault(type, List.of())) {
      if (member.type.equals("+")) {
        value
            .path("metadata")
            .properties()
            .forEach(e -> struct.set(e.getKey(), sorted(e.getValue())));
        continue;
      }
      JsonNode inside = of(member.type, value.path(member.json));
      if (!member.omittedIfEmpty || !isEmpty(inside)) {
        struct.set(member.shown, inside);
      }
    }
    return struct;
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isTextual() && value.textValue().isEmpty());
  }

  private static JsonNode sorted(JsonNode value) {
    return value.isObject() ? map("j", value) : value;
  }

  /** Inside, the namespaces of the host that a pod shares belong to its security context. */
  private static JsonNode hostInSecurityContext(JsonNode spec) {
    if (!(spec instanceof ObjectNode)) {
      return spec;
    }
    ObjectNode copy = spec.deepCopy();
    ObjectNode context = copy.withObject("/securityContext");
    for (String field : OF_THE_HOST) {
      if (copy.has(field)) {
        context.set(field, copy.get(field));
      }
    }
    return copy;
  }
}
