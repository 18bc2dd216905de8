package io.coxswain.real.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Spoils one field of an object, as a seed says. */
final class Mutations {
  private static final List<String> WORDS =
      List.of(
          "None", "Always", "a/b", "10", "1Gi", "-5", "example.com/x", "TCP", "x.y", "10.0.0.1");

  private final Random random;

  Mutations(long seed) {
    this.random = new Random(seed);
  }

  /** What was done, and what came of it. */
  record Spoiled(String how, ObjectNode object) {}

  private interface Place {
    void set(JsonNode value);
  }

  private record Field(String path, JsonNode value, Place place, Runnable removal) {}

  Spoiled spoil(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    var fields = new ArrayList<Field>();
    collect("", copy, fields);
    fields.removeIf(
        f -> f.path.equals(".apiVersion") || f.path.equals(".kind") || f.path.equals(".metadata"));
    Field field = fields.get(random.nextInt(fields.size()));
    String how = spoil(field);
    return new Spoiled(field.path.substring(1) + " " + how, copy);
  }

  private static void collect(String path, JsonNode node, List<Field> fields) {
    if (node instanceof ObjectNode object) {
      for (String name : names(object)) {
        String at = path + "." + name;
        JsonNode value = object.get(name);
        fields.add(new Field(at, value, v -> object.set(name, v), () -> object.remove(name)));
        collect(at, value, fields);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        String at = path + "." + i;
        fields.add(
            new Field(at, array.get(i), v -> array.set(index, v), () -> array.remove(index)));
        collect(at, array.get(i), fields);
      }
    }
  }

  private static List<String> names(ObjectNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    names.sort(null);
    return names;
  }

  private String spoil(Field field) {
    var ways = new ArrayList<>(List.of("removed", "null"));
    switch (field.value) {
      case TextNode _ -> ways.addAll(List.of("empty", "bad", "long", "number", "other", "blanks"));
      case BooleanNode _ -> ways.addAll(List.of("flipped", "text"));
      case JsonNode n when n.isNumber() ->
          ways.addAll(List.of("negative", "zero", "large", "huge", "text", "fraction"));
      case ArrayNode _ -> ways.addAll(List.of("twice", "empty list", "object"));
      case ObjectNode _ -> ways.addAll(List.of("empty object", "unknown", "text"));
      default -> {}
    }
    String way = ways.get(random.nextInt(ways.size()));
    if (way.equals("removed")) {
      field.removal.run();
    } else {
      field.place.set(value(way, field.value));
    }
    return way;
  }

  private JsonNode value(String way, JsonNode old) {
    return switch (way) {
      case "null" -> NullNode.getInstance();
      case "empty" -> TextNode.valueOf("");
      case "bad" -> TextNode.valueOf("Bad_Value!");
      case "long" -> TextNode.valueOf("a".repeat(300));
      case "number" -> IntNode.valueOf(7);
      case "other" -> TextNode.valueOf(WORDS.get(random.nextInt(WORDS.size())));
      case "blanks" -> TextNode.valueOf(" x ");
      case "flipped" -> BooleanNode.valueOf(!old.asBoolean());
      case "text" -> TextNode.valueOf("x");
      case "negative" -> IntNode.valueOf(-1);
      case "zero" -> IntNode.valueOf(0);
      case "large" -> IntNode.valueOf(70_000);
      case "huge" -> LongNode.valueOf(1L << 40);
      case "fraction" -> DoubleNode.valueOf(1.5);
      case "twice" -> {
        ArrayNode list = ((ArrayNode) old).deepCopy();
        if (!list.isEmpty()) {
          list.add(list.get(list.size() - 1));
        }
        yield list;
      }
      case "empty list" -> JsonNodeFactory.instance.arrayNode();
      case "object", "empty object" -> JsonNodeFactory.instance.objectNode();
      case "unknown" -> ((ObjectNode) old).deepCopy().put("bogus", "x");
      default -> throw new IllegalStateException(way);
    };
  }
}
