package io.coxswain.conformance;

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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces values that differ from run to run (UIDs, versions, times, generated names, addresses)
 * by placeholders numbered in the order of first appearance, as the recorder of the transcripts
 * did.
 */
public final class Placeholders {
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern AGE = Pattern.compile("\\d+[smhdy](\\d+[smhd])?");

  /** Revisions in messages. */
  private static final Pattern MESSAGE_REVISION =
      Pattern.compile(
          "((?:ResourceVersion in (?:the )?(?:precondition|record|object meta):? \\(?)"
              + "|(?:[Tt]oo (?:large|old) resource version: \\d+(?:, current: | \\()))\\d+");

  /** Revisions of objects that are quoted in messages. */
  private static final Pattern QUOTED_REVISION =
      Pattern.compile("(resourceVersion\\\\*\":\\\\*\")\\d+");

  private static final Pattern SUFFIX = Pattern.compile("[bcdfghjklmnpqrstvwxz2456789]{5}");

  /** A generated name that occurs only in the message of a rejected request. */
  private static final Pattern REFUSED =
      Pattern.compile("\"[a-z0-9.-]*-([bcdfghjklmnpqrstvwxz2456789]{5})\\\\?\" is forbidden");

  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern EVENT = Pattern.compile("\\.[0-9a-f]{12,}$");
  private static final Pattern REVISION_HASH = Pattern.compile("-[0-9a-z]{7,}$");

  /** A CronJob names its Jobs after the minute. */
  private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

  private static final String ACCESS = "kube-api-access-";

  /** The server truncates long prefixes before it adds a suffix. */
  private static final int MAX_BASE_LENGTH = 58;

  private static final Set<String> WHOLE_HASHES =
      Set.of(
          "controller.kubernetes.io/hash",
          "pod-template-hash",
          "batch.kubernetes.io/controller-uid");
  private static final Set<String> ALLOCATED = Set.of("clusterIP", "nodePort", "continue", "token");

  private final Map<String, String> tokens = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  public Placeholders(String namespace) {
    tokens.put(namespace, "<ns>");
  }

  public JsonNode of(JsonNode value) {
    collect(value);
    return apply(value, "");
  }

  /** The expected value with its lists in the same order; placeholders stay. */
  static JsonNode ordered(JsonNode recorded) {
    return new Placeholders("no such namespace").apply(recorded, "");
  }

  // Collecting the values to replace.

  private void token(String kind, String text) {
    if (!text.isEmpty() && !tokens.containsKey(text)) {
      tokens.put(text, "<" + kind + "-" + counts.merge(kind, 1, Integer::sum) + ">");
    }
  }

  private void collect(JsonNode value) {
    if (value instanceof ObjectNode object) {
      collectNames(object);
      for (var field : object.properties()) {
        collect(field.getKey(), field.getValue());
        collect(field.getValue());
      }
    } else {
      value.forEach(this::collect);
    }
  }

  private void collectNames(ObjectNode object) {
    String name = object.path("metadata").path("name").asText("");
    String prefix = object.path("metadata").path("generateName").asText("");
    String base = prefix.length() > MAX_BASE_LENGTH ? prefix.substring(0, MAX_BASE_LENGTH) : prefix;
    if (!base.isEmpty()
        && name.startsWith(base)
        && SUFFIX.matcher(name.substring(base.length())).matches()) {
      token("suffix", name.substring(base.length()));
    }
    boolean event = object.path("involvedObject").isObject() || object.path("regarding").isObject();
    if (event && EVENT.matcher(name).find()) {
      token("event", name.substring(name.lastIndexOf('.') + 1));
    }
    if (!name.isEmpty() && object.path("metadata").path("annotations").has(SCHEDULED)) {
      token("minute", name.substring(name.lastIndexOf('-') + 1));
    }
  }

  private void collect(String key, JsonNode value) {
    String text = value.isTextual() ? value.asText() : "";
    switch (key) {
      case "currentRevision", "updateRevision" -> {
        if (REVISION_HASH.matcher(text).find()) {
          token("hash", text.substring(text.lastIndexOf('-') + 1));
        }
      }
      case "controller-revision-hash" -> token("hash", text.substring(text.lastIndexOf('-') + 1));
      case "message" -> {
        Matcher refused = REFUSED.matcher(text);
        while (refused.find()) {
          token("suffix", refused.group(1));
        }
      }
      case "volumes" ->
          value.forEach(
              volume -> {
                String name = volume.path("name").asText("");
                if (name.startsWith(ACCESS)) {
                  token("access", name.substring(ACCESS.length()));
                }
              });
      default -> {
        if (WHOLE_HASHES.contains(key)) {
          token("hash", text);
        } else if (ALLOCATED.contains(key) && !value.isContainerNode()) {
          String shown = value.asText("");
          if (!shown.equals("None") && !shown.equals("0") && !value.isNull()) {
            token(key, shown);
          }
        }
      }
    }
  }

  // Replacing.

  private JsonNode apply(JsonNode value, String key) {
    return switch (value) {
      case ObjectNode object -> {
        ObjectNode applied = Json.MAPPER.createObjectNode();
        for (var field : object.properties()) {
          applied.set(text(field.getKey()), replaced(field.getKey(), field.getValue()));
        }
        yield applied;
      }
      case ArrayNode array -> {
        var items = new ArrayList<JsonNode>();
        array.forEach(item -> items.add(apply(item, key)));
        if (key.equals("managedFields")) {
          // the server orders managers by time, so their order depends on when a second ends
          items.sort(Comparator.comparing(Placeholders::canonical));
        }
        ArrayNode applied = Json.MAPPER.createArrayNode();
        items.forEach(applied::add);
        yield applied;
      }
      case TextNode text ->
          TextNode.valueOf(
              key.equals("cells") && AGE.matcher(text.asText()).matches()
                  ? "<age>"
                  : text(text.asText()));
      default -> value;
    };
  }

  private JsonNode replaced(String key, JsonNode value) {
    boolean there = !value.isNull() && !value.asText("").isEmpty() && !value.asText().equals("0");
    return switch (key) {
      case "resourceVersion" ->
          value.asText("").isEmpty() ? apply(value, key) : TextNode.valueOf("<rv>");
      case "nodePort", "serverAddress" -> there ? TextNode.valueOf("<n>") : apply(value, key);
      default -> apply(value, key);
    };
  }

  private static String canonical(JsonNode entry) {
    return switch (entry) {
      case ObjectNode object -> {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        names.sort(Comparator.naturalOrder());
        var text = new StringBuilder("{");
        names.forEach(n -> text.append(n).append(':').append(canonical(object.path(n))));
        yield text.append('}').toString();
      }
      case ArrayNode array -> {
        var text = new StringBuilder("[");
        array.forEach(item -> text.append(canonical(item)).append(','));
        yield text.append(']').toString();
      }
      default -> entry.toString();
    };
  }

  /** The text with placeholders for all values collected so far. */
  public String text(String value) {
    String text = value;
    List<String> longestFirst =
        tokens.keySet().stream().sorted(Comparator.comparingInt(t -> -t.length())).toList();
    for (String raw : longestFirst) {
      text = text.replace(raw, tokens.getOrDefault(raw, raw));
    }
    text = QUOTED_REVISION.matcher(text).replaceAll("$1<rv>");
    text = MESSAGE_REVISION.matcher(text).replaceAll("$1<rv>");
    text = TIME.matcher(text).replaceAll("<time>");
    return UID.matcher(text)
        .replaceAll(
            match -> {
              token("uid", match.group());
              return tokens.getOrDefault(match.group(), "");
            });
  }
}
