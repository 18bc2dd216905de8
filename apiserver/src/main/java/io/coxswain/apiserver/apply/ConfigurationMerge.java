package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.ListType;
import io.coxswain.api.schema.MapType;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Merges the configuration of an admission policy into an object as server-side apply would, but
 * without owners: nothing is removed, and no manager is recorded.
 */
public final class ConfigurationMerge {
  private ConfigurationMerge() {}

  /**
   * The merged object; the arguments are not modified.
   *
   * @throws ApplyException if the configuration does not match the schema, or sets an atomic list
   *     or struct, of which it might drop parts that it does not know
   */
  public static ObjectNode of(ObjectNode live, ObjectNode config, Schema schema)
      throws ApplyException {
    Optional<String> problem = TypeCheck.problem(config, schema);
    if (problem.isPresent()) {
      throw ApplyException.unfit(
          "failed to convert patch object to typed object: " + problem.get());
    }
    List<String> atomics = new ArrayList<>();
    collectAtomics("", config, schema, atomics);
    if (!atomics.isEmpty()) {
      throw ApplyException.unfit(
          "invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: "
              + String.join(", ", atomics));
    }
    return Merge.of(live, config, schema);
  }

  private static void collectAtomics(
      String path, JsonNode value, @Nullable Schema schema, List<String> atomics) {
    if (schema == null) {
      return;
    }
    if (value.isObject() && schema.type().equals("object")) {
      if (schema.mapType() == MapType.ATOMIC) {
        atomics.add(path);
      }
      for (var field : value.properties()) {
        if (Shape.declares(schema, field.getKey())) {
          String below = path + "." + field.getKey();
          collectAtomics(below, field.getValue(), schema.field(field.getKey()), atomics);
        }
      }
    } else if (value.isArray() && schema.type().equals("array")) {
      if (schema.listType() != ListType.MAP && schema.listType() != ListType.SET) {
        atomics.add(path);
      }
      for (int i = 0; i < value.size(); i++) {
        collectAtomics(path + "[" + i + "]", value.get(i), schema.items(), atomics);
      }
    }
  }
}
