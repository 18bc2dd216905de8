package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The difference of two objects as a JSON merge patch (RFC 7386). Lists are replaced whole. */
public final class MergePatch {
  private MergePatch() {}

  /** What turns the one into the other; empty when they are equal. */
  public static ObjectNode between(ObjectNode from, ObjectNode to) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    from.fieldNames()
        .forEachRemaining(
            name -> {
              if (!to.has(name)) {
                patch.putNull(name);
              }
            });
    for (var field : to.properties()) {
      JsonNode was = from.get(field.getKey());
      JsonNode is = field.getValue();
      if (was instanceof ObjectNode a && is instanceof ObjectNode b) {
        ObjectNode inner = between(a, b);
        if (!inner.isEmpty()) {
          patch.set(field.getKey(), inner);
        }
      } else if (!is.equals(was)) {
        patch.set(field.getKey(), is);
      }
    }
    return patch;
  }

  /** Does to the object what the patch says. */
  static void apply(ObjectNode object, ObjectNode patch) {
    for (var field : patch.properties()) {
      JsonNode value = field.getValue();
      if (value.isNull()) {
        object.remove(field.getKey());
      } else if (value instanceof ObjectNode inner) {
        ObjectNode target =
            object.get(field.getKey()) instanceof ObjectNode there
                ? there
                : object.putObject(field.getKey());
        apply(target, inner);
      } else {
        object.set(field.getKey(), value);
      }
    }
  }
}
