package io.coxswain.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.ReaderException;

/** The documents of a YAML file, each with the line numbers of its fields. */
public record Manifest(String file, List<Document> documents) {

  /** An object to create. */
  public record Document(String file, ObjectNode object, Node root) {

    public String kind() {
      return object.path("kind").asText();
    }

    public String apiVersion() {
      return object.path("apiVersion").asText();
    }

    public String name() {
      JsonNode metadata = object.path("metadata");
      return metadata.path("name").asText(metadata.path("generateName").asText());
    }

    /** {@code file:line} of a field, or of its nearest existing parent. */
    public String place(String fieldPath) {
      Node at = root;
      Matcher steps = STEP.matcher(fieldPath);
      while (steps.find()) {
        Node next = child(at, steps.group(1), steps.group(2));
        if (next == null) {
          break;
        }
        at = next;
      }
      return file + ":" + (at.getStartMark().getLine() + 1);
    }
  }

  private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[([^\\]]*)\\]");

  private static @Nullable Node child(
      Node parent, @Nullable String field, @Nullable String bracketed) {
    if (parent instanceof SequenceNode sequence && bracketed != null) {
      try {
        int index = Integer.parseInt(bracketed);
        return index < sequence.getValue().size() ? sequence.getValue().get(index) : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }
    String key = field == null ? bracketed : field;
    if (parent instanceof MappingNode mapping) {
      for (NodeTuple entry : mapping.getValue()) {
        if (entry.getKeyNode() instanceof ScalarNode name && name.getValue().equals(key)) {
          return entry.getValueNode() instanceof ScalarNode ? name : entry.getValueNode();
        }
      }
    }
    return null;
  }

  /** Parses the file and checks everything that does not need a server. */
  public static Manifest parse(String file, byte[] content) throws ManifestException {
    List<Node> roots = new ArrayList<>();
    try {
      String text = new String(content, StandardCharsets.UTF_8);
      new Yaml(new LoaderOptions()).composeAll(new java.io.StringReader(text)).forEach(roots::add);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new ManifestException(file + ":" + line + ": invalid YAML: " + e.getProblem());
    } catch (ReaderException e) {
      throw new ManifestException(
          "%s: not a text file: character 0x%x at position %d; must be a YAML manifest"
              .formatted(file, e.getCodePoint(), e.getPosition()));
    } catch (YAMLException e) {
      // such as too many levels or too many aliases
      throw new ManifestException(file + ": invalid YAML: " + e.getMessage());
    }
    var documents = new ArrayList<Document>();
    try (var trees = Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(content)) {
      for (Node root : roots) {
        JsonNode tree = trees.next();
        boolean empty = root instanceof ScalarNode scalar && scalar.getValue().isEmpty();
        if (!empty && !tree.isNull() && !tree.isMissingNode()) {
          documents.add(document(file, tree, root));
        }
      }
    } catch (IOException e) {
      throw new ManifestException(
          file
              + ": invalid YAML: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    if (documents.isEmpty()) {
      throw new ManifestException(
          file + ": no objects found; the file is empty or has only comments");
    }
    return new Manifest(file, List.copyOf(documents));
  }

  private static Document document(String file, JsonNode tree, Node root) throws ManifestException {
    if (!(tree instanceof ObjectNode object)) {
      throw new ManifestException(
          file
              + ":"
              + (root.getStartMark().getLine() + 1)
              + ": not a Kubernetes object: must be a mapping with apiVersion, kind and metadata");
    }
    var document = new Document(file, object, root);
    require(document, "apiVersion", document.apiVersion());
    require(document, "kind", document.kind());
    require(document, "metadata.name", document.name());
    return document;
  }

  private static void require(Document document, String field, String value)
      throws ManifestException {
    if (value.isEmpty()) {
      throw new ManifestException(document.place(field) + ": " + field + ": Required value");
    }
  }
}
