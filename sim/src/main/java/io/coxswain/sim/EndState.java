package io.coxswain.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The final state of a run in a form in which two runs that did the same work in different ways
 * compare equal: one line per leaf of each object, sorted.
 *
 * <p>Generated names and UIDs are random. They are renamed by {@link CanonicalNames}, which keeps
 * the relations: which pod has which status, and which objects share an owner, even one that has
 * been deleted. An observedGeneration is compared with the generation of its object. An object that
 * replaced another of the same name is marked. {@link #leftOut} lists what is not compared.
 */
public final class EndState {
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z");

  /** Matches a resourceVersion in an object embedded as YAML, such as the snapshot of a runtime. */
  private static final Pattern REVISION = Pattern.compile("resourceVersion: \"?\\d+\"?");

  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private static final int UID_LENGTH = 36;

  /** Names that stand for something else, such as addresses. */
  private final Map<String, String> meanings = new TreeMap<>();

  private final Map<String, CanonicalNames.Text> uids = new HashMap<>();
  private final CanonicalNames names = new CanonicalNames();

  private EndState() {}

  /**
   * @param objects the objects that differ from the server's initial state
   */
  public static String of(List<ObjectNode> objects) {
    return of(objects, Map.of());
  }

  /**
   * @param predecessors by UID, how many earlier objects of the run had the name of this one; an
   *     absent UID means none
   */
  public static String of(List<ObjectNode> objects, Map<String, Integer> predecessors) {
    return new EndState().describe(objects, predecessors);
  }

  /** What is not compared, each with its reason, one per line. */
  public static String leftOut() {
    return LeftOut.text();
  }

  /** The line without the numbers of generated names. */
  public static String unnumbered(String line) {
    return CanonicalNames.unnumbered(line);
  }

  private String describe(List<ObjectNode> objects, Map<String, Integer> predecessors) {
    for (JsonNode object : objects) {
      JsonNode meta = object.path("metadata");
      String name = meta.path("name").asText();
      String prefix = meta.path("generateName").asText();
      if (!prefix.isEmpty() && name.startsWith(prefix)) {
        names.generated(name, prefix);
      }
      if (object.path("kind").asText().equals("IPAddress")) {
        meanings.put(name, "<address of " + object.at("/spec/parentRef/name").asText() + ">");
      }
      if (object.has("service")) {
        meanings.put(name, "<port of " + object.path("service").asText() + ">");
      }
    }
    for (JsonNode object : objects) {
      uids.put(
          object.path("metadata").path("uid").asText(), names.parse("<uid of " + id(object) + ">"));
    }
    for (JsonNode object : objects) {
      if (!LeftOut.kind(object.path("kind").asText())) {
        String uid = object.path("metadata").path("uid").asText();
        new Description(object).add(predecessors.getOrDefault(uid, 0));
      }
    }
    return names.render();
  }

  private String id(JsonNode object) {
    JsonNode meta = object.path("metadata");
    String name = meta.path("name").asText();
    return object.path("kind").asText()
        + " "
        + meta.path("namespace").asText()
        + "/"
        + meanings.getOrDefault(name, name);
  }

  /** The lines of one object. */
  private final class Description {
    private final JsonNode object;
    private final CanonicalNames.Node lines;
    private final long generation;

    Description(JsonNode object) {
      this.object = object;
      this.lines =
          names.node(names.parse(id(object)), object.path("metadata").path("name").asText());
      this.generation = object.path("metadata").path("generation").asLong();
    }

    void add(int predecessors) {
      if (predecessors > 0) {
        lines.add(" replaced " + predecessors + " of this name", CanonicalNames.Text.NONE);
      }
      flatten("", object);
    }

    private void flatten(String path, JsonNode node) {
      switch (node) {
        case ObjectNode fields -> {
          for (var field : fields.properties()) {
            if (field.getKey().equals("observedGeneration") && generation > 0) {
              String seen = relative(field.getValue().asLong());
              lines.add(path + ".observedGeneration = " + seen, CanonicalNames.Text.NONE);
            } else if (!LeftOut.field(field.getKey())) {
              flatten(path + "." + field.getKey(), field.getValue());
            }
          }
          if (fields.isEmpty()) {
            lines.add(path + " = {}", CanonicalNames.Text.NONE);
          }
        }
        case JsonNode list when list.isArray() -> {
          for (int i = 0; i < list.size(); i++) {
            flatten(path + "[" + i + "]", list.get(i));
          }
        }
        default -> lines.add(path + " = ", normal(node.asText()));
      }
    }

    private String relative(long observed) {
      return observed == generation
          ? "the generation"
          : observed < generation ? "an older generation" : "a generation to come";
    }
  }

  private CanonicalNames.Text normal(String text) {
    String timeless = TIME.matcher(meanings.getOrDefault(text, text)).replaceAll("<time>");
    if (timeless.length() < UID_LENGTH) {
      return names.parse(timeless);
    }
    String known = REVISION.matcher(timeless).replaceAll("resourceVersion: <revision>");
    for (var meaning : meanings.entrySet()) {
      known = known.replace(meaning.getKey(), meaning.getValue());
    }
    var parts = new ArrayList<CanonicalNames.Text>();
    var uid = UID.matcher(known);
    int at = 0;
    while (uid.find()) {
      parts.add(names.parse(known.substring(at, uid.start())));
      CanonicalNames.Text owner = uids.get(uid.group());
      parts.add(owner == null ? names.unknown(uid.group(), "<uid of something gone>") : owner);
      at = uid.end();
    }
    parts.add(names.parse(known.substring(at)));
    return CanonicalNames.Text.join(parts);
  }
}
