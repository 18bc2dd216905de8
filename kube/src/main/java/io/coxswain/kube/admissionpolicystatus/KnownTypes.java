package io.coxswain.kube.admissionpolicystatus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.api.schema.Schema;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The kinds that the API server serves, with their schemas. */
final class KnownTypes {
  /** Maximum number of kinds of one rule that are checked. */
  private static final int MAX_COUNT = 10;

  private final Reader client;

  KnownTypes(Reader client) {
    this.client = client;
  }

  /** A kind in a version. */
  record Kind(String group, String version, String name) implements Comparable<Kind> {
    @Override
    public int compareTo(Kind other) {
      int byGroup = group.compareTo(other.group);
      int byVersion = version.compareTo(other.version);
      return byGroup != 0 ? byGroup : byVersion != 0 ? byVersion : name.compareTo(other.name);
    }

    String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }

    /** In the format of Go's GroupVersionKind. */
    @Override
    public String toString() {
      return group + "/" + version + ", Kind=" + name;
    }
  }

  /** The kinds that the rules of a policy name explicitly, in order. */
  List<Kind> matched(JsonNode spec) throws ApiException {
    List<ResourceType> served = client.discover().stream().map(Reader.Served::type).toList();
    var kinds = new TreeSet<Kind>();
    for (JsonNode rule : spec.at("/matchConstraints/resourceRules")) {
      int count = 0;
      for (String group : plain(rule.path("apiGroups"), false)) {
        for (String version : plain(rule.path("apiVersions"), false)) {
          for (String resource : plain(rule.path("resources"), true)) {
            for (ResourceType type : served) {
              if (type.plural().equals(resource) && type.group().equals(group)) {
                kinds.add(new Kind(type.group(), version, type.kind()));
                if (++count == MAX_COUNT) {
                  return List.copyOf(kinds);
                }
              }
            }
          }
        }
      }
    }
    return List.copyOf(kinds);
  }

  /**
   * Sorted names without wildcards. A wildcard drops the whole list of groups or versions; in a
   * list of resources, only the wildcard itself and subresources are dropped.
   */
  private static List<String> plain(JsonNode list, boolean resources) {
    var all = new ArrayList<String>();
    for (JsonNode item : list) {
      String text = item.asText();
      if (resources ? text.contains("*") || text.contains("/") : text.contains("*")) {
        if (!resources) {
          return List.of();
        }
      } else {
        all.add(text);
      }
    }
    all.sort(null);
    return all;
  }

  Optional<Schema> find(Kind kind) throws ApiException {
    // A recursive schema, which cannot be expanded.
    if (kind.group.equals("apiextensions.k8s.io")) {
      return Optional.empty();
    }
    Optional<Schema> builtIn = BuiltInTypes.find(kind.apiVersion(), kind.name);
    return builtIn.isPresent() ? builtIn : custom(kind);
  }

  private Optional<Schema> custom(Kind kind) throws ApiException {
    for (CustomResourceDefinition definition :
        client.list(CustomResourceDefinition.class).toList()) {
      if (definition.getSpec().getGroup().equals(kind.group)
          && definition.getSpec().getNames().getKind().equals(kind.name)) {
        for (JsonNode version : Json.tree(definition).at("/spec/versions")) {
          if (version.path("name").asText().equals(kind.version)
              && version.at("/schema/openAPIV3Schema") instanceof ObjectNode schema) {
            return Optional.of(whole(Schema.fromJson(schema)));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Adds the fields that every object has. */
  private static Schema whole(Schema schema) {
    Map<String, Schema> properties = new LinkedHashMap<>(schema.properties());
    properties.put("apiVersion", Schema.of("string"));
    properties.put("kind", Schema.of("string"));
    properties.put("metadata", BuiltInTypes.named("meta.v1.ObjectMeta"));
    return schema.with().properties(properties, schema.required()).build();
  }
}
