package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Carries the difference of two trees over to a third that resembles the first. */
final class Changes {
  private Changes() {}

  /** {@code onto}, with whatever differs between {@code before} and {@code after}. */
  static ObjectNode carry(ObjectNode before, ObjectNode after, ObjectNode onto) {
    ObjectNode result = onto.deepCopy();
    before
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!after.has(name)) {
                result.remove(name);
              }
            });
    for (var field : after.properties()) {
      String name = field.getKey();
      JsonNode was = before.get(name);
      if (!field.getValue().equals(was)) {
        result.set(name, carry(was, field.getValue(), onto.get(name)));
      }
    }
    return result;
  }

  private static JsonNode carry(
      @Nullable JsonNode before, JsonNode after, @Nullable JsonNode onto) {
    if (before instanceof ObjectNode was && after instanceof ObjectNode is) {
      // An empty object that only the encoding brought in stands for one that is not there.
      ObjectNode base = onto instanceof ObjectNode o ? o : JsonNodeFactory.instance.objectNode();
      return carry(was, is, base);
    }
    if (before instanceof ArrayNode was
        && after instanceof ArrayNode is
        && onto instanceof ArrayNode base
        && was.size() == base.size()) {
      return carry(was, is, base);
    }
    return after;
  }

  /** Elements are the same by their place; those beyond the old end are new. */
  private static ArrayNode carry(ArrayNode before, ArrayNode after, ArrayNode onto) {
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < after.size(); i++) {
      if (i >= before.size()) {
        result.add(after.get(i));
      } else if (after.get(i).equals(before.get(i))) {
        result.add(onto.get(i));
      } else {
        result.add(carry(before.get(i), after.get(i), onto.get(i)));
      }
    }
    return result;
  }
}
