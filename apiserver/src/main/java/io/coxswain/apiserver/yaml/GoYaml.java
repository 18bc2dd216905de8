package io.coxswain.apiserver.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.ParserImpl;

/**
 * One document.
 *
 * @param tree null (the JSON value) if the text is empty
 * @param duplicates the errors of Go's strict decoder about duplicate keys, in order
 */
public record GoYaml(JsonNode tree, List<String> duplicates) {
  /** A document of the largest allowed size has fewer nodes, unless aliases multiply them. */
  private static final int MAX_NODES = 2_000_000;

  private static final int MAX_DEPTH = 1000;
  private static final JsonNodeFactory JSON = Json.NODES;

  /** Parses the first document of a text. */
  public static GoYaml read(byte[] body) throws YamlException {
    ObjectNode json = JsonText.read(body);
    return json == null ? readYaml(body) : new GoYaml(json, List.of());
  }

  static GoYaml readYaml(byte[] body) throws YamlException {
    var options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setMaxAliasesForCollections(Integer.MAX_VALUE);
    try {
      var text = new WholeText(FlowTabs.replace(new String(body, StandardCharsets.UTF_8)));
      var parser = new ParserImpl(text, options);
      var composer = new Composer(parser, new Scalars.Tags(), options);
      if (!composer.checkNode()) {
        return new GoYaml(NullNode.instance, List.of());
      }
      var reader = new Reader();
      JsonNode tree = reader.value(composer.getNode());
      return new GoYaml(tree, reader.duplicates);
    } catch (YAMLException e) {
      throw new YamlException("yaml: " + GoMessages.of(e));
    }
  }

  /** The duplicates as the error of a strict decoder. */
  public String strictError() {
    return "yaml: unmarshal errors:\n  " + String.join("\n  ", duplicates);
  }

  /** One traversal of the nodes of a document. */
  private static final class Reader {
    private final List<String> duplicates = new ArrayList<>();
    private final Set<Node> open = new LinkedHashSet<>();
    private int nodes;

    private JsonNode value(Node node) throws YamlException {
      if (++nodes > MAX_NODES) {
        throw new YamlException("yaml: document contains excessive aliasing");
      }
      if (node instanceof ScalarNode scalar) {
        return Scalars.value(scalar);
      }
      if (!open.add(node)) {
        throw new YamlException("yaml: anchor '" + node.getAnchor() + "' value contains itself");
      }
      JsonNode value = node instanceof SequenceNode list ? list(list) : map((MappingNode) node);
      open.remove(node);
      return value;
    }

    private ArrayNode list(SequenceNode node) throws YamlException {
      ArrayNode list = JSON.arrayNode();
      for (Node item : node.getValue()) {
        list.add(value(item));
      }
      return list;
    }

    private ObjectNode map(MappingNode node) throws YamlException {
      var fields = new TreeMap<String, JsonNode>();
      var keys = new LinkedHashSet<String>();
      for (NodeTuple tuple : node.getValue()) {
        if (Scalars.isMerge(tuple.getKeyNode())) {
          merge(tuple.getValueNode()).forEach(fields::putIfAbsent);
          continue;
        }
        if (!(tuple.getKeyNode() instanceof ScalarNode scalar)) {
          throw new YamlException(
              "yaml: invalid map key: " + GoMessages.goValue(value(tuple.getKeyNode())));
        }
        JsonNode key = Scalars.value(scalar);
        JsonNode value = value(tuple.getValueNode());
        if (key.isNull()) {
          throw new YamlException(
              "unsupported map key of type: %!s(<nil>), key: <nil>, value: "
                  + GoMessages.goValue(value));
        }
        if (!keys.add(key.toString())) {
          duplicates.add(
              "line "
                  + (scalar.getStartMark().getLine() + 1)
                  + ": key "
                  + key
                  + " already set in map");
        }
        fields.put(key.isDouble() ? Scalars.keyText(key.doubleValue()) : key.asText(), value);
      }
      ObjectNode map = JSON.objectNode();
      fields.forEach(map::set);
      return map;
    }

    /** The value of {@code <<}: a map, or several of which the first takes precedence. */
    private Map<String, JsonNode> merge(Node node) throws YamlException {
      var fields = new TreeMap<String, JsonNode>();
      if (node instanceof MappingNode map) {
        value(map).properties().forEach(e -> fields.put(e.getKey(), e.getValue()));
        return fields;
      }
      if (node instanceof SequenceNode list) {
        for (Node item : list.getValue()) {
          if (!(item instanceof MappingNode map)) {
            throw new YamlException(
                "yaml: map merge requires map or sequence of maps as the value");
          }
          value(map).properties().forEach(e -> fields.putIfAbsent(e.getKey(), e.getValue()));
        }
        return fields;
      }
      throw new YamlException("yaml: map merge requires map or sequence of maps as the value");
    }
  }
}
