package io.coxswain.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Subresource;
import java.util.List;

/** The aggregated discovery document. */
final class Aggregated {
  private Aggregated() {}

  static ObjectNode document(List<ServedKind> kinds, boolean core) {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
    document.putObject("metadata");
    ArrayNode items = document.putArray("items");
    Groups.of(kinds)
        .forEach(
            (group, versions) -> {
              if (group.isEmpty() == core) {
                group(items.addObject(), group, versions);
              }
            });
    return document;
  }

  private static void group(ObjectNode item, String group, List<Groups.Version> versions) {
    ObjectNode metadata = item.putObject("metadata");
    if (!group.isEmpty()) {
      metadata.put("name", group);
    }
    ArrayNode list = item.putArray("versions");
    for (Groups.Version version : versions) {
      ObjectNode entry = list.addObject();
      entry.put("version", version.name());
      ArrayNode resources = entry.putArray("resources");
      version.kinds().forEach(kind -> resource(resources.addObject(), kind));
      entry.put("freshness", "Current");
    }
  }

  private static void resource(ObjectNode entry, ServedKind kind) {
    entry.put("resource", kind.type().plural());
    boolean custom = kind.facts().custom();
    responseKind(
        entry,
        custom ? kind.type().group() : "",
        custom ? kind.type().version() : "",
        kind.type().kind());
    entry.put("scope", kind.type().namespaced() ? "Namespaced" : "Cluster");
    entry.put("singularResource", kind.facts().singular());
    strings(entry, "verbs", kind.facts().verbs());
    strings(entry, "shortNames", kind.facts().shortNames());
    strings(entry, "categories", kind.facts().categories());
    if (!kind.facts().subresources().isEmpty()) {
      ArrayNode list = entry.putArray("subresources");
      kind.facts().subresources().forEach(s -> subresource(list.addObject(), kind, s));
    }
  }

  private static void subresource(ObjectNode entry, ServedKind parent, Subresource subresource) {
    entry.put("subresource", subresource.name());
    String apiVersion = subresource.apiVersion();
    int slash = apiVersion.indexOf('/');
    boolean own = apiVersion.equals(parent.type().apiVersion()) && !parent.facts().custom();
    responseKind(
        entry,
        own || slash < 0 ? "" : apiVersion.substring(0, slash),
        own ? "" : apiVersion.substring(slash + 1),
        subresource.kind());
    strings(entry, "verbs", subresource.verbs());
  }

  /** Group and version are omitted if they equal those of the enclosing entry. */
  private static void responseKind(ObjectNode entry, String group, String version, String kind) {
    entry.putObject("responseKind").put("group", group).put("version", version).put("kind", kind);
  }

  private static void strings(ObjectNode entry, String field, List<String> values) {
    if (!values.isEmpty()) {
      ArrayNode list = entry.putArray(field);
      values.forEach(list::add);
    }
  }
}
