package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Turns a stored CustomResourceDefinition into the kinds it defines, one per served version. */
final class CustomKinds {
  static final String COLLECTION = "customresourcedefinitions.apiextensions.k8s.io";

  private CustomKinds() {}

  static List<ServedKind> of(Stored stored) {
    JsonNode definition = stored.tree();
    if (!established(definition)) {
      return List.of();
    }
    JsonNode spec = definition.path("spec");
    var kinds = new ArrayList<ServedKind>();
    for (JsonNode version : spec.path("versions")) {
      if (version.path("served").asBoolean(false)) {
        kinds.add(kind(spec, version));
      }
    }
    return kinds;
  }

  private static boolean established(JsonNode definition) {
    for (JsonNode condition : definition.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Established")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static ServedKind kind(JsonNode spec, JsonNode version) {
    JsonNode names = spec.path("names");
    String group = spec.path("group").asText();
    var type =
        new ResourceType(
            group,
            version.path("name").asText(),
            names.path("kind").asText(),
            names.path("plural").asText(),
            spec.path("scope").asText().equals("Namespaced"));
    var builder =
        KindBuilder.of(type)
            .custom()
            .singular(names.path("singular").asText())
            .shortNames(Meta.strings(names.path("shortNames")))
            .categories(Meta.strings(names.path("categories")));
    Schema schema =
        version.at("/schema/openAPIV3Schema") instanceof ObjectNode json
            ? Schema.fromJson(json)
            : Schema.ANYTHING.with().type("object").build();
    builder.schema(withMetadata(schema));
    builder.strategy(new CustomStrategy(schema, version.path("selectableFields")));
    boolean status = version.path("subresources").has("status");
    builder.generation(status ? Generation.BODY_BUT_STATUS : Generation.BODY);
    if (status) {
      builder.status();
    }
    if (version.path("subresources").has("scale")) {
      builder.scale();
    }
    String storage = storageVersion(spec);
    if (!storage.equals(type.version())) {
      builder.storedAs(type.qualifiedPlural(), new OtherVersion(group, type.version(), storage));
    }
    return builder.build();
  }

  /** Definitions say nothing of the metadata, which is the same for all kinds. */
  private static Schema withMetadata(Schema schema) {
    var properties = new TreeMap<>(schema.properties());
    properties.put("apiVersion", Schema.of("string"));
    properties.put("kind", Schema.of("string"));
    properties.put("metadata", BuiltInTypes.named("meta.v1.ObjectMeta"));
    return schema.with().properties(properties, schema.required()).build();
  }

  private static String storageVersion(JsonNode spec) {
    for (JsonNode version : spec.path("versions")) {
      if (version.path("storage").asBoolean(false)) {
        return version.path("name").asText();
      }
    }
    return spec.at("/versions/0/name").asText();
  }

  /** Versions that differ in name alone. */
  private record OtherVersion(String group, String served, String stored) implements Conversion {
    @Override
    public ObjectNode toServed(ObjectNode object) {
      return object.put("apiVersion", group + "/" + served);
    }

    @Override
    public ObjectNode toStored(ObjectNode object) {
      return object.put("apiVersion", group + "/" + stored);
    }
  }
}
