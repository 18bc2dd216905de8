package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Applies the difference of two trees to a third that resembles the first. */
final class Changes {
  private Changes() {}

  /** {@code onto} with the changes from {@code before} to {@code after}. */
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
      JsonNode oldValue = before.get(name);
      if (!field.getValue().equals(oldValue)) {
        result.set(name, carry(oldValue, field.getValue(), onto.get(name)));
      }
    }
    return result;
  }

  private static JsonNode carry(
      @Nullable JsonNode before, JsonNode after, @Nullable JsonNode onto) {
    if (before instanceof ObjectNode oldValue && after instanceof ObjectNode newValue) {
      // An empty object that only the encoding added stands for a missing one.
      ObjectNode base = onto instanceof ObjectNode o ? o : JsonNodeFactory.instance.objectNode();
      return carry(oldValue, newValue, base);
    }
    if (before instanceof ArrayNode oldValue
        && after instanceof ArrayNode newValue
        && onto instanceof ArrayNode base
        && oldValue.size() == base.size()) {
      return carry(oldValue, newValue, base);
    }
    return after;
  }

  /** Elements correspond by index; those beyond the old end are new. */
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
