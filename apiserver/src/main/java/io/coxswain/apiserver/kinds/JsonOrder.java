package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How objects are written. Kind and version always come first, so that a list of built-in objects,
 * whose items carry neither, can be put together from the stored bytes without reading them.
 */
public final class JsonOrder {
  private static final List<String> META_ORDER =
      List.of(
          "name",
          "generateName",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "labels",
          "annotations",
          "ownerReferences",
          "finalizers",
          "managedFields");

  private JsonOrder() {}

  /** The object with its members in the usual order. */
  public static byte[] bytes(ObjectNode object) {
    return Json.bytes(ordered(object));
  }

  private static ObjectNode ordered(ObjectNode object) {
    ObjectNode ordered = Json.MAPPER.createObjectNode();
    ordered.set("kind", object.path("kind"));
    ordered.set("apiVersion", object.path("apiVersion"));
    ObjectNode meta = ordered.putObject("metadata");
    JsonNode given = object.path("metadata");
    for (String name : META_ORDER) {
      JsonNode value = given.get(name);
      if (value != null && !value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
        meta.set(name, value);
      }
    }
    given
        .properties()
        .forEach(
            e -> {
              if (!META_ORDER.contains(e.getKey()) && !e.getValue().isNull()) {
                meta.set(e.getKey(), e.getValue());
              }
            });
    object
        .properties()
        .forEach(
            e -> {
              if (!ordered.has(e.getKey())) {
                ordered.set(e.getKey(), e.getValue());
              }
            });
    return ordered;
  }

  /** How many bytes of a stored object hold its kind and version. */
  public static int headLength(ResourceType type) {
    String head = "{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",";
    return head.getBytes(StandardCharsets.UTF_8).length;
  }
}
