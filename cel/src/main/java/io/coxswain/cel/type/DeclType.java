package io.coxswain.cel.type;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.errorprone.annotations.Immutable;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.Escaping;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The type that a schema gives to a value: what the type checker needs to know of it, and how big
 * such a value can be in a request that is not too large.
 */
public final class DeclType {
  private static final long MAX_REQUEST_SIZE = 3L * 1024 * 1024;
  private static final Schema TEXT = Schema.of("string");
  public static final DeclType STRING = simple(SimpleType.STRING, 0, 2);

  private final CelType type;
  private final Map<String, DeclType> fields;
  private final @Nullable DeclType element;
  private final long maxElements;
  private final long minSize;

  private DeclType(
      CelType type,
      Map<String, DeclType> fields,
      @Nullable DeclType element,
      long maxElements,
      long minSize) {
    this.type = type;
    this.fields = fields;
    this.element = element;
    this.maxElements = maxElements;
    this.minSize = minSize;
  }

  private static DeclType simple(CelType type, long maxElements, long minSize) {
    return new DeclType(type, Map.of(), null, maxElements, minSize);
  }

  /**
   * The type of values with the schema; null if rules cannot see them.
   *
   * @param name of the type; types inside it are named after it
   * @param resource whether the value has apiVersion, kind and metadata, of which rules see the
   *     name and the prefix of a generated name
   */
  public static @Nullable DeclType of(String name, Schema schema, boolean resource) {
    if (schema.typeName().equals("resource.Quantity")) {
      // Its published schema names no type, only alternatives; upstream's checker skips such
      // fields.
      return null;
    }
    if (schema.intOrString()) {
      Long longest = schema.limits().maxLength();
      return simple(
          SimpleType.DYN, longest == null ? MAX_REQUEST_SIZE - 2 : 4 * Math.max(0, longest), 1);
    }
    return switch (schema.type()) {
      case "array" -> list(name, schema);
      case "object" -> object(name, schema, resource);
      case "string" -> string(schema);
      case "boolean" -> simple(SimpleType.BOOL, 0, 4);
      case "number" -> simple(SimpleType.DOUBLE, 0, 1);
      case "integer" -> simple(SimpleType.INT, 0, 1);
      default -> null;
    };
  }

  private static @Nullable DeclType list(String name, Schema schema) {
    Schema items = schema.items();
    DeclType element = items == null ? null : of(name + ".@idx", items, items.embeddedResource());
    if (element == null) {
      return null;
    }
    Long most = schema.limits().maxItems();
    long maxItems =
        most == null ? (MAX_REQUEST_SIZE - 2) / (element.minSize + 1) : Math.max(0, most);
    return new DeclType(ListType.create(element.type), Map.of(), element, maxItems, 2);
  }

  private static @Nullable DeclType object(String name, Schema schema, boolean resource) {
    Schema values = schema.additionalProperties();
    if (values != null && values != Schema.ANYTHING) {
      DeclType element = of(name + ".@elem", values, values.embeddedResource());
      if (element == null) {
        return null;
      }
      Long most = schema.limits().maxProperties();
      long maxEntries =
          most == null ? (MAX_REQUEST_SIZE - 2) / (element.minSize + 6) : Math.max(0, most);
      return new DeclType(
          MapType.create(SimpleType.STRING, element.type), Map.of(), element, maxEntries, 2);
    }
    var fields = new LinkedHashMap<String, DeclType>();
    long minSize = 2;
    for (var property : properties(schema, resource).entrySet()) {
      Schema field = property.getValue();
      String escaped = Escaping.escape(property.getKey());
      DeclType type = of(name + "." + escaped, field, field.embeddedResource());
      if (type == null) {
        continue;
      }
      if (escaped != null) {
        fields.put(escaped, type);
      }
      if (schema.required().contains(property.getKey()) && field.defaultValue() == null) {
        minSize += property.getKey().length() + type.minSize + 4;
      }
    }
    return new DeclType(struct(name, fields), fields, null, 0, minSize);
  }

  private static Map<String, Schema> properties(Schema schema, boolean resource) {
    var properties = new LinkedHashMap<>(schema.properties());
    if (resource) {
      properties.put("apiVersion", TEXT);
      properties.put("kind", TEXT);
      properties.put(
          "metadata",
          Schema.builder()
              .type("object")
              .properties(Map.of("name", TEXT, "generateName", TEXT), java.util.Set.of())
              .build());
    }
    return properties;
  }

  private static StructType struct(String name, Map<String, DeclType> fields) {
    var types = ImmutableMap.<String, CelType>builder();
    fields.forEach(
        (field, type) -> {
          types.put(field, type.type);
          // After a dot a reserved word is as good as its escaped form.
          String plain = Escaping.unescape(field);
          if (plain != null && !plain.equals(field) && Escaping.isReserved(plain)) {
            types.put(plain, type.type);
          }
        });
    ImmutableMap<String, CelType> all = types.buildOrThrow();
    return StructType.create(name, ImmutableSet.copyOf(all.keySet()), new Fields(all));
  }

  @Immutable
  private record Fields(ImmutableMap<String, CelType> types) implements StructType.FieldResolver {
    @Override
    public Optional<CelType> findField(String name) {
      return Optional.ofNullable(types.get(name));
    }
  }

  private static DeclType string(Schema schema) {
    Long longest = schema.limits().maxLength();
    return switch (schema.format()) {
      case "byte" ->
          simple(
              SimpleType.BYTES, longest == null ? MAX_REQUEST_SIZE - 2 : Math.max(0, longest), 2);
      case "duration" -> simple(SimpleType.DURATION, 32, 3);
      case "date" -> simple(SimpleType.TIMESTAMP, 12, 12);
      case "date-time" -> simple(SimpleType.TIMESTAMP, 32, 21);
      default -> simple(SimpleType.STRING, longestText(schema, longest), 2);
    };
  }

  private static long longestText(Schema schema, @Nullable Long longest) {
    if (longest != null) {
      return 4 * Math.max(0, longest);
    }
    if (!schema.limits().values().isEmpty()) {
      long most = 0;
      for (var value : schema.limits().values()) {
        if (value.isTextual()) {
          most = Math.max(most, Bytes.of(value.textValue()).size());
        }
      }
      return most;
    }
    return MAX_REQUEST_SIZE - 2;
  }

  /** An object with these fields, such as the variables of a policy. */
  static DeclType object(String name, Map<String, DeclType> fields) {
    var copy = new LinkedHashMap<>(fields);
    return new DeclType(struct(name, copy), copy, null, 0, 2);
  }

  public static DeclType of(CelType type) {
    return simple(type, 0, 2);
  }

  /** A value of the type, or none. */
  public static DeclType optional(DeclType type) {
    return new DeclType(
        dev.cel.common.types.OptionalType.create(type.type),
        type.fields,
        type.element,
        type.maxElements,
        type.minSize);
  }

  static DeclType listOf(DeclType element) {
    return new DeclType(ListType.create(element.type), Map.of(), element, 0, 2);
  }

  static DeclType mapOf(DeclType element) {
    return new DeclType(MapType.create(SimpleType.STRING, element.type), Map.of(), element, 0, 2);
  }

  public CelType type() {
    return type;
  }

  /** The type of a field, by its escaped name. */
  public @Nullable DeclType field(String name) {
    return fields.get(name);
  }

  public Map<String, DeclType> fields() {
    return fields;
  }

  /** The type of items or values. */
  public @Nullable DeclType element() {
    return element;
  }

  /** The type of a property by its own name; null if rules cannot see it. */
  public @Nullable DeclType property(String name) {
    String escaped = Escaping.escape(name);
    return escaped == null ? null : fields.get(escaped);
  }

  /** Whether the type is known only when there is a value. */
  public boolean isDyn() {
    return type.equals(SimpleType.DYN);
  }

  @Override
  public String toString() {
    return TypeNames.shorten(dev.cel.common.types.CelTypes.format(type));
  }

  public boolean isMap() {
    return type instanceof MapType;
  }

  /** How long or how many at most. */
  public long maxElements() {
    return maxElements;
  }

  /** How many of them fit into a request. */
  public long maxCardinality() {
    return MAX_REQUEST_SIZE / (minSize + 1);
  }
}
