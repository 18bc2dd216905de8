package io.coxswain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Adds one cluster to the text of a kubeconfig, and removes it again. Cluster, user and context
 * have the same name.
 *
 * <p>Only the lines of that cluster change, so that comments and formatting survive. The changed
 * text is parsed and compared with the intended content; if the lines cannot be edited, for example
 * in a JSON file, the whole file is rewritten.
 */
final class KubeconfigMerge {
  private static final List<String> LISTS = List.of("clusters", "contexts", "users");
  private static final String CURRENT = "current-context";

  private KubeconfigMerge() {}

  /** A file that is not a kubeconfig; the message does not contain its name. */
  static final class NotAKubeconfigException extends Exception {
    NotAKubeconfigException(String message) {
      super(message);
    }
  }

  /**
   * The text with the first cluster of another kubeconfig under the given name. It becomes the
   * current context only if there is none.
   */
  static String add(String text, String name, JsonNode own) throws NotAKubeconfigException {
    String base = text.isBlank() ? "apiVersion: v1\nkind: Config\n" : remove(text, name);
    ObjectNode wanted = parse(base);
    String edited = base.endsWith("\n") ? base : base + "\n";
    for (String list : LISTS) {
      ObjectNode entry = entry(list, name, own);
      List<ObjectNode> entries = new ArrayList<>(List.of(entry));
      wanted.path(list).forEach(each -> entries.add((ObjectNode) each));
      wanted.putArray(list).addAll(entries);
      edited = insert(edited, list, entry);
    }
    if (wanted.path(CURRENT).asText("").isEmpty()) {
      wanted.put(CURRENT, name);
      edited = setCurrent(edited, name);
    }
    return verified(edited, wanted);
  }

  /** The text without the entries of that name. */
  static String remove(String text, String name) throws NotAKubeconfigException {
    if (text.isBlank()) {
      return text;
    }
    ObjectNode wanted = parse(text);
    boolean found = false;
    String edited = text;
    for (String list : LISTS) {
      ArrayNode kept = Json.MAPPER.createArrayNode();
      int at = -1;
      for (int i = 0; i < wanted.path(list).size(); i++) {
        if (wanted.path(list).get(i).path("name").asText().equals(name)) {
          at = i;
        } else {
          kept.add(wanted.path(list).get(i));
        }
      }
      if (at >= 0) {
        found = true;
        wanted.set(list, kept);
        edited = cut(edited, list, at);
      }
    }
    if (wanted.path(CURRENT).asText().equals(name)) {
      found = true;
      wanted.put(CURRENT, "");
      edited = setCurrent(edited, "\"\"");
    }
    return found ? verified(edited, wanted) : text;
  }

  private static ObjectNode entry(String list, String name, JsonNode own) {
    ObjectNode entry = Json.MAPPER.createObjectNode().put("name", name);
    return switch (list) {
      case "clusters" -> entry.set("cluster", own.at("/clusters/0/cluster"));
      case "users" -> entry.set("user", own.at("/users/0/user"));
      default ->
          entry.set(
              "context", Json.MAPPER.createObjectNode().put("cluster", name).put("user", name));
    };
  }

  private static ObjectNode parse(String text) throws NotAKubeconfigException {
    try (var trees = Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(text)) {
      List<JsonNode> documents = trees.readAll();
      if (documents.size() != 1
          || !(documents.getFirst() instanceof ObjectNode root)
          || !root.path("kind").asText("Config").equals("Config")) {
        throw new NotAKubeconfigException("is not a kubeconfig");
      }
      for (String list : LISTS) {
        for (JsonNode each : root.path(list)) {
          if (!each.isObject()) {
            throw new NotAKubeconfigException(
                "is not a kubeconfig: " + list + " has other entries");
          }
        }
      }
      return root;
    } catch (IOException e) {
      throw new NotAKubeconfigException(
          "invalid YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  /** The edited text if it has the wanted content, else the content in new text. */
  private static String verified(String edited, ObjectNode wanted) {
    try {
      if (parse(edited).equals(wanted)) {
        return edited;
      }
    } catch (NotAKubeconfigException e) {
      // the lines are not laid out as expected
    }
    return Json.yaml(wanted);
  }

  // ---- lines: whatever does not fit is found out by verified()

  private static String insert(String text, String list, ObjectNode entry) {
    Node value = value(text, list);
    if (value == null) {
      return text + list + ":\n" + item(entry, "");
    }
    if (!(value instanceof SequenceNode sequence) || sequence.getValue().isEmpty()) {
      List<String> lines = lines(text);
      int line = value.getStartMark().getLine();
      lines.set(line, list + ":\n" + item(entry, "").stripTrailing());
      return join(lines);
    }
    List<String> lines = lines(text);
    int line = sequence.getValue().getFirst().getStartMark().getLine();
    String first = lines.get(line);
    int dash = Math.max(0, first.indexOf('-'));
    lines.set(line, item(entry, " ".repeat(dash)) + first);
    return join(lines);
  }

  private static String item(ObjectNode entry, String indent) {
    String yaml = Json.yaml(List.of(entry));
    return yaml.lines().map(line -> indent + line + "\n").reduce("", String::concat);
  }

  private static String cut(String text, String list, int at) {
    if (!(value(text, list) instanceof SequenceNode sequence) || at >= sequence.getValue().size()) {
      return text;
    }
    Node entry = sequence.getValue().get(at);
    List<String> lines = lines(text);
    int from = entry.getStartMark().getLine();
    lines.subList(from, Math.min(lines.size(), lastLine(entry) + 1)).clear();
    if (sequence.getValue().size() == 1) {
      for (int line = from - 1; line >= 0; line--) {
        if (lines.get(line).strip().equals(list + ":")) {
          lines.set(line, lines.get(line).stripTrailing() + " []");
          break;
        }
      }
    }
    return join(lines);
  }

  private static int lastLine(Node node) {
    return switch (node) {
      case MappingNode mapping when !mapping.getValue().isEmpty() ->
          lastLine(mapping.getValue().getLast().getValueNode());
      case SequenceNode sequence when !sequence.getValue().isEmpty() ->
          lastLine(sequence.getValue().getLast());
      default ->
          node.getEndMark().getColumn() == 0
              ? node.getEndMark().getLine() - 1
              : node.getEndMark().getLine();
    };
  }

  private static String setCurrent(String text, String value) {
    Node current = value(text, CURRENT);
    if (current == null) {
      return text + CURRENT + ": " + value + "\n";
    }
    List<String> lines = lines(text);
    lines.set(current.getStartMark().getLine(), CURRENT + ": " + value);
    return join(lines);
  }

  private static @Nullable Node value(String text, String key) {
    try {
      if (new Yaml(new LoaderOptions()).compose(new StringReader(text))
          instanceof MappingNode root) {
        for (NodeTuple entry : root.getValue()) {
          if (entry.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key)) {
            return entry.getValueNode();
          }
        }
      }
      return null;
    } catch (YAMLException e) {
      return null;
    }
  }

  private static List<String> lines(String text) {
    return new ArrayList<>(Arrays.asList(text.split("\n", -1)));
  }

  private static String join(List<String> lines) {
    return String.join("\n", lines);
  }
}
