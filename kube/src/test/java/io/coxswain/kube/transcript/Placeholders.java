package io.coxswain.kube.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Replaces what may differ from run to run (UIDs, versions, times, generated names) by placeholders
 * numbered in the order of first appearance, as the recorder of the transcripts did.
 */
final class Placeholders {
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern SUFFIX = Pattern.compile("[bcdfghjklmnpqrstvwxz2456789]{5}");
  private static final Pattern EVENT = Pattern.compile(".*\\.[0-9a-f]{12,}");
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /** A CronJob names its Jobs after the minute. */
  private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

  private final Map<String, String> tokens = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  Placeholders(String namespace) {
    tokens.put(namespace, "<ns>");
  }

  JsonNode of(JsonNode value) {
    collect(value);
    return apply(value, "");
  }

  private void token(String kind, String text) {
    if (!text.isEmpty() && !tokens.containsKey(text)) {
      tokens.put(text, "<" + kind + "-" + counts.merge(kind, 1, Integer::sum) + ">");
    }
  }

  private void collect(JsonNode value) {
    if (value instanceof ObjectNode object) {
      String name = object.path("metadata").path("name").asText("");
      String prefix = object.path("metadata").path("generateName").asText("");
      if (!prefix.isEmpty()
          && name.startsWith(prefix)
          && SUFFIX.matcher(name.substring(prefix.length())).matches()) {
        token("suffix", name.substring(prefix.length()));
      }
      if (object.path("involvedObject").isObject() && EVENT.matcher(name).matches()) {
        token("event", name.substring(name.lastIndexOf('.') + 1));
      }
      if (object.path("metadata").path("annotations").has(SCHEDULED)) {
        token("minute", name.substring(name.lastIndexOf('-') + 1));
      }
      for (var field : object.properties()) {
        if (field.getKey().equals("batch.kubernetes.io/controller-uid")
            && field.getValue().isTextual()) {
          token("hash", field.getValue().asText());
        }
        collect(field.getValue());
      }
    } else {
      value.forEach(this::collect);
    }
  }

  private JsonNode apply(JsonNode value, String key) {
    return switch (value) {
      case ObjectNode object -> {
        ObjectNode applied = Json.MAPPER.createObjectNode();
        for (var field : object.properties()) {
          boolean version =
              field.getKey().equals("resourceVersion") && !field.getValue().asText().isEmpty();
          applied.set(
              text(field.getKey()),
              version ? TextNode.valueOf("<rv>") : apply(field.getValue(), field.getKey()));
        }
        yield applied;
      }
      case ArrayNode array -> {
        var items = new ArrayList<JsonNode>();
        array.forEach(item -> items.add(apply(item, key)));
        if (key.equals("managedFields")) {
          items.sort(Comparator.comparing(Placeholders::manager));
        }
        ArrayNode applied = Json.MAPPER.createArrayNode();
        items.forEach(applied::add);
        yield applied;
      }
      case TextNode text -> TextNode.valueOf(text(text.asText()));
      default -> value;
    };
  }

  /** The server orders managers by time, so their order depends on when a second ends. */
  private static String manager(JsonNode entry) {
    return entry.path("manager").asText()
        + entry.path("operation").asText()
        + entry.path("subresource").asText();
  }

  /** The expected value with its managers in the same order; its placeholders stay. */
  static JsonNode ordered(JsonNode recorded) {
    return new Placeholders("no such namespace").apply(recorded, "");
  }

  String text(String value) {
    String text = value;
    List<String> longestFirst =
        tokens.keySet().stream().sorted(Comparator.comparingInt(t -> -t.length())).toList();
    for (String raw : longestFirst) {
      text = text.replace(raw, tokens.getOrDefault(raw, raw));
    }
    String timeless = TIME.matcher(text).replaceAll("<time>");
    return UID.matcher(timeless)
        .replaceAll(
            match -> {
              token("uid", match.group());
              return tokens.getOrDefault(match.group(), "");
            });
  }
}
