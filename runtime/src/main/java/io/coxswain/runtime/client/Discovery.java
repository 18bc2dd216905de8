package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.rest.Rest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Discovers the kinds that the server serves: in two requests with aggregated discovery, otherwise
 * in one per group and version.
 */
final class Discovery {
  private static final Logger log = LoggerFactory.getLogger(Discovery.class);
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

  private final Rest rest;

  Discovery(Rest rest) {
    this.rest = rest;
  }

  /** Every kind in every version, the preferred version of each group first. */
  List<Reader.Served> all() throws ApiException {
    var found = new ArrayList<Reader.Served>();
    for (String root : List.of("/api", "/apis")) {
      JsonNode answer = get(ApiRequest.get(root).header("accept", AGGREGATED));
      if (answer.path("kind").asText().equals("APIGroupDiscoveryList")) {
        readAggregated(answer, found);
      } else {
        readOneByOne(root, answer, found);
      }
    }
    return found;
  }

  /** Every kind, in its most preferred version. */
  List<Reader.Served> preferred() throws ApiException {
    Map<String, Reader.Served> byKind = new LinkedHashMap<>();
    for (Reader.Served served : all()) {
      byKind.putIfAbsent(served.type().group() + "/" + served.type().plural(), served);
    }
    return List.copyOf(byKind.values());
  }

  private static void readAggregated(JsonNode answer, List<Reader.Served> found) {
    for (JsonNode group : answer.path("items")) {
      String name = group.path("metadata").path("name").asText("");
      for (JsonNode version : group.path("versions")) {
        for (JsonNode resource : version.path("resources")) {
          JsonNode kind = resource.path("responseKind");
          add(
              found,
              new ResourceType(
                  kind.path("group").asText("").isEmpty() ? name : kind.path("group").asText(),
                  version.path("version").asText(),
                  kind.path("kind").asText(),
                  resource.path("resource").asText(),
                  resource.path("scope").asText().equals("Namespaced")),
              resource.path("verbs"));
        }
      }
    }
  }

  private void readOneByOne(String root, JsonNode answer, List<Reader.Served> found)
      throws ApiException {
    if (root.equals("/api")) {
      for (JsonNode version : answer.path("versions")) {
        readVersion("", version.asText(), "/api/" + version.asText(), found);
      }
      return;
    }
    for (JsonNode group : answer.path("groups")) {
      String name = group.path("name").asText();
      String preferred = group.path("preferredVersion").path("version").asText();
      var versions = new ArrayList<String>();
      group.path("versions").forEach(v -> versions.add(v.path("version").asText()));
      if (versions.remove(preferred)) {
        versions.addFirst(preferred);
      }
      for (String version : versions) {
        readVersion(name, version, "/apis/" + name + "/" + version, found);
      }
    }
  }

  private void readVersion(String group, String version, String path, List<Reader.Served> found)
      throws ApiException {
    JsonNode answer;
    try {
      answer = get(ApiRequest.get(path));
    } catch (ApiException.NotFound | ApiException.ServerError e) {
      log.atWarn()
          .addKeyValue("path", path)
          .addKeyValue("err", e.getMessage())
          .log("Failed to discover API group version");
      return; // an aggregated API whose server is unavailable must not hide the others
    }
    for (JsonNode resource : answer.path("resources")) {
      String plural = resource.path("name").asText();
      if (!plural.contains("/")) {
        add(
            found,
            new ResourceType(
                group,
                version,
                resource.path("kind").asText(),
                plural,
                resource.path("namespaced").asBoolean()),
            resource.path("verbs"));
      }
    }
  }

  private static void add(List<Reader.Served> found, ResourceType type, JsonNode verbs) {
    var list = new ArrayList<String>();
    verbs.forEach(verb -> list.add(verb.asText()));
    found.add(new Reader.Served(type, List.copyOf(list)));
  }

  private JsonNode get(ApiRequest request) throws ApiException {
    return Json.tree(rest.call(request).body());
  }
}
