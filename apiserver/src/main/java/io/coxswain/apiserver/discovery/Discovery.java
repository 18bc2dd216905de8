package io.coxswain.apiserver.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Subresource;
import io.coxswain.apiserver.protobuf.Protobuf;
import io.coxswain.apiserver.protobuf.ProtobufWriter;
import io.coxswain.apiserver.rest.Accept;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Handles the discovery requests below {@code /api} and {@code /apis}. */
public final class Discovery {
  private static final String AGGREGATED = ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  private static final String JSON = "application/json";
  private static final List<String> ENCODINGS =
      List.of(JSON, "application/yaml", Protobuf.MEDIA_TYPE);

  private final KindRegistry registry;
  private final Function<Snapshot, List<ForeignApi>> foreign;

  /**
   * @param foreign the group versions that other servers serve
   */
  public Discovery(KindRegistry registry, Function<Snapshot, List<ForeignApi>> foreign) {
    this.registry = registry;
    this.foreign = foreign;
  }

  /** The response, if the path belongs to discovery. */
  public Optional<ApiResponse> answer(ApiRequest request, Snapshot snapshot) {
    String path = request.path().replaceAll("/+$", "");
    List<ServedKind> kinds = registry.all(snapshot);
    List<ForeignApi> others = foreign.apply(snapshot);
    Form form = form(request);
    if (isRouted(path, kinds)) {
      Optional<ApiResponse> unacceptable = Responses.unacceptable(request, ENCODINGS);
      if (unacceptable.isPresent()) {
        return unacceptable;
      }
    }
    if (path.equals("/api") || path.equals("/apis")) {
      boolean core = path.equals("/api");
      return Optional.of(
          switch (form) {
            case AGGREGATED -> aggregated(request, JSON, document(kinds, others, core));
            case AGGREGATED_PROTOBUF ->
                aggregated(request, Protobuf.MEDIA_TYPE, document(kinds, others, core));
            case PLAIN ->
                Responses.encoded(
                    request, Responses.json(200, core ? versions() : groupList(kinds, others)));
            case NONE -> notAcceptable(request);
          });
    }
    return document(path, kinds, others)
        .map(
            document ->
                form == Form.PLAIN || document.status() == 404
                    ? Responses.encoded(request, document)
                    : notAcceptable(request));
  }

  private static ApiResponse notAcceptable(ApiRequest request) {
    return Responses.encoded(request, Responses.refusal(StatusException.notAcceptable(ENCODINGS)));
  }

  /** Paths that upstream's router serves; lists of groups and of custom kinds are not routed. */
  private static boolean isRouted(String path, List<ServedKind> kinds) {
    String[] parts = path.split("/");
    return path.equals("/api")
        || path.equals("/api/v1")
        || (parts.length == 4
            && parts[1].equals("apis")
            && kinds.stream()
                .anyMatch(
                    kind ->
                        kind.type().apiVersion().equals(parts[2] + "/" + parts[3])
                            && !kind.facts().custom()));
  }

  private static boolean isBuiltIn(List<ServedKind> kinds, String group) {
    return kinds.stream()
        .anyMatch(kind -> kind.type().group().equals(group) && !kind.facts().custom());
  }

  /** The response for an unknown version of a built-in group. */
  private static ApiResponse noSuch() {
    return Responses.refusal(StatusException.noSuchResource());
  }

  private ObjectNode document(List<ServedKind> kinds, List<ForeignApi> others, boolean core) {
    ObjectNode document = Aggregated.document(kinds, core);
    if (!core && !others.isEmpty()) {
      ForeignApis.addToAggregated(document.withArray("/items"), others, registry);
    }
    return document;
  }

  private Optional<ApiResponse> document(
      String path, List<ServedKind> kinds, List<ForeignApi> others) {
    String[] parts = path.split("/");
    if (parts.length == 3 && parts[1].equals("api")) {
      return resources(kinds, "", parts[2]).or(() -> Optional.of(noSuch()));
    }
    if (parts.length == 4 && parts[1].equals("apis")) {
      return resources(kinds, parts[2], parts[3])
          .or(() -> isBuiltIn(kinds, parts[2]) ? Optional.of(noSuch()) : Optional.empty());
    }
    if (parts.length == 3 && parts[1].equals("apis") && !others.isEmpty()) {
      for (JsonNode group : groupList(kinds, others).path("groups")) {
        if (group.path("name").asText().equals(parts[2])) {
          return Optional.of(Responses.json(200, typed((ObjectNode) group)));
        }
      }
    }
    if (parts.length == 3 && parts[1].equals("apis")) {
      return Groups.of(kinds).entrySet().stream()
          .filter(e -> e.getKey().equals(parts[2]) && !parts[2].isEmpty())
          .findFirst()
          .map(e -> Responses.json(200, typed(group(e.getKey(), e.getValue()))));
    }
    return Optional.empty();
  }

  private enum Form {
    PLAIN,
    AGGREGATED,
    AGGREGATED_PROTOBUF,
    NONE
  }

  /** The first offered format in the caller's list. */
  private static Form form(ApiRequest request) {
    String accept = request.header("accept");
    if (accept == null || accept.isBlank()) {
      return Form.PLAIN;
    }
    for (Accept.Clause clause : Accept.parse(accept)) {
      for (Accept.Encoding encoding : Accept.Encoding.values()) {
        if (!clause.matches(encoding) || !clause.allowsStream(encoding)) {
          continue;
        }
        if (!clause.converts()) {
          return Form.PLAIN;
        }
        if (clause.as().equals("APIGroupDiscoveryList")
            && clause.version().equals("v2")
            && clause.group().equals("apidiscovery.k8s.io")) {
          return encoding == Accept.Encoding.PROTOBUF ? Form.AGGREGATED_PROTOBUF : Form.AGGREGATED;
        }
      }
    }
    return Form.NONE;
  }

  private static ApiResponse aggregated(ApiRequest request, String mediaType, ObjectNode document) {
    byte[] body = mediaType.equals(JSON) ? Json.bytes(document) : protobuf(document);
    String tag = "\"" + Hashes.sha512(body) + "\"";
    var headers = new TreeMap<String, List<String>>();
    headers.put("content-type", List.of(mediaType + AGGREGATED));
    headers.put("etag", List.of(tag));
    headers.put("vary", List.of("Accept"));
    headers.put("cache-control", List.of("public"));
    if (tag.equals(request.header("if-none-match"))) {
      return new ApiResponse(304, headers, new byte[0]);
    }
    return new ApiResponse(200, headers, body);
  }

  private static byte[] protobuf(ObjectNode document) {
    var groups = new ArrayList<JsonNode>();
    document.path("items").forEach(groups::add);
    return ProtobufWriter.list(
        document.path("apiVersion").asText(),
        "APIGroupDiscovery",
        document.path("metadata"),
        groups,
        64 * 1024);
  }

  private static ObjectNode versions() {
    ObjectNode versions = Json.MAPPER.createObjectNode();
    versions.put("kind", "APIVersions");
    versions.putArray("versions").add("v1");
    addresses(versions);
    return versions;
  }

  private static void addresses(ObjectNode document) {
    document
        .putArray("serverAddressByClientCIDRs")
        .addObject()
        .put("clientCIDR", "0.0.0.0/0")
        .put("serverAddress", "127.0.0.1:6443");
  }

  private ObjectNode groupList(List<ServedKind> kinds, List<ForeignApi> others) {
    ObjectNode list = groupList(kinds);
    if (!others.isEmpty()) {
      ForeignApis.addTo(list.withArray("/groups"), others, registry);
    }
    return list;
  }

  private static ObjectNode groupList(List<ServedKind> kinds) {
    ObjectNode list = Json.MAPPER.createObjectNode();
    list.put("kind", "APIGroupList").put("apiVersion", "v1");
    ArrayNode groups = list.putArray("groups");
    Groups.of(kinds)
        .forEach(
            (name, versions) -> {
              if (!name.isEmpty()) {
                groups.add(group(name, versions));
              }
            });
    return list;
  }

  private static ObjectNode group(String name, List<Groups.Version> versions) {
    ObjectNode group = Json.MAPPER.createObjectNode();
    group.put("name", name);
    ArrayNode list = group.putArray("versions");
    for (Groups.Version version : versions) {
      list.add(version(name, version.name()));
    }
    group.set("preferredVersion", version(name, versions.getFirst().name()));
    return group;
  }

  private static ObjectNode version(String group, String version) {
    return Json.MAPPER
        .createObjectNode()
        .put("groupVersion", group + "/" + version)
        .put("version", version);
  }

  private static ObjectNode typed(ObjectNode group) {
    ObjectNode typed = Json.MAPPER.createObjectNode();
    typed.put("kind", "APIGroup").put("apiVersion", "v1");
    typed.setAll(group);
    return typed;
  }

  private static Optional<ApiResponse> resources(
      List<ServedKind> kinds, String group, String version) {
    return Groups.of(kinds).getOrDefault(group, List.of()).stream()
        .filter(v -> v.name().equals(version))
        .findFirst()
        .map(v -> Responses.json(200, resourceList(group, v)));
  }

  private static ObjectNode resourceList(String group, Groups.Version version) {
    ObjectNode list = Json.MAPPER.createObjectNode();
    list.put("kind", "APIResourceList");
    if (!group.isEmpty()) {
      list.put("apiVersion", "v1");
    }
    list.put("groupVersion", group.isEmpty() ? version.name() : group + "/" + version.name());
    ArrayNode resources = list.putArray("resources");
    for (ServedKind kind : version.kinds()) {
      ObjectNode entry = entry(resources, kind, kind.type().plural(), kind.facts().singular());
      entry.put("kind", kind.type().kind());
      verbs(entry, kind.facts().verbs());
      names(entry, "shortNames", kind.facts().shortNames());
      names(entry, "categories", kind.facts().categories());
      // Component statuses are not stored.
      if (kind.allows("list") && !kind.type().plural().equals("componentstatuses")) {
        entry.put("storageVersionHash", storageHash(kind));
      }
      for (Subresource subresource : kind.facts().subresources()) {
        subresource(resources, kind, subresource);
      }
    }
    return list;
  }

  private static void subresource(ArrayNode resources, ServedKind kind, Subresource subresource) {
    ObjectNode entry = entry(resources, kind, kind.type().plural() + "/" + subresource.name(), "");
    String apiVersion = subresource.apiVersion();
    if (!apiVersion.equals(kind.type().apiVersion())) {
      int slash = apiVersion.indexOf('/');
      if (slash > 0) {
        entry.put("group", apiVersion.substring(0, slash));
      }
      entry.put("version", apiVersion.substring(slash + 1));
    }
    entry.put("kind", subresource.kind());
    verbs(entry, subresource.verbs());
  }

  private static ObjectNode entry(
      ArrayNode resources, ServedKind kind, String name, String singular) {
    return resources
        .addObject()
        .put("name", name)
        .put("singularName", singular)
        .put("namespaced", kind.type().namespaced());
  }

  private static void verbs(ObjectNode entry, List<String> verbs) {
    ArrayNode list = entry.putArray("verbs");
    verbs.forEach(list::add);
  }

  private static void names(ObjectNode entry, String field, List<String> names) {
    if (!names.isEmpty()) {
      ArrayNode list = entry.putArray(field);
      names.forEach(list::add);
    }
  }

  /** The storage name of a kind in a real server, where it differs from the resource. */
  private static final Map<String, String> STORED_AS =
      Map.of(
          "events.k8s.io/v1/Event",
          "/v1/Event",
          "autoscaling/v1/HorizontalPodAutoscaler",
          "autoscaling/v2/HorizontalPodAutoscaler",
          "storage.k8s.io/v1/VolumeAttributesClass",
          "storage.k8s.io/v1beta1/VolumeAttributesClass",
          "apiextensions.k8s.io/v1/CustomResourceDefinition",
          "apiextensions.k8s.io/v1beta1/CustomResourceDefinition");

  /** Changes when another version of the kind is stored; clients only compare it. */
  private static String storageHash(ServedKind kind) {
    var type = kind.type();
    String usual = type.group() + "/" + type.version() + "/" + type.kind();
    byte[] name = STORED_AS.getOrDefault(usual, usual).getBytes(StandardCharsets.UTF_8);
    return java.util.Base64.getEncoder()
        .encodeToString(java.util.Arrays.copyOf(Hashes.sha256(name), 8));
  }
}
