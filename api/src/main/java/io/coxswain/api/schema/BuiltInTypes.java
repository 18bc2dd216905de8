package io.coxswain.api.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that Kubernetes itself defines, and the types they are made of.
 *
 * <p>The data is a text of one block per type. A block starts with the type's name, {@code
 * =apiVersion} if it is a kind, {@code atomic} if it is one value to server-side apply. Each
 * further line is a field, indented by one blank: name, type, then what applies of: {@code atomic},
 * {@code set} or {@code map(keys)} for a list, {@code atomic} or {@code granular} for a map, {@code
 * ^strategy(key)} for a strategic merge patch, {@code =default}. A type is a letter, {@code [} for
 * list of, <code>{</code> for map of, the name of a type, or {@code .Name} for one of the same
 * group; a {@code !} after it says required, a {@code ~} that the field is written even without a
 * value ({@code ~n}: as null). Loading finds where blocks begin; a block is read when a value first
 * needs it.
 */
public final class BuiltInTypes {
  private static final Map<String, Schema> LETTERS =
      Map.ofEntries(
          Map.entry("s", Schema.of("string")),
          Map.entry("i", Schema.of("integer", "int32")),
          Map.entry("l", Schema.of("integer", "int64")),
          Map.entry("n", Schema.of("number", "double")),
          Map.entry("b", Schema.of("boolean")),
          Map.entry("y", Schema.of("string", "byte")),
          Map.entry("t", special("meta.v1.Time").type("string").format("date-time").build()),
          Map.entry("u", special("meta.v1.MicroTime").type("string").format("date-time").build()),
          Map.entry("q", special("resource.Quantity").intOrString(true).build()),
          Map.entry("x", special("intstr.IntOrString").intOrString(true).build()),
          Map.entry("o", Schema.ANYTHING.with().type("object").mapType(MapType.ATOMIC).build()),
          Map.entry("a", Schema.ANYTHING.with().mapType(MapType.ATOMIC).build()));

  /** A block: its first line without the name, and the text of its fields. */
  private record Block(String apiVersion, boolean atomic, String fields) {}

  private static final Map<String, Block> BLOCKS = load();
  private static final Map<String, Schema> TYPES = new ConcurrentHashMap<>();
  private static final Map<String, String> KINDS = kinds();

  private BuiltInTypes() {}

  /** The schema of a kind, such as {@code apps/v1}, {@code Deployment}. */
  public static Optional<Schema> find(String apiVersion, String kind) {
    return Optional.ofNullable(KINDS.get(apiVersion + " " + kind)).map(BuiltInTypes::named);
  }

  /** The schema of a type by name, such as {@code core.v1.PodTemplateSpec}. */
  public static Schema named(String name) {
    Schema known = TYPES.get(name);
    return known != null ? known : TYPES.computeIfAbsent(name, BuiltInTypes::reference);
  }

  /** The names of all types, sorted. */
  public static Set<String> names() {
    return BLOCKS.keySet();
  }

  /** {@code apiVersion kind} of all kinds, sorted, each with the name of its type. */
  public static Map<String, String> kindNames() {
    return KINDS;
  }

  private static Schema.Builder special(String name) {
    return Schema.builder().typeName(name);
  }

  private static Schema reference(String name) {
    for (Schema letter : LETTERS.values()) {
      if (letter.typeName().equals(name)) {
        return letter;
      }
    }
    Block block = BLOCKS.get(name);
    if (block == null) {
      throw new IllegalArgumentException("no such built-in type: " + name);
    }
    return special(name)
        .type("object")
        .mapType(block.atomic ? MapType.ATOMIC : null)
        .fields(new Once(name, block.fields))
        .build();
  }

  /** Reads the fields of one block, when they are first asked for. */
  private static final class Once implements Supplier<Schema.Fields> {
    private final String name;
    private final String text;
    private volatile Schema.@Nullable Fields fields;

    Once(String name, String text) {
      this.name = name;
      this.text = text;
    }

    @Override
    public Schema.Fields get() {
      Schema.Fields found = fields;
      if (found == null) {
        // Two threads may both do this; the results are alike.
        found = readFields(name, text);
        fields = found;
      }
      return found;
    }
  }

  private static Schema.Fields readFields(String name, String text) {
    String home = name.substring(0, name.lastIndexOf('.'));
    var properties = new LinkedHashMap<String, Schema>();
    var required = new LinkedHashSet<String>();
    for (String line : text.split("\n")) {
      if (!line.isEmpty()) {
        String[] words = line.substring(1).split(" ");
        String type = words[1].substring(0, marksAt(words[1]));
        Schema schema = withMetadata(typeOf(type, home), words);
        boolean must = words[1].indexOf('!') > 0;
        if (words[1].indexOf('~') > 0) {
          schema = schema.with().zero(zeroOf(schema, words[1].endsWith("~n"))).build();
        } else if (words[1].endsWith("*")) {
          schema = schema.with().pointer(true).build();
        }
        properties.put(words[0], schema);
        if (must) {
          required.add(words[0]);
        }
      }
    }
    return new Schema.Fields(
        Collections.unmodifiableMap(properties), Collections.unmodifiableSet(required));
  }

  /** Where the marks after a type begin. */
  private static int marksAt(String word) {
    int at = 1;
    while (at < word.length() && "!~*".indexOf(word.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /** What is written for a field without a value. */
  private static JsonNode zeroOf(Schema schema, boolean pointer) {
    String name = schema.typeName();
    if (name.equals("resource.Quantity") && !pointer) {
      return TextNode.valueOf("0");
    }
    if (name.equals("intstr.IntOrString") && !pointer) {
      return IntNode.valueOf(0);
    }
    if (pointer || schema.format().equals("date-time") || schema.additionalProperties() != null) {
      return NullNode.instance;
    }
    return switch (schema.type()) {
      case "object" ->
          schema.preserveUnknownFields() ? NullNode.instance : Json.MAPPER.createObjectNode();
      case "string" -> schema.format().equals("byte") ? NullNode.instance : TextNode.valueOf("");
      case "integer", "number" -> IntNode.valueOf(0);
      case "boolean" -> BooleanNode.FALSE;
      default -> NullNode.instance;
    };
  }

  private static Schema typeOf(String type, String home) {
    Schema letter = LETTERS.get(type);
    if (letter != null) {
      return letter;
    }
    String rest = type.substring(1);
    return switch (type.charAt(0)) {
      case '[' -> Schema.listOf(typeOf(rest, home));
      case '{' -> Schema.mapOf(typeOf(rest, home));
      case '.' -> named(home + type);
      default -> named(type);
    };
  }

  private static Schema withMetadata(Schema schema, String[] words) {
    if (words.length == 2) {
      return schema;
    }
    Schema.Builder result = schema.with();
    for (int i = 2; i < words.length; i++) {
      String word = words[i];
      int open = word.indexOf('(');
      String keys = open < 0 ? "" : word.substring(open + 1, word.length() - 1);
      String plain = open < 0 ? word : word.substring(0, open);
      if (word.startsWith("=")) {
        result.defaultValue(json(word.substring(1)));
      } else if (word.startsWith("^")) {
        result.patchStrategy(plain.substring(1), keys);
      } else if (schema.type().equals("array")) {
        result.listType(ListType.of(plain), keys.isEmpty() ? List.of() : List.of(keys.split(",")));
      } else {
        result.mapType(MapType.of(plain));
      }
    }
    return result.build();
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("types.txt: " + text, e);
    }
  }

  private static Map<String, String> kinds() {
    var kinds = new TreeMap<String, String>();
    BLOCKS.forEach(
        (name, block) -> {
          if (!block.apiVersion.isEmpty()) {
            kinds.put(block.apiVersion + " " + name.substring(name.lastIndexOf('.') + 1), name);
          }
        });
    return Collections.unmodifiableMap(kinds);
  }

  private static Map<String, Block> load() {
    String text;
    try (InputStream in = BuiltInTypes.class.getResourceAsStream("types.txt")) {
      if (in == null) {
        throw new IllegalStateException("types.txt is not on the class path");
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var blocks = new TreeMap<String, Block>();
    int start = 0;
    while (start < text.length()) {
      int headEnd = text.indexOf('\n', start);
      int end = headEnd + 1;
      while (end < text.length() && text.charAt(end) == ' ') {
        end = text.indexOf('\n', end) + 1;
      }
      String[] head = text.substring(start, headEnd).split(" ");
      String apiVersion = "";
      boolean atomic = false;
      for (int i = 1; i < head.length; i++) {
        if (head[i].startsWith("=")) {
          apiVersion = head[i].substring(1);
        } else {
          atomic = head[i].equals("atomic");
        }
      }
      blocks.put(head[0], new Block(apiVersion, atomic, text.substring(headEnd + 1, end)));
      start = end;
    }
    return Collections.unmodifiableMap(blocks);
  }
}
