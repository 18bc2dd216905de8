package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Removes fields that are not in a schema. The type information of the object and of embedded
 * resources is always kept.
 */
public final class Pruning {
  private static final Set<String> TYPE_AND_METADATA = Set.of("apiVersion", "kind", "metadata");

  private final List<String> dropped = new ArrayList<>();

  private Pruning() {}

  /**
   * Prunes the object; returns the paths of the dropped fields, such as {@code spec.list[0].x},
   * sorted.
   */
  public static List<String> prune(ObjectNode object, Schema schema) {
    var pruning = new Pruning();
    pruning.object("", object, schema, true);
    Collections.sort(pruning.dropped);
    return pruning.dropped;
  }

  private void value(String path, JsonNode value, Schema schema) {
    if (value instanceof ObjectNode object) {
      object(path, object, schema, schema.embeddedResource());
    } else if (value.isArray() && schema.items() != null) {
      for (int i = 0; i < value.size(); i++) {
        value(path + "[" + i + "]", value.get(i), schema.items());
      }
    }
  }

  private void object(String path, ObjectNode object, Schema schema, boolean resource) {
    for (var field : List.copyOf(object.properties())) {
      String name = field.getKey();
      String child = path.isEmpty() ? name : path + "." + name;
      Schema known = schema.field(name);
      if (known != null) {
        value(child, field.getValue(), known);
      } else if (!schema.preserveUnknownFields()
          && !(resource && TYPE_AND_METADATA.contains(name))) {
        object.remove(name);
        dropped.add(child);
      }
    }
  }
}
