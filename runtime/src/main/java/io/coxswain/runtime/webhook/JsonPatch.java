package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The difference of two objects as a JSON patch (RFC 6902). */
final class JsonPatch {
  private final List<ObjectNode> operations = new ArrayList<>();

  private JsonPatch() {}

  /** The operations that turn one object into the other; empty if they are equal. */
  static List<ObjectNode> between(ObjectNode from, ObjectNode to) {
    var patch = new JsonPatch();
    patch.compare("", from, to);
    return patch.operations;
  }

  private void compare(String path, JsonNode from, JsonNode to) {
    if (from.equals(to)) {
      return;
    }
    if (from instanceof ObjectNode a && to instanceof ObjectNode b) {
      objects(path, a, b);
    } else if (from instanceof ArrayNode a && to instanceof ArrayNode b) {
      arrays(path, a, b);
    } else {
      add("replace", path, to);
    }
  }

  private void objects(String path, ObjectNode from, ObjectNode to) {
    from.fieldNames()
        .forEachRemaining(
            name -> {
              if (!to.has(name)) {
                add("remove", path + "/" + escape(name), null);
              }
            });
    for (var field : to.properties()) {
      String at = path + "/" + escape(field.getKey());
      JsonNode oldValue = from.get(field.getKey());
      if (oldValue == null) {
        add("add", at, field.getValue());
      } else {
        compare(at, oldValue, field.getValue());
      }
    }
  }

  /** Compares by index; removes from the end, so that indexes stay valid. */
  private void arrays(String path, ArrayNode from, ArrayNode to) {
    int common = Math.min(from.size(), to.size());
    for (int i = 0; i < common; i++) {
      compare(path + "/" + i, from.get(i), to.get(i));
    }
    for (int i = from.size() - 1; i >= common; i--) {
      add("remove", path + "/" + i, null);
    }
    for (int i = common; i < to.size(); i++) {
      add("add", path + "/" + i, to.get(i));
    }
  }

  private void add(String operation, String path, @Nullable JsonNode value) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("op", operation).put("path", path);
    if (value != null) {
      node.set("value", value);
    }
    operations.add(node);
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
