package io.coxswain.slurm.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;

/**
 * Applies the defaults of a CRD to absent fields, like a server. Needed for objects that were
 * stored before a default existed, or that come from a file. Quantities become canonical.
 */
final class Defaults {
  private static final ObjectNode CLUSTER = schema(SlurmCluster.class);
  private static final ObjectNode NODE_SET = schema(NodeSet.class);

  private Defaults() {}

  static SlurmCluster fill(SlurmCluster cluster) {
    return filled(cluster, CLUSTER, SlurmCluster.class);
  }

  static NodeSet fill(NodeSet nodeSet) {
    return filled(nodeSet, NODE_SET, NodeSet.class);
  }

  private static <T> T filled(T object, ObjectNode schema, Class<T> type) {
    ObjectNode tree = CanonicalQuantities.tree(object);
    fill(tree, schema);
    return Json.convert(tree, type);
  }

  private static void fill(JsonNode value, JsonNode schema) {
    if (value instanceof ObjectNode object) {
      schema
          .path("properties")
          .properties()
          .forEach(
              entry -> {
                JsonNode preset = entry.getValue().get("default");
                if (preset != null && !object.hasNonNull(entry.getKey())) {
                  object.set(entry.getKey(), preset.deepCopy());
                }
                fill(object.path(entry.getKey()), entry.getValue());
              });
    } else {
      value.forEach(item -> fill(item, schema.path("items")));
    }
  }

  /** Of the spec alone, without the branches in which nothing has a default. */
  private static ObjectNode schema(Class<? extends CustomObject<?, ?>> kind) {
    JsonNode whole = Crds.of(kind).at("/spec/versions/0/schema/openAPIV3Schema");
    ObjectNode spec = Json.MAPPER.createObjectNode();
    spec.putObject("properties").set("spec", whole.at("/properties/spec").deepCopy());
    prune(spec);
    return spec;
  }

  /** Keeps the branches with a default; returns whether there is one. */
  private static boolean prune(ObjectNode schema) {
    boolean useful = schema.has("default");
    schema.retain("default", "properties", "items");
    if (schema.get("properties") instanceof ObjectNode properties) {
      properties.removeIf(child -> !prune((ObjectNode) child));
      useful |= !properties.isEmpty();
    }
    if (schema.get("items") instanceof ObjectNode items) {
      useful |= prune(items);
    }
    return useful;
  }
}
