package io.coxswain.apiserver.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Spoils what was well formed. */
final class Mutations {
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "1e400",
          "99999999999999999999",
          "9223372036854775807",
          "2147483648",
          "\"\"",
          "\"a\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"1Gi\"",
          "\"50%\"",
          "\"2020-13-45T99:99:99Z\"",
          "\"\u00e4\u4e2d\ud83d\ude00\"",
          "\"../../x\"",
          "\"$(A)\"",
          "\"((((((((((a*)*)*)*)*)*\"",
          "{}",
          "[]",
          "[null]",
          "{\"\":null}",
          "[[[[[]]]]]",
          "{\"$patch\":\"delete\"}",
          "{\"$patch\":\"replace\"}",
          "{\"$retainKeys\":[\"a\"]}",
          "{\"a\":{\"b\":{\"c\":1}}}");
  private static final List<String> WORDS =
      List.of(
          "name", "metadata", "spec", "status", "$patch", "$setElementOrder/containers", "-", "");

  private final SplittableRandom random;

  Mutations(SplittableRandom random) {
    this.random = random;
  }

  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** A tree with a few of its values replaced, removed or added. */
  JsonNode tree(JsonNode whole) {
    JsonNode tree = whole.deepCopy();
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      change(tree);
    }
    return tree;
  }

  private void change(JsonNode root) {
    var places = new ArrayList<JsonNode>();
    collect(root, places);
    if (places.isEmpty()) {
      return;
    }
    switch (pick(places)) {
      case ObjectNode object -> {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        String name = names.isEmpty() || random.nextInt(6) == 0 ? pick(WORDS) : pick(names);
        if (random.nextInt(5) == 0) {
          object.remove(name);
        } else {
          object.set(name, value());
        }
      }
      case ArrayNode list -> {
        if (!list.isEmpty() && random.nextInt(3) == 0) {
          list.add(list.get(random.nextInt(list.size())).deepCopy());
        } else if (!list.isEmpty() && random.nextBoolean()) {
          list.set(random.nextInt(list.size()), value());
        } else {
          list.add(value());
        }
      }
      default -> {}
    }
  }

  private static void collect(JsonNode node, List<JsonNode> into) {
    if (node.isContainerNode()) {
      into.add(node);
      node.forEach(child -> collect(child, into));
    }
  }

  JsonNode value() {
    try {
      return Json.MAPPER.readTree(pick(VALUES));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** Text with bytes changed, cut, doubled or put in. */
  byte[] bytes(byte[] whole) {
    byte[] bytes = whole.clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes && bytes.length > 0; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 ->
            bytes = join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at / 2, bytes.length));
        default ->
            bytes =
                join(
                    Arrays.copyOf(bytes, at),
                    strange(),
                    Arrays.copyOfRange(bytes, at, bytes.length));
      }
    }
    return bytes;
  }

  private byte[] strange() {
    return pick(List.of(
            "\"", "\\", "{", "}", "[", ",", ":", "\0", "\u00ff", "&a ", "*a", "!!int ", "\t", "- ",
            "---\n", "...", "#", "|", ">", "%", "<<: ", "\u2028"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] join(byte[]... parts) {
    var out = new java.io.ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
