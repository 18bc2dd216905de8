package io.coxswain.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import java.util.Map;
import java.util.TreeMap;

/** The schemas of a document, each built-in type once, with references between them. */
final class Components {
  private final Map<String, ObjectNode> schemas = new TreeMap<>();
  private final String prefix;
  private final boolean wrapReferences;

  /**
   * @param prefix of references
   * @param wrapReferences whether a reference with properties of its own must stand in an allOf
   */
  Components(String prefix, boolean wrapReferences) {
    this.prefix = prefix;
    this.wrapReferences = wrapReferences;
  }

  Map<String, ObjectNode> schemas() {
    return schemas;
  }

  /** Adds a kind and its list, and all that they refer to. */
  void addKind(DocumentedKind kind) {
    String name = Names.of(kind);
    if (kind.schema().typeName().isEmpty()) {
      schemas.put(name, write(kind.schema()));
    } else {
      refer(kind.schema().typeName());
    }
    markKind(name, kind.type(), kind.type().kind());
    addList(name, kind.type());
  }

  private void addList(String item, ResourceType type) {
    String name = item + "List";
    if (!schemas.containsKey(name)) {
      ObjectNode list = Json.MAPPER.createObjectNode();
      list.put("type", "object");
      ObjectNode properties = list.putObject("properties");
      properties.putObject("apiVersion").put("type", "string");
      properties.putObject("kind").put("type", "string");
      properties.set("metadata", reference(refer("meta.v1.ListMeta")));
      ObjectNode items = properties.putObject("items").put("type", "array");
      items.set("items", reference(item));
      list.putArray("required").add("items");
      schemas.put(name, list);
    }
    markKind(name, type, type.kind() + "List");
  }

  private void markKind(String name, ResourceType type, String kind) {
    ObjectNode schema = schemas.get(name);
    if (schema != null) {
      ArrayNode kinds = schema.putArray("x-kubernetes-group-version-kind");
      kinds.add(kind(type, kind));
    }
  }

  static ObjectNode kind(ResourceType type, String kind) {
    return Json.MAPPER
        .createObjectNode()
        .put("group", type.group())
        .put("version", type.version())
        .put("kind", kind);
  }

  /** Makes sure a built-in type is there; returns its name. */
  String refer(String typeName) {
    String name = Names.builtIn(typeName);
    if (!schemas.containsKey(name)) {
      // The name is taken first: the type may refer to itself.
      schemas.put(name, Json.MAPPER.createObjectNode());
      schemas.put(name, write(BuiltInTypes.named(typeName)));
    }
    return name;
  }

  ObjectNode reference(String name) {
    return Json.MAPPER.createObjectNode().put("$ref", prefix + name);
  }

  /** A node of a schema where it is used: a reference if it has a name. */
  private ObjectNode use(Schema schema) {
    if (schema.typeName().isEmpty()) {
      return write(schema);
    }
    ObjectNode reference = reference(refer(schema.typeName()));
    ObjectNode node = Json.MAPPER.createObjectNode();
    addUsage(schema, node);
    if (node.isEmpty()) {
      return reference;
    }
    if (wrapReferences) {
      node.putArray("allOf").add(reference);
    } else {
      node.setAll(reference);
    }
    return node;
  }

  /** What a field says beyond its type. */
  private static void addUsage(Schema schema, ObjectNode node) {
    if (!schema.patchStrategy().isEmpty()) {
      node.put("x-kubernetes-patch-strategy", schema.patchStrategy());
    }
    if (!schema.patchMergeKey().isEmpty()) {
      node.put("x-kubernetes-patch-merge-key", schema.patchMergeKey());
    }
    if (!schema.description().isEmpty()) {
      node.put("description", schema.description());
    }
    if (schema.defaultValue() != null) {
      node.set("default", schema.defaultValue().deepCopy());
    }
  }

  /** A value of one of two types, of which version 2 can only say that it is a string. */
  private ObjectNode either(ObjectNode node, String one, String other) {
    if (!wrapReferences) {
      return node.put("type", "string");
    }
    ArrayNode types = node.putArray("oneOf");
    types.addObject().put("type", one);
    types.addObject().put("type", other);
    return node;
  }

  private ObjectNode write(Schema schema) {
    ObjectNode node = Json.MAPPER.createObjectNode();
    addUsage(schema, node);
    if (schema.typeName().equals("resource.Quantity")) {
      return either(node, "string", "number");
    }
    if (schema.typeName().equals("intstr.IntOrString")) {
      return either(node.put("format", "int-or-string"), "integer", "string");
    }
    // What is not a reference is written as in a definition, but with references inside.
    ObjectNode plain =
        schema
            .with()
            .properties(Map.of(), schema.required())
            .items(Schema.ANYTHING)
            .additionalProperties(null)
            .build()
            .toJson();
    plain.remove("items");
    plain.remove("properties");
    node.setAll(plain);
    if (!schema.properties().isEmpty()) {
      ObjectNode properties = node.putObject("properties");
      schema.properties().forEach((name, each) -> properties.set(name, use(each)));
    }
    if (schema.items() != null) {
      node.set("items", use(schema.items()));
    }
    if (schema.additionalProperties() != null) {
      node.set("additionalProperties", use(schema.additionalProperties()));
    }
    return node;
  }
}
