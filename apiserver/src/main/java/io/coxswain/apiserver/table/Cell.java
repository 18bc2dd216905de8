package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** Formats that many kinds share. */
final class Cell {
  static final String NONE = "<none>";
  static final String UNSET = "<unset>";

  private Cell() {}

  static String name(ObjectNode object) {
    return object.path("metadata").path("name").asText();
  }

  static String age(ObjectNode object, Instant now) {
    return Ages.since(object.path("metadata").path("creationTimestamp"), now);
  }

  /** The text of a field, or a fallback for an absent or empty one. */
  static String text(JsonNode parent, String field, String fallback) {
    String text = parent.path(field).asText("");
    return text.isEmpty() ? fallback : text;
  }

  static int count(JsonNode object, String pointer) {
    return object.at(pointer).asInt();
  }

  static JsonNode condition(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return MissingNode.getInstance();
  }

  static boolean isTrue(JsonNode status, String type) {
    return condition(status, type).path("status").asText().equals("True");
  }

  /** Labels as {@code a=b,c=d}. */
  static String labels(JsonNode labels) {
    var sorted = new TreeMap<String, String>();
    labels.properties().forEach(e -> sorted.put(e.getKey(), e.getValue().asText()));
    return sorted.isEmpty()
        ? NONE
        : String.join(
            ",", sorted.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  /** A label selector in kubectl's syntax. */
  static String selector(JsonNode selector) {
    var parts = new ArrayList<String>();
    if (!selector.path("matchLabels").isEmpty()) {
      parts.add(labels(selector.path("matchLabels")));
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      String key = expression.path("key").asText();
      String values = "(" + join(expression.path("values")) + ")";
      parts.add(
          switch (expression.path("operator").asText()) {
            case "In" -> key + " in " + values;
            case "NotIn" -> key + " notin " + values;
            case "DoesNotExist" -> "!" + key;
            default -> key;
          });
    }
    return parts.isEmpty() ? NONE : String.join(",", parts);
  }

  static String join(JsonNode list) {
    return String.join(
        ",", StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList());
  }

  /** One field of every item. */
  static String each(JsonNode list, String field) {
    var values = new ArrayList<String>();
    list.forEach(item -> values.add(item.path(field).asText()));
    return String.join(",", values);
  }

  static String containers(JsonNode podSpec) {
    return each(podSpec.path("containers"), "name");
  }

  static String images(JsonNode podSpec) {
    return each(podSpec.path("containers"), "image");
  }

  /** At most three, and the number of others. */
  static String few(List<String> values) {
    if (values.isEmpty()) {
      return NONE;
    }
    return values.size() <= 3
        ? String.join(",", values)
        : String.join(",", values.subList(0, 3)) + " + " + (values.size() - 3) + " more...";
  }
}
