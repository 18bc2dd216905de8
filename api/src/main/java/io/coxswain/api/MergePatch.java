package io.coxswain.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.function.Consumer;

/** JSON merge patches (RFC 7386). Lists are replaced as a whole. */
public final class MergePatch {
  private MergePatch() {}

  /** The patch that turns one object into the other; empty if they are equal. */
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
      JsonNode before = from.get(field.getKey());
      JsonNode after = field.getValue();
      if (before instanceof ObjectNode a && after instanceof ObjectNode b) {
        ObjectNode inner = between(a, b);
        if (!inner.isEmpty()) {
          patch.set(field.getKey(), inner);
        }
      } else if (!after.equals(before)) {
        patch.set(field.getKey(), after);
      }
    }
    return patch;
  }

  /** Applies the patch to the object in place. */
  public static void apply(ObjectNode object, ObjectNode patch) {
    apply(object, patch, merged -> {});
  }

  /**
   * Applies the patch to the object in place: objects are merged, null deletes, anything else
   * replaces.
   *
   * @param merged is given every object that the patch has entered or added, innermost first
   */
  public static void apply(ObjectNode object, ObjectNode patch, Consumer<ObjectNode> merged) {
    for (var field : patch.properties()) {
      JsonNode value = field.getValue();
      if (value.isNull()) {
        object.remove(field.getKey());
      } else if (value instanceof ObjectNode change
          && object.get(field.getKey()) instanceof ObjectNode inner) {
        apply(inner, change, merged);
      } else {
        dropNulls(value, merged);
        object.set(field.getKey(), value);
      }
    }
    merged.accept(object);
  }

  /**
   * Removes nulls that delete fields that never existed; in lists too, where the RFC would keep
   * them but API servers do not.
   */
  private static void dropNulls(JsonNode value, Consumer<ObjectNode> merged) {
    if (value instanceof ObjectNode object) {
      for (var field : new ArrayList<>(object.properties())) {
        if (field.getValue().isNull()) {
          object.remove(field.getKey());
        }
      }
    }
    value.forEach(inner -> dropNulls(inner, merged));
    if (value instanceof ObjectNode object) {
      merged.accept(object);
    }
  }
}
