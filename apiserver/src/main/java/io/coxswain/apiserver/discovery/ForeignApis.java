package io.coxswain.apiserver.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.kinds.KindRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds the groups of other servers to discovery documents. */
final class ForeignApis {
  /** The priority of groups of CRDs. */
  private static final int CUSTOM_PRIORITY = 1_000;

  private static final Comparator<ForeignApi> ORDER =
      Comparator.comparingInt(ForeignApi::groupPriority)
          .reversed()
          .thenComparing(ForeignApi::group)
          .thenComparing(Comparator.comparingInt(ForeignApi::versionPriority).reversed())
          .thenComparing(ForeignApi::version);

  private ForeignApis() {}

  /** Adds them to the list of {@code /apis}. */
  static void addTo(ArrayNode groups, List<ForeignApi> apis, KindRegistry kinds) {
    byGroup(apis, true)
        .forEach(
            (name, versions) -> {
              ObjectNode group = find(groups, "/name", name);
              if (group == null) {
                group = groups.insertObject(place(groups, "/name", versions.getFirst(), kinds));
                group.put("name", name).putArray("versions");
              }
              ArrayNode list = group.withArray("/versions");
              for (ForeignApi api : versions) {
                ObjectNode entry =
                    Json.MAPPER
                        .createObjectNode()
                        .put("groupVersion", name + "/" + api.version())
                        .put("version", api.version());
                add(list, entry, api);
              }
              group.set("preferredVersion", list.get(0));
            });
  }

  /** Adds them to the aggregated document. */
  static void addToAggregated(ArrayNode groups, List<ForeignApi> apis, KindRegistry kinds) {
    byGroup(apis, false)
        .forEach(
            (name, versions) -> {
              ObjectNode group = find(groups, "/metadata/name", name);
              if (group == null) {
                int place = place(groups, "/metadata/name", versions.getFirst(), kinds);
                group = groups.insertObject(place);
                group.putObject("metadata").put("name", name);
                group.putArray("versions");
              }
              for (ForeignApi api : versions) {
                add(group.withArray("/versions"), version(api), api);
              }
            });
  }

  /** After the versions of this server, in place of its own of the same name. */
  private static void add(ArrayNode versions, ObjectNode entry, ForeignApi api) {
    for (int i = 0; i < versions.size(); i++) {
      if (versions.get(i).path("version").asText().equals(api.version())) {
        versions.set(i, entry);
        return;
      }
    }
    versions.add(entry);
  }

  private static Map<String, List<ForeignApi>> byGroup(List<ForeignApi> apis, boolean onlyCurrent) {
    var byGroup = new LinkedHashMap<String, List<ForeignApi>>();
    apis.stream()
        .filter(api -> api.current() || !onlyCurrent)
        .sorted(ORDER)
        .forEach(api -> byGroup.computeIfAbsent(api.group(), _ -> new ArrayList<>()).add(api));
    return byGroup;
  }

  private static @Nullable ObjectNode find(ArrayNode groups, String pointer, String name) {
    for (JsonNode group : groups) {
      if (group.at(pointer).asText().equals(name) && group instanceof ObjectNode found) {
        return found;
      }
    }
    return null;
  }

  /** After the built-in groups; among those of CRDs by priority and name. */
  private static int place(ArrayNode groups, String pointer, ForeignApi api, KindRegistry kinds) {
    for (int i = 0; i < groups.size(); i++) {
      String name = groups.get(i).at(pointer).asText();
      boolean before =
          api.groupPriority() > CUSTOM_PRIORITY
              || (api.groupPriority() == CUSTOM_PRIORITY && api.group().compareTo(name) < 0);
      if (!kinds.isBuiltInGroup(name) && before) {
        return i;
      }
    }
    return groups.size();
  }

  /** A version of the aggregated document, from an APIResourceList. */
  private static ObjectNode version(ForeignApi api) {
    ObjectNode version = Json.MAPPER.createObjectNode().put("version", api.version());
    ArrayNode resources = version.putArray("resources");
    Map<String, ObjectNode> byName = new LinkedHashMap<>();
    for (JsonNode each : api.resources()) {
      String name = each.path("name").asText();
      if (name.indexOf('/') < 0) {
        ObjectNode entry = resources.addObject().put("resource", name);
        kind(entry, each, api);
        entry.put("scope", each.path("namespaced").asBoolean() ? "Namespaced" : "Cluster");
        entry.put("singularResource", each.path("singularName").asText());
        for (String field : List.of("verbs", "shortNames", "categories")) {
          if (!each.path(field).isEmpty()) {
            entry.set(field, each.path(field).deepCopy());
          }
        }
        byName.put(name, entry);
      }
    }
    for (JsonNode each : api.resources()) {
      String[] parts = each.path("name").asText().split("/", 2);
      ObjectNode parent = byName.get(parts[0]);
      if (parts.length == 2 && parent != null) {
        ObjectNode entry =
            parent.withArray("/subresources").addObject().put("subresource", parts[1]);
        kind(entry, each, api);
        entry.set("verbs", each.path("verbs").deepCopy());
      }
    }
    return version.put("freshness", api.current() ? "Current" : "Stale");
  }

  private static void kind(ObjectNode entry, JsonNode resource, ForeignApi api) {
    entry
        .putObject("responseKind")
        .put("group", resource.path("group").asText(api.group()))
        .put("version", resource.path("version").asText(api.version()))
        .put("kind", resource.path("kind").asText());
  }
}
