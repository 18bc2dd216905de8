package io.coxswain.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The schemas of a document, each built-in type once, with references between them. */
final class Components {
  private final Map<String, ObjectNode> schemas = new TreeMap<>();
  private final String prefix;
  private final boolean wrapReferences;
  private final FieldDescriptions descriptions;

  /** The fields of every custom kind. */
  private static final Map<String, String> CUSTOM_FIELDS =
      Map.of(
          "apiVersion",
              "APIVersion defines the API group and version of this object, such as apps/v1. Defaults"
                  + " to those of the path of the request.",
          "kind",
              "The kind of this object, in CamelCase. It is settled by the path of the request and"
                  + " cannot be changed.",
          "metadata", "Standard object's metadata: name, namespace, labels and more.");

  /**
   * @param prefix of references
   * @param wrapReferences whether a reference with its own properties must be wrapped in an allOf
   */
  Components(String prefix, boolean wrapReferences, FieldDescriptions descriptions) {
    this.prefix = prefix;
    this.wrapReferences = wrapReferences;
    this.descriptions = descriptions;
  }

  Map<String, ObjectNode> schemas() {
    return schemas;
  }

  /** Adds a kind and its list, and all types that they refer to. */
  void addKind(DocumentedKind kind) {
    String name = OpenApiNames.of(kind);
    String typeName = kind.schema().typeName();
    if (typeName.isEmpty()) {
      schemas.put(name, custom(kind.schema()));
    } else {
      refer(typeName);
    }
    markKind(name, kind.type(), kind.type().kind());
    addList(name, typeName.isEmpty() ? "" : typeName + "List", kind.type());
  }

  /** The schema of a custom kind. */
  private ObjectNode custom(Schema schema) {
    if (!wrapReferences && schema.preserveUnknownFields()) {
      // Of version 2 kubectl concludes that fields that are not listed do not exist.
      return Json.MAPPER.createObjectNode().put("type", "object");
    }
    ObjectNode node = write(schema);
    describeCustom(node);
    return node;
  }

  /** Adds and describes the fields that every custom kind has. */
  private void describeCustom(ObjectNode schema) {
    ObjectNode properties = schema.withObjectProperty("properties");
    for (String field : List.of("apiVersion", "kind")) {
      if (!properties.has(field)) {
        properties.putObject(field).put("type", "string");
      }
    }
    if (properties.path("metadata").path("properties").isEmpty()
        && !properties.path("metadata").has("$ref")
        && !properties.path("metadata").has("allOf")) {
      properties.set("metadata", reference(refer("meta.v1.ObjectMeta")));
    }
    CUSTOM_FIELDS.forEach(
        (field, text) -> {
          if (properties.path(field) instanceof ObjectNode property) {
            describe(property, text);
          }
        });
  }

  /** Adds a description to a schema that has none. */
  private void describe(ObjectNode schema, String text) {
    if (text.isEmpty() || schema.has("description")) {
      return;
    }
    if (wrapReferences && schema.has("$ref")) {
      schema.putArray("allOf").addObject().set("$ref", schema.remove("$ref"));
    }
    schema.put("description", text);
  }

  private ObjectNode described(ObjectNode schema, String typeName) {
    describe(schema, descriptions.ofType(typeName));
    for (var property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode field) {
        describe(field, descriptions.ofField(typeName, property.getKey()));
      }
    }
    return schema;
  }

  private void addList(String item, String typeName, ResourceType type) {
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
      if (typeName.isEmpty()) {
        describe(list, "A list of objects of the kind " + type.kind() + ".");
        describe(items, "The objects of the list.");
        describeCustom(list);
      } else {
        described(list, typeName);
      }
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

  /** Adds a built-in type unless present; returns its name. */
  String refer(String typeName) {
    String name = OpenApiNames.builtIn(typeName);
    if (!schemas.containsKey(name)) {
      // The name is reserved first: the type may refer to itself.
      schemas.put(name, Json.MAPPER.createObjectNode());
      schemas.put(name, described(write(BuiltInTypes.named(typeName)), typeName));
    }
    return name;
  }

  ObjectNode reference(String name) {
    return Json.MAPPER.createObjectNode().put("$ref", prefix + name);
  }

  /** A schema node where it is used: a reference if it has a name. */
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

  /** The properties of a field other than its type. */
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

  /** A value of one of two types, which version 2 can only describe as a string. */
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
    // Schemas without a name are written as in a CRD, but with references inside.
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
