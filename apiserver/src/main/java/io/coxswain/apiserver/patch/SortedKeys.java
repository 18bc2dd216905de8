package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/** Sorts the keys of objects as Go writes maps. */
public final class SortedKeys {
  private SortedKeys() {}

  /** Sorts the keys of one object, in place. */
  static void sort(ObjectNode object) {
    var sorted = new TreeMap<String, JsonNode>();
    object.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
    object.removeAll();
    sorted.forEach(object::set);
  }

  /** Sorts the keys of all objects in a tree, in place. */
  public static void sortAll(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      sort(object);
    }
    tree.forEach(SortedKeys::sortAll);
  }
}
