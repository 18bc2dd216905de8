package io.coxswain.api.crd;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The facts of CRDs as text: scope, names, versions, printer columns, and for each field its type,
 * default, enum, limits, validation rules and list type. Descriptions are left out; those of
 * printer columns, which a server returns in tables, are digests. Schemas that occur more than
 * once, such as that of a pod template, are written once and referred to by number.
 *
 * <pre>
 * schema 7
 *   {"required":["name"],"type":"object"}
 *   .name {"type":"string"}
 *   .ports[] schema 3
 * </pre>
 */
final class CrdFacts {
  private static final String REFERENCE = "schema ";

  /** The text of each distinct schema that has fields, with its number. */
  private final Map<String, Integer> schemas = new LinkedHashMap<>();

  private CrdFacts() {}

  /** The facts of CRDs as text, given what each kind specifies. */
  static String write(SortedMap<String, JsonNode> specs) {
    var facts = new CrdFacts();
    var kinds = new StringBuilder();
    specs.forEach((kind, spec) -> kinds.append(facts.kind(kind, spec)));
    var text = new StringBuilder();
    facts.schemas.forEach(
        (schema, number) -> text.append(REFERENCE).append(number).append('\n').append(schema));
    return text.append(kinds).toString();
  }

  private String kind(String kind, JsonNode spec) {
    var lines = new StringBuilder("kind ").append(kind).append('\n');
    ObjectNode rest = spec.deepCopy();
    ObjectNode version = (ObjectNode) rest.withArray("versions").get(0);
    rest.remove("versions");
    JsonNode schema = version.remove("schema").path("openAPIV3Schema");
    sorted(rest)
        .properties()
        .forEach(e -> lines.append("  spec " + e.getKey() + " " + e.getValue() + "\n"));
    sorted(version)
        .properties()
        .forEach(e -> lines.append("  version " + e.getKey() + " " + e.getValue() + "\n"));
    return lines.append("  schema ").append(schema(schema)).append('\n').toString();
  }

  /** The attributes of a schema without fields, else a reference to it. */
  private String schema(JsonNode schema) {
    var attributes = new TreeMap<String, JsonNode>();
    var fields = new TreeMap<String, String>();
    schema
        .properties()
        .forEach(
            entry -> {
              JsonNode value = entry.getValue();
              switch (entry.getKey()) {
                case "description" -> {}
                case "properties" ->
                    value
                        .properties()
                        .forEach(e -> fields.put("." + e.getKey(), schema(e.getValue())));
                case "items" -> fields.put("[]", schema(value));
                case "additionalProperties" -> fields.put("{}", schema(value));
                case "required", "x-kubernetes-validations" ->
                    attributes.put(entry.getKey(), sortedItems(value));
                default -> attributes.put(entry.getKey(), sorted(value));
              }
            });
    String own = Json.MAPPER.valueToTree(attributes).toString();
    if (fields.isEmpty()) {
      return own;
    }
    var text = new StringBuilder("  ").append(own).append('\n');
    fields.forEach((name, field) -> text.append("  " + name + " " + field + "\n"));
    return REFERENCE + schemas.computeIfAbsent(text.toString(), _ -> schemas.size() + 1);
  }

  /** Each attribute of each field of each kind, under the kind and the field's path. */
  static SortedMap<String, SortedMap<String, String>> read(String text) throws IOException {
    var schemas = new TreeMap<String, SortedMap<String, String>>();
    var kinds = new TreeMap<String, SortedMap<String, String>>();
    SortedMap<String, String> block = new TreeMap<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith("  ")) {
        block = new TreeMap<>();
        if (line.startsWith(REFERENCE)) {
          schemas.put(line, block);
        } else {
          kinds.put(line.substring("kind ".length()), block);
        }
        continue;
      }
      String content = line.strip();
      if (content.startsWith("spec ") || content.startsWith("version ")) {
        int end = content.indexOf(' ', content.indexOf(' ') + 1);
        block.put(content.substring(0, end), content.substring(end + 1));
      } else if (content.startsWith("schema schema ")) {
        expand("", content.substring("schema ".length()), schemas, block);
      } else if (content.startsWith("{\"") || content.equals("{}")) {
        expand("", content, schemas, block);
      } else {
        int end = content.indexOf(' ');
        expand(content.substring(0, end), content.substring(end + 1), schemas, block);
      }
    }
    return kinds;
  }

  private static void expand(
      String path,
      String schema,
      Map<String, SortedMap<String, String>> schemas,
      Map<String, String> into)
      throws IOException {
    if (schema.startsWith(REFERENCE)) {
      requireNonNull(schemas.get(schema), schema)
          .forEach((place, value) -> into.put(path + place, value));
    } else {
      Json.MAPPER
          .readTree(schema)
          .properties()
          .forEach(e -> into.put(path + " " + e.getKey(), e.getValue().toString()));
    }
  }

  /** The order of the fields of an object has no meaning. */
  private static JsonNode sorted(JsonNode value) {
    if (value.isArray()) {
      var array = Json.MAPPER.createArrayNode();
      value.forEach(item -> array.add(sorted(item)));
      return array;
    }
    if (!value.isObject()) {
      return value;
    }
    var fields = new TreeMap<String, JsonNode>();
    value.properties().forEach(e -> fields.put(e.getKey(), sorted(e.getValue())));
    fields.computeIfPresent("description", (_, text) -> TextNode.valueOf(digest(text.asText())));
    return Json.MAPPER.valueToTree(fields);
  }

  /** Stands for the description of a printer column, which is upstream's prose. */
  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(hash, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Nor has the order of these items. */
  private static JsonNode sortedItems(JsonNode array) {
    var items = new TreeMap<String, JsonNode>();
    array.forEach(item -> items.put(sorted(item).toString(), sorted(item)));
    return Json.MAPPER.valueToTree(items.values());
  }
}
