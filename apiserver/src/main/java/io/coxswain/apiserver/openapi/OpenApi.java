package io.coxswain.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.util.List;

/** Writes the documents. */
public final class OpenApi {
  private OpenApi() {}

  /** The version 3 document of one group and version. */
  public static ObjectNode version3(
      List<DocumentedKind> kinds, String serverVersion, FieldDescriptions descriptions) {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes").put("version", serverVersion);
    var components = new Components("#/components/schemas/", true, descriptions);
    ObjectNode paths = document.putObject("paths");
    var writer = new Paths(true, components);
    for (DocumentedKind kind : kinds) {
      components.addKind(kind);
      writer.add(kind, paths);
    }
    ObjectNode schemas = document.putObject("components").putObject("schemas");
    components.schemas().forEach(schemas::set);
    return document;
  }

  /** The version 2 document of everything. */
  public static ObjectNode version2(
      List<DocumentedKind> kinds, String serverVersion, FieldDescriptions descriptions) {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("swagger", "2.0");
    document.putObject("info").put("title", "Kubernetes").put("version", serverVersion);
    var components = new Components("#/definitions/", false, descriptions);
    ObjectNode paths = document.putObject("paths");
    var writer = new Paths(false, components);
    for (DocumentedKind kind : kinds) {
      components.addKind(kind);
      writer.add(kind, paths);
    }
    ObjectNode definitions = document.putObject("definitions");
    components.schemas().forEach(definitions::set);
    return document;
  }
}
