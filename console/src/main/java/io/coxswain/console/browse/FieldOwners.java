package io.coxswain.console.browse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which manager owns which field of an object, from its managedFields. */
final class FieldOwners {
  private static final int MAX_COUNT = 2000;

  private FieldOwners() {}

  private record Owned(String path, JsonNode entry) {}

  /** Appends the fields in the order of their paths. */
  static void write(JsonNode object, ArrayNode fields) {
    var owned = new ArrayList<Owned>();
    for (JsonNode entry : object.path("metadata").path("managedFields")) {
      collect(entry.path("fieldsV1"), "", entry, owned);
    }
    owned.sort(Comparator.comparing(Owned::path));
    for (Owned each : owned.subList(0, Math.min(owned.size(), MAX_COUNT))) {
      ObjectNode field = fields.addObject();
      field.put("path", each.path);
      field.put("manager", each.entry.path("manager").asText());
      field.put("operation", each.entry.path("operation").asText());
      if (each.entry.has("time")) {
        field.put("time", each.entry.path("time").asText());
      }
      if (each.entry.has("subresource")) {
        field.put("subresource", each.entry.path("subresource").asText());
      }
    }
  }

  private static void collect(JsonNode set, String path, JsonNode entry, List<Owned> owned) {
    if (owned.size() > 2 * MAX_COUNT) {
      return;
    }
    if (set.isEmpty() && !path.isEmpty()) {
      owned.add(new Owned(path, entry));
      return;
    }
    for (var each : set.properties()) {
      String name = each.getKey();
      if (name.equals(".")) {
        owned.add(new Owned(path, entry));
      } else {
        collect(each.getValue(), path + step(name, path.isEmpty()), entry, owned);
      }
    }
  }

  /** A step as kubectl would write it: {@code .name}, {@code [name=x]}. */
  private static String step(String name, boolean first) {
    String rest = name.length() > 2 ? name.substring(2) : "";
    return switch (name.isEmpty() ? ' ' : name.charAt(0)) {
      case 'f' -> first ? rest : "." + rest;
      case 'k' -> "[" + rest.replaceAll("[{}\"]", "").replace(':', '=') + "]";
      case 'v', 'i' -> "[" + rest + "]";
      default -> "." + name;
    };
  }
}
