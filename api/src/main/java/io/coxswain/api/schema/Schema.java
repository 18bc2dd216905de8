package io.coxswain.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One node of a structural schema. Immutable, thread-safe, and possibly part of a cycle: call
 * {@link #properties} only as deep as the value goes.
 */
public final class Schema {
  /** Any JSON value, kept unchanged. */
  public static final Schema ANYTHING = builder().preserveUnknownFields(true).build();

  private final Builder parts;
  private volatile @Nullable Map<String, JsonNode> zeros;

  private Schema(Builder parts) {
    this.parts = parts;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A schema with this type and no other constraints. */
  public static Schema of(String type) {
    return builder().type(type).build();
  }

  public static Schema of(String type, String format) {
    return builder().type(type).format(format).build();
  }

  /** A list of such items. */
  public static Schema listOf(Schema items) {
    return builder().type("array").items(items).build();
  }

  /** A map from string to such values. */
  public static Schema mapOf(Schema values) {
    return builder().type("object").additionalProperties(values).build();
  }

  /** Parses the {@code openAPIV3Schema} of a CRD, or any node of it. */
  public static Schema fromJson(ObjectNode json) {
    return SchemaJson.read(json);
  }

  /**
   * The form in a CRD: all references expanded, quantities as int-or-string with their pattern, the
   * metadata of embedded templates an opaque object.
   *
   * @throws IllegalStateException if the type is recursive
   */
  public ObjectNode toJson() {
    return SchemaJson.write(this);
  }

  /** A builder that starts from this node. */
  public Builder with() {
    return new Builder(parts);
  }

  /** The built-in type this node refers to, such as {@code core.v1.PodSpec}; empty if none. */
  public String typeName() {
    return parts.typeName;
  }

  /**
   * One of {@code object, array, string, integer, number, boolean}; empty if any, as with {@link
   * #intOrString}.
   */
  public String type() {
    return parts.type;
  }

  /** The format; empty if none. */
  public String format() {
    return parts.format;
  }

  /** The declared fields, in declared order. */
  public Map<String, Schema> properties() {
    return parts.fields.get().properties();
  }

  /** The schema of a field, declared or of a map; null if the field is unknown. */
  public @Nullable Schema field(String name) {
    Schema declared = properties().get(name);
    return declared != null ? declared : parts.additionalProperties;
  }

  /** The names of the required fields. */
  public Set<String> required() {
    return parts.fields.get().required();
  }

  /** The schema of the items, if this is an array. */
  public @Nullable Schema items() {
    return parts.items;
  }

  /** The schema of the values, if this is a map. */
  public @Nullable Schema additionalProperties() {
    return parts.additionalProperties;
  }

  /** The default of an absent field; null if there is none. Must not be modified. */
  public @Nullable JsonNode defaultValue() {
    return parts.defaultValue;
  }

  /**
   * The value that is written for an unset field; null if the field is then omitted. Only built-in
   * types have it: Go writes an empty struct, and a field without {@code omitempty}. Must not be
   * modified.
   */
  public @Nullable JsonNode zero() {
    return parts.zero;
  }

  /** The {@link #zero} of each declared field that has one. Must not be modified. */
  public Map<String, JsonNode> zeros() {
    Map<String, JsonNode> known = zeros;
    if (known == null) {
      known = new LinkedHashMap<>();
      for (var property : properties().entrySet()) {
        JsonNode zero = property.getValue().zero();
        if (zero != null) {
          known.put(property.getKey(), zero);
        }
      }
      zeros = known;
    }
    return known;
  }

  /**
   * Whether a field of a built-in type distinguishes an empty value from an unset one; if not, an
   * empty one is not written.
   */
  public boolean pointer() {
    return parts.pointer;
  }

  public boolean nullable() {
    return parts.nullable;
  }

  public boolean intOrString() {
    return parts.intOrString;
  }

  public boolean preserveUnknownFields() {
    return parts.preserveUnknownFields;
  }

  public boolean embeddedResource() {
    return parts.embeddedResource;
  }

  /** As declared; null means atomic. */
  public @Nullable ListType listType() {
    return parts.listType;
  }

  /** The key fields of a list of type map. */
  public List<String> listMapKeys() {
    return parts.listMapKeys;
  }

  /** As declared; null means granular. */
  public @Nullable MapType mapType() {
    return parts.mapType;
  }

  /**
   * {@code merge}, {@code replace}, {@code retainKeys} or a comma-separated list; empty if none.
   */
  public String patchStrategy() {
    return parts.patchStrategy;
  }

  /** The key of a strategic merge; empty if none. */
  public String patchMergeKey() {
    return parts.patchMergeKey;
  }

  public Limits limits() {
    return parts.limits;
  }

  public List<Schema> allOf() {
    return parts.allOf;
  }

  public List<Schema> anyOf() {
    return parts.anyOf;
  }

  public List<Schema> oneOf() {
    return parts.oneOf;
  }

  public @Nullable Schema not() {
    return parts.not;
  }

  /** The {@code x-kubernetes-validations}. */
  public List<Rule> rules() {
    return parts.rules;
  }

  /** Empty if there is none. */
  public String description() {
    return parts.description;
  }

  @Override
  public String toString() {
    return parts.typeName.isEmpty() ? "schema of " + parts.type : parts.typeName;
  }

  /** The lazily parsed part of an object's schema. */
  record Fields(Map<String, Schema> properties, Set<String> required) {
    static final Fields NONE = new Fields(Map.of(), Set.of());
  }

  /** Builds a node; may be used once. */
  public static final class Builder {
    private String typeName = "";
    private String type = "";
    private String format = "";
    private Supplier<Fields> fields = () -> Fields.NONE;
    private @Nullable Schema items;
    private @Nullable Schema additionalProperties;
    private @Nullable JsonNode defaultValue;
    private @Nullable JsonNode zero;
    private boolean pointer;
    private boolean nullable;
    private boolean intOrString;
    private boolean preserveUnknownFields;
    private boolean embeddedResource;
    private @Nullable ListType listType;
    private List<String> listMapKeys = List.of();
    private @Nullable MapType mapType;
    private String patchStrategy = "";
    private String patchMergeKey = "";
    private Limits limits = Limits.NONE;
    private List<Schema> allOf = List.of();
    private List<Schema> anyOf = List.of();
    private List<Schema> oneOf = List.of();
    private @Nullable Schema not;
    private List<Rule> rules = List.of();
    private String description = "";

    private Builder() {}

    private Builder(Builder from) {
      typeName = from.typeName;
      type = from.type;
      format = from.format;
      fields = from.fields;
      items = from.items;
      additionalProperties = from.additionalProperties;
      defaultValue = from.defaultValue;
      zero = from.zero;
      pointer = from.pointer;
      nullable = from.nullable;
      intOrString = from.intOrString;
      preserveUnknownFields = from.preserveUnknownFields;
      embeddedResource = from.embeddedResource;
      listType = from.listType;
      listMapKeys = from.listMapKeys;
      mapType = from.mapType;
      patchStrategy = from.patchStrategy;
      patchMergeKey = from.patchMergeKey;
      limits = from.limits;
      allOf = from.allOf;
      anyOf = from.anyOf;
      oneOf = from.oneOf;
      not = from.not;
      rules = from.rules;
      description = from.description;
    }

    Builder typeName(String value) {
      typeName = value;
      return this;
    }

    Builder fields(Supplier<Fields> value) {
      fields = value;
      return this;
    }

    Builder zero(JsonNode value) {
      zero = value;
      return this;
    }

    Builder pointer(boolean value) {
      pointer = value;
      return this;
    }

    public Builder type(String value) {
      type = value;
      return this;
    }

    public Builder format(String value) {
      format = value;
      return this;
    }

    /** Replaces the declared fields; the node no longer refers to a built-in type. */
    public Builder properties(Map<String, Schema> properties, Set<String> required) {
      var found =
          new Fields(
              Collections.unmodifiableMap(new LinkedHashMap<>(properties)),
              Collections.unmodifiableSet(new LinkedHashSet<>(required)));
      typeName = "";
      fields = () -> found;
      return this;
    }

    public Builder items(Schema value) {
      items = value;
      return this;
    }

    public Builder additionalProperties(@Nullable Schema value) {
      additionalProperties = value;
      return this;
    }

    public Builder defaultValue(@Nullable JsonNode value) {
      defaultValue = value;
      return this;
    }

    public Builder nullable(boolean value) {
      nullable = value;
      return this;
    }

    public Builder intOrString(boolean value) {
      intOrString = value;
      return this;
    }

    public Builder preserveUnknownFields(boolean value) {
      preserveUnknownFields = value;
      return this;
    }

    public Builder embeddedResource(boolean value) {
      embeddedResource = value;
      return this;
    }

    public Builder listType(@Nullable ListType value, List<String> keys) {
      listType = value;
      listMapKeys = List.copyOf(keys);
      return this;
    }

    public Builder mapType(@Nullable MapType value) {
      mapType = value;
      return this;
    }

    public Builder patchStrategy(String strategy, String mergeKey) {
      patchStrategy = strategy;
      patchMergeKey = mergeKey;
      return this;
    }

    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    public Builder allOf(List<Schema> value) {
      allOf = List.copyOf(value);
      return this;
    }

    public Builder anyOf(List<Schema> value) {
      anyOf = List.copyOf(value);
      return this;
    }

    public Builder oneOf(List<Schema> value) {
      oneOf = List.copyOf(value);
      return this;
    }

    public Builder not(@Nullable Schema value) {
      not = value;
      return this;
    }

    public Builder rules(List<Rule> value) {
      rules = List.copyOf(value);
      return this;
    }

    public Builder description(String value) {
      description = value;
      return this;
    }

    public Schema build() {
      return new Schema(this);
    }
  }
}
