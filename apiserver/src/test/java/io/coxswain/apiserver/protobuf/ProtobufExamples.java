package io.coxswain.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.Messages;
import io.coxswain.api.schema.BuiltInTypes;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One object of every built-in kind, made from the fields of its message; always the same. */
final class ProtobufExamples {
  private static final String SCHEMA = "apiextensions.v1.JSONSchemaProps";

  private static final List<String> TEXTS =
      List.of("", "\"", "\\n", "a\nb\tc\u0001", "größe", "✓ 船", "\uD83D\uDEA2", "</script>&");

  private final Deque<String> within = new ArrayDeque<>();
  private final boolean zeros;
  private final @Nullable Random random;
  private int count;

  private ProtobufExamples(boolean zeros) {
    this(zeros, null);
  }

  private ProtobufExamples(boolean zeros, @Nullable Random random) {
    this.zeros = zeros;
    this.random = random;
  }

  /**
   * @param variant {@code full}: every field is set; {@code zero}: every pointer points to a zero
   *     value; {@code bare}: nothing is set
   */
  record Example(String variant, ObjectNode object) {
    String apiVersion() {
      return object.get("apiVersion").asText();
    }

    String kind() {
      return object.get("kind").asText();
    }

    @Override
    public String toString() {
      return apiVersion() + " " + kind() + " " + variant;
    }
  }

  static List<Example> all() {
    var examples = new ArrayList<Example>();
    new TreeMap<>(BuiltInTypes.kindNames())
        .forEach(
            (kind, type) -> {
              Messages.Message message = Messages.find(type);
              if (message != null && !kind.endsWith("List")) {
                examples.add(new Example("full", new ProtobufExamples(false).object(kind, type)));
                examples.add(new Example("zero", new ProtobufExamples(true).object(kind, type)));
                examples.add(new Example("bare", header(kind)));
              }
            });
    return examples;
  }

  /** An object of each kind with random fields; the same for the same seed. */
  static List<Example> random(long seed) {
    var examples = new ArrayList<Example>();
    var random = new Random(seed);
    new TreeMap<>(BuiltInTypes.kindNames())
        .forEach(
            (kind, type) -> {
              if (Messages.find(type) != null && !kind.endsWith("List")) {
                ObjectNode object = new ProtobufExamples(false, random).object(kind, type);
                examples.add(new Example("seed " + seed, object));
              }
            });
    return examples;
  }

  private static ObjectNode header(String kind) {
    String[] words = kind.split(" ");
    return Json.MAPPER.createObjectNode().put("apiVersion", words[0]).put("kind", words[1]);
  }

  private ObjectNode object(String kind, String type) {
    ObjectNode object = header(kind);
    fields(type, object);
    return object;
  }

  private void fields(String type, ObjectNode into) {
    within.push(type);
    for (Messages.NumberedField numbered : Messages.named(type).descending().reversed()) {
      Messages.Field field = numbered.field();
      if (random != null && random.nextInt(3) == 0) {
        continue;
      }
      if (field.inline()) {
        fields(field.type(), into);
        continue;
      }
      if (field.shape() == ' ' && zeros && !field.pointer()) {
        continue;
      }
      JsonNode one = value(field.type());
      if (one == null) {
        continue;
      }
      switch (field.shape()) {
        case '[' -> {
          var list = into.putArray(field.json()).add(one);
          JsonNode two = zeros ? null : value(field.type());
          if (two != null) {
            list.add(two);
          }
        }
        case '{' -> {
          // In another order than that of the keys.
          ObjectNode map = into.putObject(field.json());
          JsonNode two = zeros ? null : value(field.type());
          if (two != null) {
            map.set("z", two);
          }
          map.set("a", one);
        }
        default -> into.set(field.json(), one);
      }
    }
    within.pop();
  }

  private @Nullable JsonNode value(String type) {
    count++;
    if (random != null) {
      count = random.nextInt(1_000_000);
      if (type.equals("s") && random.nextInt(3) == 0) {
        return Json.NODES.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
      }
      if ((type.equals("i") || type.equals("l")) && random.nextInt(3) == 0) {
        return Json.NODES.numberNode(-count);
      }
    }
    return switch (type) {
      case "s" -> Json.NODES.textNode(zeros ? "" : "text-" + count);
      case "y" ->
          Json.NODES.textNode(
              zeros ? "" : Base64.getEncoder().encodeToString(new byte[] {1, (byte) count, -1}));
      case "i" -> Json.NODES.numberNode(zeros ? 0 : count);
      case "l" -> Json.NODES.numberNode(zeros ? 0 : (count % 2 == 0 ? 1L << 40 : 1) + count);
      case "b" -> Json.NODES.booleanNode(!zeros);
      case "n" -> Json.NODES.numberNode(count + 0.5);
      case "q" -> Json.NODES.textNode(zeros ? "0" : 2 * count + 1 + "Mi");
      case "x" ->
          count % 2 == 0 && !zeros
              ? Json.NODES.textNode("port-" + count)
              : Json.NODES.numberNode(zeros ? 0 : count);
      case "t" -> Json.NODES.textNode(Instant.ofEpochSecond(1_600_000_000L + count).toString());
      case "u" ->
          Json.NODES.textNode(
              Instant.ofEpochSecond(1_600_000_000L + count).toString().replace("Z", ".123456Z"));
      case "r" -> Json.MAPPER.createObjectNode().put("raw", count);
      case "v" -> Json.MAPPER.createArrayNode().add("item-" + count);
      case "A" -> nested(SCHEMA, count % 2 == 0);
      case "B" -> count % 2 == 0 ? Json.NODES.booleanNode(true) : nested(SCHEMA, false);
      case "C" -> Json.MAPPER.createArrayNode().add("required-" + count);
      default -> nested(type, false);
    };
  }

  /** Null where a message would contain itself. */
  private @Nullable JsonNode nested(String type, boolean inList) {
    if (within.contains(type)) {
      return null;
    }
    ObjectNode object = Json.MAPPER.createObjectNode();
    fields(type, object);
    return inList ? Json.MAPPER.createArrayNode().add(object) : object;
  }
}
