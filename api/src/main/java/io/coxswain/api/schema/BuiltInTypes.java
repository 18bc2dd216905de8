package io.coxswain.api.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import io.coxswain.api.catalogue.CatalogueType;
import io.coxswain.api.catalogue.TypeCatalogue;
import io.coxswain.api.catalogue.TypeField;
import io.coxswain.api.catalogue.TypeField.Merge;
import io.coxswain.api.catalogue.TypeRef;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of the built-in kinds of Kubernetes and of the types of their fields, derived from
 * {@link TypeCatalogue}. The properties of a type are built when they are first needed.
 */
public final class BuiltInTypes {
  private static final Map<String, Schema> SCALARS =
      Map.of(
          "string", Schema.of("string"),
          "int32", Schema.of("integer", "int32"),
          "int64", Schema.of("integer", "int64"),
          "float64", Schema.of("number", "double"),
          "bool", Schema.of("boolean"),
          "bytes", Schema.of("string", "byte"));

  private static final Schema OBJECT =
      Schema.ANYTHING.with().type("object").mapType(MapType.ATOMIC).build();
  private static final Schema ANY = Schema.ANYTHING.with().mapType(MapType.ATOMIC).build();

  /** The types that stand for one JSON value. */
  private static final Map<String, Schema> VALUES =
      Map.ofEntries(
          Map.entry("meta.v1.Time", timestamp("meta.v1.Time")),
          Map.entry("meta.v1.MicroTime", timestamp("meta.v1.MicroTime")),
          Map.entry("resource.Quantity", intOrString("resource.Quantity")),
          Map.entry("intstr.IntOrString", intOrString("intstr.IntOrString")),
          Map.entry("meta.v1.FieldsV1", OBJECT),
          Map.entry("runtime.RawExtension", OBJECT),
          Map.entry("apiextensions.v1.JSON", ANY),
          Map.entry("apiextensions.v1.JSONSchemaPropsOrArray", ANY),
          Map.entry("apiextensions.v1.JSONSchemaPropsOrBool", ANY),
          Map.entry("apiextensions.v1.JSONSchemaPropsOrStringArray", ANY));

  private static final Map<String, Schema> TYPES = new ConcurrentHashMap<>();

  private BuiltInTypes() {}

  /** The schema of a kind, such as {@code apps/v1}, {@code Deployment}. */
  public static Optional<Schema> find(String apiVersion, String kind) {
    return Optional.ofNullable(kindNames().get(apiVersion + " " + kind)).map(BuiltInTypes::named);
  }

  /** The schema of a type by name, such as {@code core.v1.PodTemplateSpec}. */
  public static Schema named(String name) {
    Schema known = TYPES.get(name);
    return known != null ? known : TYPES.computeIfAbsent(name, BuiltInTypes::reference);
  }

  /** {@code apiVersion kind} of all kinds, sorted, each with the name of its type. */
  public static Map<String, String> kindNames() {
    return TypeCatalogue.kinds();
  }

  private static Schema timestamp(String name) {
    return Schema.builder().typeName(name).type("string").format("date-time").build();
  }

  private static Schema intOrString(String name) {
    return Schema.builder().typeName(name).intOrString(true).build();
  }

  private static Schema reference(String name) {
    Schema value = VALUES.get(name);
    if (value != null) {
      return value;
    }
    CatalogueType type = TypeCatalogue.named(name);
    return Schema.builder()
        .typeName(name)
        .type("object")
        .mapType(type.atomic() ? MapType.ATOMIC : null)
        .fields(new Once(type))
        .build();
  }

  /** Builds the properties of one type on first access. */
  private static final class Once implements Supplier<Schema.Fields> {
    private final CatalogueType type;
    private volatile Schema.@Nullable Fields fields;

    Once(CatalogueType type) {
      this.type = type;
    }

    @Override
    public Schema.Fields get() {
      Schema.Fields found = fields;
      if (found == null) {
        // Two threads may both do this; the results are equal.
        found = fieldsOf(type);
        fields = found;
      }
      return found;
    }
  }

  private static Schema.Fields fieldsOf(CatalogueType type) {
    var properties = new LinkedHashMap<String, Schema>();
    var required = new LinkedHashSet<String>();
    for (TypeField field : type.flatFields()) {
      properties.put(field.json(), schemaOf(field));
      if (field.required()) {
        required.add(field.json());
      }
    }
    return new Schema.Fields(
        Collections.unmodifiableMap(properties), Collections.unmodifiableSet(required));
  }

  private static Schema schemaOf(TypeField field) {
    Schema schema = schemaOf(field.type());
    Merge merge = field.merge();
    if (merge.type().isEmpty()
        && merge.patchStrategy().isEmpty()
        && field.defaultValue().isEmpty()
        && !field.written()
        && !field.pointer()) {
      return schema;
    }
    Schema.Builder result = schema.with();
    if (!merge.type().isEmpty() && schema.type().equals("array")) {
      result.listType(ListType.of(merge.type()), merge.keys());
    } else if (!merge.type().isEmpty()) {
      result.mapType(MapType.of(merge.type()));
    }
    if (!merge.patchStrategy().isEmpty()) {
      result.patchStrategy(merge.patchStrategy(), merge.patchKey());
    }
    if (!field.defaultValue().isEmpty()) {
      result.defaultValue(json(field.defaultValue()));
    }
    if (field.written()) {
      result.zero(zeroOf(schema, field.pointer()));
    } else {
      result.pointer(field.pointer());
    }
    return result.build();
  }

  private static Schema schemaOf(TypeRef type) {
    // Not a switch: the first pattern switch of a program costs more than all of this.
    if (type instanceof TypeRef.Scalar scalar) {
      return scalar(scalar.name());
    }
    if (type instanceof TypeRef.Struct struct) {
      return named(struct.name());
    }
    if (type instanceof TypeRef.Named named) {
      return schemaOf(named.underlying());
    }
    return type instanceof TypeRef.ListOf list
        ? Schema.listOf(schemaOf(list.items()))
        : Schema.mapOf(schemaOf(((TypeRef.MapOf) type).values()));
  }

  private static Schema scalar(String name) {
    Schema schema = SCALARS.get(name);
    if (schema == null) {
      throw new IllegalStateException("no schema for Go's type " + name);
    }
    return schema;
  }

  /** The value that is written for an unset field. */
  private static JsonNode zeroOf(Schema schema, boolean pointer) {
    String name = schema.typeName();
    if (name.equals("resource.Quantity") && !pointer) {
      return TextNode.valueOf("0");
    }
    if (name.equals("intstr.IntOrString") && !pointer) {
      return IntNode.valueOf(0);
    }
    if (pointer || schema.format().equals("date-time") || schema.additionalProperties() != null) {
      return NullNode.instance;
    }
    return switch (schema.type()) {
      case "object" ->
          schema.preserveUnknownFields() ? NullNode.instance : Json.MAPPER.createObjectNode();
      case "string" -> schema.format().equals("byte") ? NullNode.instance : TextNode.valueOf("");
      case "integer", "number" -> IntNode.valueOf(0);
      case "boolean" -> BooleanNode.FALSE;
      default -> NullNode.instance;
    };
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the catalogue has a default that is not JSON: " + text, e);
    }
  }
}
