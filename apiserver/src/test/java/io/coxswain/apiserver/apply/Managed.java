package io.coxswain.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object that several managers write to; each write comes one second after the last. */
final class Managed {
  private final String apiVersion;
  private final String kind;
  private final Schema schema;
  private final FieldSet ignored;
  private @Nullable ObjectNode live;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private Managed(String apiVersion, String kind, Schema schema, FieldSet ignored) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.schema = schema;
    this.ignored = ignored;
  }

  static Managed builtIn(String apiVersion, String kind) {
    return new Managed(
        apiVersion, kind, BuiltInTypes.find(apiVersion, kind).orElseThrow(), FieldSet.of("status"));
  }

  static Managed custom(String specSchema) {
    ObjectNode json =
        tree(
            """
            type: object
            properties:
              apiVersion: {type: string}
              kind: {type: string}
              metadata: {type: object, properties: {name: {type: string}}}
            """);
    json.withObject("/properties").set("spec", tree(specSchema));
    Schema schema = Schema.fromJson(json);
    return new Managed("e.com/v1", "Gizmo", schema, new FieldSet());
  }

  static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FieldManager endpoint(String subresource) {
    return new FieldManager(
        apiVersion,
        kind,
        schema,
        subresource,
        subresource.isEmpty() ? ignored : FieldSet.of("spec"),
        Versions.single(apiVersion, schema));
  }

  private ObjectNode full(String yaml) {
    ObjectNode object = tree(yaml);
    object.put("apiVersion", apiVersion);
    object.put("kind", kind);
    object.withObject("/metadata").put("name", "x");
    return object;
  }

  Managed apply(String manager, String yaml) throws ApplyException {
    live = endpoint("").apply(live, full(yaml), manager, false, tick());
    return this;
  }

  Managed force(String manager, String yaml) throws ApplyException {
    live = endpoint("").apply(live, full(yaml), manager, true, tick());
    return this;
  }

  Managed applyStatus(String manager, String yaml) throws ApplyException {
    live = endpoint("status").apply(live, full(yaml), manager, false, tick());
    return this;
  }

  /** Writes the whole object, but for its managed fields. */
  Managed put(String manager, String yaml) {
    live = endpoint("").update(live, full(yaml), manager, tick());
    return this;
  }

  /** Writes the object with managed fields of the caller's choice. */
  Managed putWithManagers(String manager, String managedFields) {
    ObjectNode object = object();
    object
        .withObject("/metadata")
        .set("managedFields", tree("{x: " + managedFields + "}").get("x"));
    live = endpoint("").update(live, object, manager, tick());
    return this;
  }

  private Instant tick() {
    now = now.plusSeconds(1);
    return now;
  }

  /** The object without what every object has, and without empty structs. */
  ObjectNode object() {
    ObjectNode copy = live().deepCopy();
    dropEmpty(copy);
    copy.remove("apiVersion");
    copy.remove("kind");
    ObjectNode metadata = copy.withObject("/metadata");
    metadata.remove("managedFields");
    metadata.remove("name");
    if (metadata.isEmpty()) {
      copy.remove("metadata");
    }
    return copy;
  }

  private static void dropEmpty(JsonNode value) {
    value.forEach(Managed::dropEmpty);
    if (value instanceof ObjectNode object) {
      for (var field : List.copyOf(object.properties())) {
        JsonNode child = field.getValue();
        if (child.isNull() || (child.isObject() && child.isEmpty())) {
          object.remove(field.getKey());
        }
      }
    }
  }

  ObjectNode live() {
    if (live == null) {
      throw new IllegalStateException("nothing was written");
    }
    return live;
  }

  /** One line per manager, in order: {@code name Operation[/subresource] fields}. */
  List<String> owners() {
    var lines = new ArrayList<String>();
    for (JsonNode entry : live().at("/metadata/managedFields")) {
      lines.add(
          entry.get("manager").asText()
              + " "
              + entry.get("operation").asText()
              + (entry.has("subresource") ? "/" + entry.get("subresource").asText() : "")
              + " "
              + entry.get("fieldsV1").toString().replace("\\\"", "'").replace("\"", ""));
    }
    return lines;
  }

  /** The second of a manager's entry; -1 if it has no time. */
  int second(String manager) {
    for (JsonNode entry : live().at("/metadata/managedFields")) {
      if (entry.get("manager").asText().equals(manager)) {
        return entry.has("time")
            ? Instant.parse(entry.get("time").asText()).atZone(ZoneOffset.UTC).getSecond()
            : -1;
      }
    }
    throw new IllegalArgumentException("no entry of " + manager);
  }
}
