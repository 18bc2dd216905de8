package io.coxswain.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a run leaves behind, so that two runs that did the same work by different ways compare
 * equal. One line per leaf of each object, sorted.
 *
 * <p>Left out: UIDs and generated names (replaced by what they stand for), times, addresses,
 * placement, revisions, generations and field ownership, which count how often something was
 * written; events and leases, which are about the way and not the result; definitions, which are
 * large and the script's own.
 */
public final class EndState {
  private static final Set<String> KINDS_LEFT_OUT =
      Set.of("Event", "Lease", "CustomResourceDefinition");
  private static final Set<String> FIELDS_LEFT_OUT =
      Set.of(
          "resourceVersion",
          "generation",
          "observedGeneration",
          "managedFields",
          "nodeName",
          "clusterIP",
          "clusterIPs",
          "nodePort",
          "podIP",
          "podIPs",
          "hostIP",
          "hostIPs",
          "containerID",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "endpoints.kubernetes.io/last-change-trigger-time");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z");

  /** In a copy of an object as YAML, such as the snapshot of a runtime. */
  private static final Pattern REVISION = Pattern.compile("resourceVersion: \"?\\d+\"?");

  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private final Map<String, String> uids = new TreeMap<>();
  private final Map<String, String> names = new TreeMap<>();

  /** The same, by what they begin with: a text without that has none of them. */
  private final Map<String, Map<String, String>> families = new TreeMap<>();

  private final List<String> lines = new ArrayList<>();

  private EndState() {}

  /**
   * @param objects those that are not as the server began with them
   */
  public static String of(List<ObjectNode> objects) {
    return new EndState().describe(objects);
  }

  private String describe(List<ObjectNode> objects) {
    for (JsonNode object : objects) {
      JsonNode meta = object.path("metadata");
      String name = meta.path("name").asText();
      String prefix = meta.path("generateName").asText();
      if (!prefix.isEmpty() && name.startsWith(prefix)) {
        name(prefix, name, prefix + "*");
      }
      if (object.path("kind").asText().equals("IPAddress")) {
        name("", name, "<address of " + object.at("/spec/parentRef/name").asText() + ">");
      }
      if (object.has("service")) {
        name("", name, "<port of " + object.path("service").asText() + ">");
      }
    }
    for (JsonNode object : objects) {
      uids.put(object.path("metadata").path("uid").asText(), "<uid of " + id(object) + ">");
    }
    for (JsonNode object : objects) {
      if (!KINDS_LEFT_OUT.contains(object.path("kind").asText())) {
        flatten(id(object), object);
      }
    }
    lines.sort(null);
    return String.join("\n", lines);
  }

  private void name(String prefix, String name, String meaning) {
    names.put(name, meaning);
    families.computeIfAbsent(prefix, p -> new TreeMap<>()).put(name, meaning);
  }

  private String id(JsonNode object) {
    JsonNode meta = object.path("metadata");
    String name = meta.path("name").asText();
    return object.path("kind").asText()
        + " "
        + meta.path("namespace").asText()
        + "/"
        + names.getOrDefault(name, name);
  }

  private void flatten(String path, JsonNode node) {
    switch (node) {
      case ObjectNode fields -> {
        for (var field : fields.properties()) {
          if (!FIELDS_LEFT_OUT.contains(field.getKey())) {
            flatten(path + "." + field.getKey(), field.getValue());
          }
        }
        if (fields.isEmpty()) {
          lines.add(path + " = {}");
        }
      }
      case JsonNode list when list.isArray() -> {
        for (int i = 0; i < list.size(); i++) {
          flatten(path + "[" + i + "]", list.get(i));
        }
      }
      default -> lines.add(path + " = " + normal(node.asText()));
    }
  }

  private String normal(String text) {
    String named = names.getOrDefault(text, text);
    String timeless = TIME.matcher(named).replaceAll("<time>");
    if (timeless.length() < 36) {
      return timeless;
    }
    String known =
        UID.matcher(REVISION.matcher(timeless).replaceAll("resourceVersion: <revision>"))
            .replaceAll(match -> uids.getOrDefault(match.group(), "<uid of something gone>"));
    for (var family : families.entrySet()) {
      if (known.contains(family.getKey())) {
        for (var generated : family.getValue().entrySet()) {
          known = known.replace(generated.getKey(), generated.getValue());
        }
      }
    }
    return known;
  }
}
