package io.coxswain.node.simulated;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads stages from YAML. Rejects unknown fields with their position.
 *
 * <pre>
 * stages:
 * - name: crash-twice
 *   from: ready               # waiting, started, ready or stopping
 *   selector:
 *     matchLabels: {app: web}
 *     matchAnnotations: {chaos: "on"}
 *     containers: [main]
 *     init: false
 *     owner: Job
 *     restartPolicies: [OnFailure]
 *     restarts: {min: 0, max: 1}
 *   weight: 1
 *   delay: 10s
 *   jitter: 5s
 *   next: {exit: {code: 137, reason: OOMKilled}}   # or {started: {}}, {ready: {}}, {unready: {}},
 *                                                  # {blocked: {reason: ErrImagePull, message: m}}
 * </pre>
 */
public final class StageFile {
  private final String name;

  private StageFile(String name) {
    this.name = name;
  }

  /**
   * Reads a file.
   *
   * @param name for messages
   * @throws StageFileException naming the field and the problem
   */
  public static Stages read(String name, byte[] yaml) throws StageFileException {
    var file = new StageFile(name);
    JsonNode root;
    try {
      root = Json.yamlMapper().readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new StageFileException(
          name
              + (e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr())
              + ": "
              + e.getOriginalMessage());
    } catch (IOException e) {
      throw new StageFileException(name + ": " + e.getMessage());
    }
    file.known(root, "", "stages");
    var stages = new ArrayList<Stage>();
    JsonNode list = root.path("stages");
    if (!list.isArray()) {
      throw file.wrong("stages", "must be a list");
    }
    for (int i = 0; i < list.size(); i++) {
      stages.add(file.stage(list.get(i), "stages[" + i + "]"));
    }
    return Stages.of(stages);
  }

  private Stage stage(JsonNode node, String path) throws StageFileException {
    known(node, path, "name", "from", "selector", "weight", "delay", "jitter", "next");
    return new Stage(
        text(node, path, "name", ""),
        selector(node.path("selector"), path + ".selector"),
        state(node, path),
        number(node, path, "weight", 1, 1_000_000),
        duration(node, path, "delay"),
        duration(node, path, "jitter"),
        next(node.path("next"), path + ".next"));
  }

  private Stage.State state(JsonNode node, String path) throws StageFileException {
    String from = text(node, path, "from", "");
    try {
      return Stage.State.valueOf(from.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw wrong(
          path + ".from", "must be waiting, started, ready or stopping, not \"" + from + "\"");
    }
  }

  private Stage.Next next(JsonNode node, String path) throws StageFileException {
    known(node, path, "started", "ready", "unready", "exit", "blocked");
    if (node.size() != 1) {
      throw wrong(path, "must be one of started, ready, unready, exit and blocked");
    }
    String kind = node.fieldNames().next();
    JsonNode how = node.get(kind);
    String at = path + "." + kind;
    return switch (kind) {
      case "exit" -> {
        known(how, at, "code", "reason", "message");
        int code = number(how, at, "code", 0, 255);
        yield new Stage.Next.Exited(
            code,
            text(how, at, "reason", code == 0 ? "Completed" : "Error"),
            text(how, at, "message", ""));
      }
      case "blocked" -> {
        known(how, at, "reason", "message");
        yield new Stage.Next.Blocked(
            text(how, at, "reason", "CreateContainerError"), text(how, at, "message", ""));
      }
      default -> {
        known(how, at);
        yield switch (kind) {
          case "started" -> new Stage.Next.Started();
          case "ready" -> new Stage.Next.Ready();
          default -> new Stage.Next.Unready();
        };
      }
    };
  }

  private Stage.Selector selector(JsonNode node, String path) throws StageFileException {
    known(
        node,
        path,
        "matchLabels",
        "matchAnnotations",
        "containers",
        "init",
        "owner",
        "restartPolicies",
        "restarts");
    JsonNode restarts = node.path("restarts");
    known(restarts, path + ".restarts", "min", "max");
    Boolean init = null;
    if (node.has("init")) {
      if (!node.get("init").isBoolean()) {
        throw wrong(path + ".init", "must be true or false");
      }
      init = node.get("init").booleanValue();
    }
    return new Stage.Selector(
        LabelSelector.of(texts(node.path("matchLabels"), path + ".matchLabels")),
        texts(node.path("matchAnnotations"), path + ".matchAnnotations"),
        list(node.path("containers"), path + ".containers"),
        init,
        text(node, path, "owner", ""),
        list(node.path("restartPolicies"), path + ".restartPolicies"),
        number(restarts, path + ".restarts", "min", 0, Integer.MAX_VALUE),
        restarts.has("max")
            ? number(restarts, path + ".restarts", "max", 0, Integer.MAX_VALUE)
            : Integer.MAX_VALUE);
  }

  private Map<String, String> texts(JsonNode node, String path) throws StageFileException {
    var texts = new TreeMap<String, String>();
    if (node.isMissingNode()) {
      return texts;
    }
    if (!node.isObject()) {
      throw wrong(path, "must be a map of strings");
    }
    for (var entry : node.properties()) {
      if (!entry.getValue().isTextual()) {
        throw wrong(path + "." + entry.getKey(), "must be a string");
      }
      texts.put(entry.getKey(), entry.getValue().textValue());
    }
    return texts;
  }

  private List<String> list(JsonNode node, String path) throws StageFileException {
    var list = new ArrayList<String>();
    if (!node.isMissingNode() && !node.isArray()) {
      throw wrong(path, "must be a list of strings");
    }
    for (JsonNode item : node) {
      if (!item.isTextual()) {
        throw wrong(path, "must be a list of strings");
      }
      list.add(item.textValue());
    }
    return list;
  }

  private String text(JsonNode node, String path, String field, String otherwise)
      throws StageFileException {
    JsonNode value = node.path(field);
    if (value.isMissingNode()) {
      return otherwise;
    }
    if (!value.isTextual()) {
      throw wrong(path + "." + field, "must be a string");
    }
    return value.textValue();
  }

  private int number(JsonNode node, String path, String field, int otherwise, int most)
      throws StageFileException {
    JsonNode value = node.path(field);
    if (value.isMissingNode()) {
      return otherwise;
    }
    if (!value.isInt() || value.intValue() < 0 || value.intValue() > most) {
      throw wrong(path + "." + field, "must be an integer from 0 to " + most);
    }
    return value.intValue();
  }

  private Duration duration(JsonNode node, String path, String field) throws StageFileException {
    String text = text(node, path, field, "0s");
    Duration duration = SimulationAnnotations.parse(text);
    if (duration == null || duration.isNegative()) {
      throw wrong(path + "." + field, "must be a duration such as 1m30s, not \"" + text + "\"");
    }
    return duration;
  }

  private void known(@Nullable JsonNode node, String path, String... fields)
      throws StageFileException {
    if (node == null || node.isMissingNode() || node.isNull()) {
      return;
    }
    if (!node.isObject()) {
      throw wrong(path.isEmpty() ? "the file" : path, "must be a map");
    }
    Set<String> allowed = new TreeSet<>(List.of(fields));
    for (var entry : node.properties()) {
      if (!allowed.contains(entry.getKey())) {
        throw wrong(
            path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
            "is an unknown field; known fields: " + String.join(", ", fields));
      }
    }
  }

  private StageFileException wrong(String path, String what) {
    return new StageFileException(name + ": " + path + " " + what);
  }
}
