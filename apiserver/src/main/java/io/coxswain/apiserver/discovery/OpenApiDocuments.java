package io.coxswain.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Subresource;
import io.coxswain.apiserver.openapi.DocumentedKind;
import io.coxswain.apiserver.openapi.OpenApi;
import io.coxswain.apiserver.rest.Answers;
import io.coxswain.apiserver.rest.StatusException;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests below {@code /openapi}; what was written once is kept until kinds change.
 */
public final class OpenApiDocuments {
  private static final String ROOT = "/openapi/v3";

  private final KindRegistry registry;
  private final String serverVersion;
  private volatile @Nullable Written written;

  public OpenApiDocuments(KindRegistry registry, String serverVersion) {
    this.registry = registry;
    this.serverVersion = serverVersion;
  }

  /** The documents of version 3 as of one list of kinds, by path below the root. */
  private record Written(List<ServedKind> kinds, SortedMap<String, byte[]> documents) {}

  /** The answer, if the path is one of OpenAPI's. */
  public Optional<ApiResponse> answer(ApiRequest request, Snapshot snapshot) {
    String path = request.path();
    if (path.equals("/openapi/v2")) {
      return Optional.of(version2(request, snapshot));
    }
    if (path.equals(ROOT) || path.equals(ROOT + "/")) {
      return Optional.of(Answers.json(200, index(documents(snapshot))));
    }
    if (!path.startsWith(ROOT + "/")) {
      return Optional.empty();
    }
    byte[] document = documents(snapshot).get(path.substring(ROOT.length() + 1));
    return Optional.ofNullable(document).map(body -> Answers.json(200, body));
  }

  private ApiResponse version2(ApiRequest request, Snapshot snapshot) {
    String accept = request.header("accept");
    boolean json = accept == null || accept.contains("application/json") || accept.contains("*/*");
    if (!json) {
      return Answers.refusal(StatusException.notAcceptable(List.of("application/json")));
    }
    var kinds = registry.all(snapshot).stream().map(OpenApiDocuments::documented).toList();
    return Answers.json(200, OpenApi.version2(kinds, serverVersion));
  }

  private SortedMap<String, byte[]> documents(Snapshot snapshot) {
    List<ServedKind> kinds = registry.all(snapshot);
    Written known = written;
    if (known != null && known.kinds.equals(kinds)) {
      return known.documents;
    }
    var documents = new TreeMap<String, byte[]>();
    Groups.of(kinds)
        .forEach(
            (group, versions) -> {
              for (Groups.Version version : versions) {
                String path =
                    group.isEmpty()
                        ? "api/" + version.name()
                        : "apis/" + group + "/" + version.name();
                var documented =
                    version.kinds().stream().map(OpenApiDocuments::documented).toList();
                documents.put(path, Json.bytes(OpenApi.version3(documented, serverVersion)));
              }
            });
    written = new Written(kinds, documents);
    return documents;
  }

  private static ObjectNode index(SortedMap<String, byte[]> documents) {
    ObjectNode index = Json.MAPPER.createObjectNode();
    ObjectNode paths = index.putObject("paths");
    documents.forEach(
        (path, body) ->
            paths
                .putObject(path)
                .put("serverRelativeURL", ROOT + "/" + path + "?hash=" + Hashes.sha512(body)));
    return index;
  }

  private static DocumentedKind documented(ServedKind kind) {
    var itself =
        kind.facts().subresources().stream()
            .filter(s -> s.kind().equals(kind.type().kind()) && s.verbs().contains("update"))
            .map(Subresource::name)
            .toList();
    return new DocumentedKind(
        kind.type(),
        kind.schema().orElse(Schema.ANYTHING),
        kind.facts().custom(),
        new TreeSet<>(kind.facts().verbs()),
        itself);
  }
}
