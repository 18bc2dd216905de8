package io.coxswain.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** The content of a valid CRD. */
public record Definition(
    String group,
    String kind,
    String listKind,
    String plural,
    String singular,
    List<String> shortNames,
    List<String> categories,
    boolean namespaced,
    List<DefinedVersion> versions) {

  public Definition {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    versions = List.copyOf(versions);
  }

  private static final int REMEMBERED = 128;
  private static final ContentCache<Definition> known = new ContentCache<>(REMEMBERED);

  /**
   * Parses a CRD that {@link DefinitionRules} accepts, after {@link DefinitionDefaults}. Equal
   * specs yield the same value in all servers, so that everything computed from its schemas is
   * computed once.
   */
  public static Definition of(ObjectNode definition) {
    JsonNode spec = definition.path("spec");
    return known.get(spec.toString(), () -> read(spec));
  }

  private static Definition read(JsonNode spec) {
    JsonNode names = spec.path("names");
    var versions = new ArrayList<DefinedVersion>();
    spec.path("versions").forEach(version -> versions.add(version(version, spec, names)));
    return new Definition(
        spec.path("group").asText(),
        names.path("kind").asText(),
        names.path("listKind").asText(),
        names.path("plural").asText(),
        names.path("singular").asText(),
        strings(names.path("shortNames")),
        strings(names.path("categories")),
        spec.path("scope").asText().equals("Namespaced"),
        versions);
  }

  /** The storage version. */
  public DefinedVersion storage() {
    return versions.stream().filter(DefinedVersion::storage).findFirst().orElseThrow();
  }

  public Optional<DefinedVersion> version(String name) {
    return versions.stream().filter(v -> v.name().equals(name)).findFirst();
  }

  private static DefinedVersion version(JsonNode version, JsonNode spec, JsonNode names) {
    JsonNode subresources = version.path("subresources");
    JsonNode schema = version.path("schema").path("openAPIV3Schema");
    String name = version.path("name").asText();
    Schema whole =
        asResource(
            schema instanceof ObjectNode object ? Schema.fromJson(object) : Schema.of("object"));
    return new DefinedVersion(
        name,
        version.path("served").asBoolean(),
        version.path("storage").asBoolean(),
        whole,
        SchemaRules.of(whole),
        subresources.has("status"),
        scale(subresources.path("scale")),
        columns(version.path("additionalPrinterColumns")),
        selectable(version.path("selectableFields")),
        deprecation(version, spec, names));
  }

  private static Optional<ScalePaths> scale(JsonNode scale) {
    return scale.isObject()
        ? Optional.of(
            new ScalePaths(
                scale.path("specReplicasPath").asText(),
                scale.path("statusReplicasPath").asText(),
                scale.path("labelSelectorPath").asText()))
        : Optional.empty();
  }

  private static List<PrinterColumn> columns(JsonNode json) {
    var columns = new ArrayList<PrinterColumn>();
    for (JsonNode column : json) {
      columns.add(
          new PrinterColumn(
              column.path("name").asText(),
              column.path("type").asText(),
              column.path("format").asText(),
              column.path("description").asText(),
              column.path("priority").asInt(),
              column.path("jsonPath").asText()));
    }
    return columns.isEmpty() ? List.of(PrinterColumn.AGE) : columns;
  }

  private static List<String> selectable(JsonNode json) {
    var paths = new ArrayList<String>();
    json.forEach(field -> paths.add(field.path("jsonPath").asText()));
    return paths;
  }

  private static String deprecation(JsonNode version, JsonNode spec, JsonNode names) {
    if (!version.path("deprecated").asBoolean()) {
      return "";
    }
    return version.has("deprecationWarning")
        ? version.path("deprecationWarning").asText()
        : title(spec, version, names) + " is deprecated" + replacement(version, spec, names);
  }

  private static String title(JsonNode spec, JsonNode version, JsonNode names) {
    return spec.path("group").asText()
        + "/"
        + version.path("name").asText()
        + " "
        + names.path("kind").asText();
  }

  /** The newest version that is served, not deprecated, and newer. */
  private static String replacement(JsonNode version, JsonNode spec, JsonNode names) {
    JsonNode best = version;
    for (JsonNode other : spec.path("versions")) {
      if (other.path("served").asBoolean()
          && !other.path("deprecated").asBoolean()
          && VersionOrder.compare(other.path("name").asText(), best.path("name").asText()) > 0) {
        best = other;
      }
    }
    return best.equals(version) ? "" : "; use " + title(spec, best, names);
  }

  private static List<String> strings(JsonNode json) {
    var strings = new ArrayList<String>();
    json.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  /** Adds type and metadata, which a CRD's schema implies. */
  private static Schema asResource(Schema schema) {
    Schema known = withEmbeddedResources(schema);
    var properties = new LinkedHashMap<String, Schema>();
    properties.put("apiVersion", Schema.of("string"));
    properties.put("kind", Schema.of("string"));
    properties.put("metadata", BuiltInTypes.named("meta.v1.ObjectMeta"));
    known.properties().forEach(properties::putIfAbsent);
    return known.with().properties(properties, known.required()).build();
  }

  private static Schema withEmbeddedResources(Schema schema) {
    Schema.Builder result = schema.with();
    if (!schema.properties().isEmpty()) {
      var properties = new LinkedHashMap<String, Schema>();
      schema.properties().forEach((name, each) -> properties.put(name, inside(each)));
      result.properties(properties, schema.required());
    }
    if (schema.items() != null) {
      result.items(inside(schema.items()));
    }
    if (schema.additionalProperties() != null) {
      result.additionalProperties(inside(schema.additionalProperties()));
    }
    return result.build();
  }

  private static Schema inside(Schema schema) {
    return schema.embeddedResource() ? asResource(schema) : withEmbeddedResources(schema);
  }
}
