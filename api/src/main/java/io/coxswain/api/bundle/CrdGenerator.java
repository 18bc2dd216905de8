package io.coxswain.api.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.crd.Column;
import io.coxswain.api.crd.CrdDescriptions;
import io.coxswain.api.crd.Narrowing;
import io.coxswain.api.crd.PlainMetadata;
import io.coxswain.api.crd.PlainStatus;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Scale;
import io.coxswain.api.crd.TypeSchemas;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Generates the CRDs of our kinds; run by the build of this module. */
final class CrdGenerator {
  private CrdGenerator() {}

  /**
   * Writes the CRD of each kind below the given folder, which is that of the classes.
   *
   * @param args the folder, and the file with the descriptions of fields
   */
  public static void main(String[] args) throws IOException {
    var descriptions = CrdDescriptions.read(Files.readAllLines(Path.of(args[1])));
    for (Class<? extends CustomObject<?, ?>> kind : Crds.kinds()) {
      Path file = Path.of(args[0]).resolve(Crds.path(kind));
      Files.createDirectories(file.getParent());
      Files.write(file, Json.bytes(definition(kind, descriptions)));
    }
  }

  /** The CRD of one kind. */
  static ObjectNode definition(
      Class<? extends CustomObject<?, ?>> kind, CrdDescriptions descriptions) {
    ResourceType type = ResourceType.of(kind);
    ObjectNode definition = Json.MAPPER.createObjectNode();
    definition.put("apiVersion", "apiextensions.k8s.io/v1");
    definition.put("kind", "CustomResourceDefinition");
    definition.putObject("metadata").put("name", type.qualifiedPlural());
    ObjectNode spec = definition.putObject("spec");
    spec.put("group", type.group());
    spec.set("names", names(kind, type));
    spec.put("scope", type.namespaced() ? "Namespaced" : "Cluster");
    spec.putArray("versions").add(version(kind, type, descriptions));
    return definition;
  }

  private static ObjectNode names(Class<? extends HasMetadata> kind, ResourceType type) {
    ObjectNode names = Json.MAPPER.createObjectNode();
    Categories categories = kind.getAnnotation(Categories.class);
    if (categories != null) {
      strings(names.putArray("categories"), categories.value());
    }
    names.put("kind", type.kind());
    names.put("listKind", type.kind() + "List");
    names.put("plural", type.plural());
    ShortNames shortNames = kind.getAnnotation(ShortNames.class);
    if (shortNames != null) {
      strings(names.putArray("shortNames"), shortNames.value());
    }
    names.put("singular", HasMetadata.getSingular(kind));
    return names;
  }

  private static ObjectNode version(
      Class<? extends CustomObject<?, ?>> kind, ResourceType type, CrdDescriptions descriptions) {
    ObjectNode version = Json.MAPPER.createObjectNode();
    version.put("name", type.version());
    version.put("served", true);
    version.put("storage", true);
    Column[] columns = kind.getAnnotationsByType(Column.class);
    if (columns.length > 0) {
      ArrayNode array = version.putArray("additionalPrinterColumns");
      for (Column column : columns) {
        array.add(column(column));
      }
    }
    if (hasStatus(kind)) {
      subresources(version.putObject("subresources"), kind);
    }
    version.putObject("schema").set("openAPIV3Schema", root(kind, descriptions));
    return version;
  }

  private static void subresources(
      ObjectNode subresources, Class<? extends CustomObject<?, ?>> kind) {
    Scale scale = kind.getAnnotation(Scale.class);
    if (scale != null) {
      ObjectNode paths = subresources.putObject("scale");
      paths.put("specReplicasPath", scale.spec());
      paths.put("statusReplicasPath", scale.status());
      paths.put("labelSelectorPath", scale.selector());
    }
    if (!kind.isAnnotationPresent(PlainStatus.class)) {
      subresources.putObject("status");
    }
  }

  private static ObjectNode column(Column column) {
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.put("name", column.name());
    json.put("type", column.type());
    json.put("jsonPath", column.path());
    if (!column.description().isEmpty()) {
      json.put("description", column.description());
    }
    if (column.priority() != 0) {
      json.put("priority", column.priority());
    }
    return json;
  }

  private static ObjectNode root(
      Class<? extends CustomObject<?, ?>> kind, CrdDescriptions descriptions) {
    var types = new TypeSchemas(descriptions);
    ObjectNode schema = Json.MAPPER.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject("apiVersion").put("type", "string");
    properties.putObject("kind").put("type", "string");
    properties.putObject("metadata").put("type", "object");
    properties.set("spec", types.ofClass((Class<?>) argument(kind, 0)));
    if (hasStatus(kind)) {
      properties.set("status", types.ofClass((Class<?>) argument(kind, 1)));
    }
    for (String field : List.of("spec", "status")) {
      String description = descriptions.of(CustomObject.class, field);
      if (!description.isEmpty() && properties.path(field) instanceof ObjectNode property) {
        property.put("description", description);
      }
    }
    if (kind.isAnnotationPresent(Required.class)) {
      schema.putArray("required").add("spec");
    }
    Narrowing.apply(schema, kind);
    if (kind.isAnnotationPresent(PlainMetadata.class)) {
      plainMetadata(schema);
    }
    return schema;
  }

  private static void plainMetadata(JsonNode schema) {
    if (schema.path("properties").path("metadata") instanceof ObjectNode metadata
        && metadata.path("properties").has("finalizers")) {
      metadata.removeAll();
      metadata.put("type", "object");
    }
    schema.forEach(CrdGenerator::plainMetadata);
  }

  private static boolean hasStatus(Class<? extends CustomObject<?, ?>> kind) {
    return argument(kind, 1) != Void.class;
  }

  private static Type argument(Class<? extends CustomObject<?, ?>> kind, int index) {
    return ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments()[index];
  }

  private static void strings(ArrayNode array, String[] values) {
    for (String value : values) {
      array.add(value);
    }
  }
}
