package io.coxswain.apiserver.json;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Accessors for the metadata of an object that is a JSON tree. */
public final class Meta {
  private static final int MAX_POINTERS = 1024;
  private static final ConcurrentHashMap<String, JsonPointer> POINTERS = new ConcurrentHashMap<>();

  private Meta() {}

  /** The metadata; created if absent. */
  public static ObjectNode of(ObjectNode object) {
    return child(object, "metadata");
  }

  /** The object under the name; created if absent or of another type. */
  public static ObjectNode child(ObjectNode parent, String name) {
    JsonNode there = parent.get(name);
    return there instanceof ObjectNode node ? node : parent.putObject(name);
  }

  /**
   * As {@link JsonNode#at(String)}, which would compile the pointer each time.
   *
   * @param pointer a constant of the program
   */
  public static JsonNode at(JsonNode object, String pointer) {
    JsonPointer compiled = POINTERS.get(pointer);
    if (compiled == null) {
      compiled = JsonPointer.compile(pointer);
      if (POINTERS.size() < MAX_POINTERS) {
        POINTERS.put(pointer, compiled);
      }
    }
    return object.at(compiled);
  }

  public static String text(JsonNode object, String pointer) {
    return at(object, pointer).asText("");
  }

  public static String name(JsonNode object) {
    return object.path("metadata").path("name").asText("");
  }

  public static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText("");
  }

  public static String uid(JsonNode object) {
    return object.path("metadata").path("uid").asText("");
  }

  public static String resourceVersion(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText("");
  }

  public static long generation(JsonNode object) {
    return object.path("metadata").path("generation").asLong(0);
  }

  public static boolean deleting(JsonNode object) {
    return object.path("metadata").path("deletionTimestamp").isTextual();
  }

  public static ObjectKey key(JsonNode object) {
    return ObjectKey.of(namespace(object), name(object));
  }

  /** The owner reference of the controller; missing if there is none. */
  public static JsonNode controller(JsonNode object) {
    for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        return owner;
      }
    }
    return MissingNode.getInstance();
  }

  public static List<String> finalizers(JsonNode object) {
    return strings(at(object, "/metadata/finalizers"));
  }

  public static void setFinalizers(ObjectNode object, List<String> finalizers) {
    ObjectNode meta = of(object);
    if (finalizers.isEmpty()) {
      meta.remove("finalizers");
      return;
    }
    ArrayNode array = meta.putArray("finalizers");
    finalizers.forEach(array::add);
  }

  public static SortedMap<String, String> labels(JsonNode object) {
    return stringMap(object.path("metadata").path("labels"));
  }

  public static SortedMap<String, String> stringMap(JsonNode node) {
    if (!node.isObject() || node.isEmpty()) {
      return Collections.emptySortedMap();
    }
    var map = new TreeMap<String, String>();
    node.properties().forEach(e -> map.put(e.getKey(), e.getValue().asText()));
    return Collections.unmodifiableSortedMap(map);
  }

  public static List<String> strings(JsonNode node) {
    var list = new ArrayList<String>();
    node.forEach(item -> list.add(item.asText()));
    return list;
  }

  /** Formats a time like {@code creationTimestamp}: whole seconds. */
  public static String time(Instant instant) {
    return Timestamps.format(instant);
  }

  /** Sets a field if it is absent. */
  public static void setDefault(ObjectNode object, String field, String value) {
    if (isAbsent(object, field)) {
      object.put(field, value);
    }
  }

  public static void setDefault(ObjectNode object, String field, int value) {
    if (isAbsent(object, field)) {
      object.put(field, value);
    }
  }

  public static void setDefault(ObjectNode object, String field, boolean value) {
    if (isAbsent(object, field)) {
      object.put(field, value);
    }
  }

  /** Sets a number or text that Go stores behind a pointer, so that the empty text is a value. */
  public static void setDefaultAmount(ObjectNode object, String field, JsonNode value) {
    if (!object.hasNonNull(field)) {
      object.set(field, value);
    }
  }

  private static boolean isAbsent(ObjectNode object, String field) {
    JsonNode there = object.get(field);
    return there == null || there.isNull() || (there.isTextual() && there.textValue().isEmpty());
  }

  /** The elements of a list that are objects. */
  public static List<ObjectNode> objects(JsonNode list) {
    var objects = new ArrayList<ObjectNode>();
    list.forEach(
        item -> {
          if (item instanceof ObjectNode object) {
            objects.add(object);
          }
        });
    return objects;
  }
}
