package io.coxswain.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Subresource;
import io.coxswain.apiserver.openapi.DocumentedKind;
import io.coxswain.apiserver.openapi.FieldDescriptions;
import io.coxswain.apiserver.openapi.Gnostic;
import io.coxswain.apiserver.openapi.OpenApi;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
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

  private final Clock clock;
  private final KindRegistry registry;
  private final String serverVersion;
  private volatile @Nullable Written written;
  private volatile @Nullable Whole whole;

  public OpenApiDocuments(Clock clock, KindRegistry registry, String serverVersion) {
    this.clock = clock;
    this.registry = registry;
    this.serverVersion = serverVersion;
  }

  /** The documents of version 3 as of one list of kinds, by path below the root. */
  private record Written(List<ServedKind> kinds, SortedMap<String, Document> documents) {}

  /** One document and what tells it from others. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Document(byte[] body, String hash) {}

  /** The document of version 2 as of one list of kinds; old kubectls ask for it each time. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Whole(List<ServedKind> kinds, byte[] json, byte[] protobuf) {}

  /** The answer, if the path is one of OpenAPI's. */
  public Optional<ApiResponse> answer(ApiRequest request, Snapshot snapshot) {
    String path = request.path();
    if (path.equals("/openapi/v2")) {
      return Optional.of(version2(request, snapshot));
    }
    if (path.equals(ROOT) || path.equals(ROOT + "/")) {
      return Optional.of(Responses.json(200, index(documents(snapshot))));
    }
    if (!path.startsWith(ROOT + "/")) {
      return Optional.empty();
    }
    String name = path.substring(ROOT.length() + 1);
    Document document = documents(snapshot).get(name);
    return Optional.of(
        document == null
            ? Responses.of(404, "text/plain; charset=utf-8", new byte[0], List.of())
            : version3(request, name, document));
  }

  /** Under the hash of the document the answer may be kept for good; another hash leads there. */
  private ApiResponse version3(ApiRequest request, String name, Document document) {
    String hash = request.query("hash");
    String tag = "\"" + document.hash + "\"";
    boolean known = tag.equals(request.header("if-none-match"));
    ApiResponse plain =
        known
            ? Responses.json(304, new byte[0])
            : Responses.of(200, "application/json", document.body, List.of());
    var headers = new TreeMap<>(plain.headers());
    headers.put("etag", List.of(tag));
    headers.put("vary", List.of("Accept"));
    if (hash != null && !hash.isEmpty()) {
      if (!hash.equals(document.hash)) {
        headers.put("location", List.of(location(name, document)));
        return new ApiResponse(301, headers, new byte[0]);
      }
      headers.put("cache-control", List.of("public, immutable"));
      headers.put(
          "expires",
          List.of(
              DateTimeFormatter.RFC_1123_DATE_TIME.format(
                  clock.now().atOffset(ZoneOffset.UTC).plusYears(1))));
    }
    return new ApiResponse(plain.status(), headers, plain.body());
  }

  private static String location(String name, Document document) {
    return ROOT + "/" + name + "?hash=" + document.hash;
  }

  private ApiResponse version2(ApiRequest request, Snapshot snapshot) {
    String accept = request.header("accept");
    for (String clause : accept == null ? new String[] {"*/*"} : accept.split(",")) {
      String type = clause.split(";", 2)[0].strip();
      if (type.equals(Gnostic.MEDIA_TYPE)) {
        return Responses.of(200, Gnostic.ANSWERED, whole(snapshot).protobuf(), List.of());
      }
      if (type.equals("application/json") || type.equals("application/*") || type.equals("*/*")) {
        return Responses.json(200, whole(snapshot).json());
      }
    }
    return Responses.refusal(
        StatusException.notAcceptable(List.of("application/json", Gnostic.MEDIA_TYPE)));
  }

  private Whole whole(Snapshot snapshot) {
    List<ServedKind> kinds = registry.all(snapshot);
    Whole known = whole;
    if (known == null || !known.kinds.equals(kinds)) {
      var documented = kinds.stream().map(OpenApiDocuments::documented).toList();
      ObjectNode document = OpenApi.version2(documented, serverVersion, FieldDescriptions.load());
      known = new Whole(kinds, Json.bytes(document), Gnostic.bytes(document));
      whole = known;
    }
    return known;
  }

  private SortedMap<String, Document> documents(Snapshot snapshot) {
    List<ServedKind> kinds = registry.all(snapshot);
    Written known = written;
    if (known != null && known.kinds.equals(kinds)) {
      return known.documents;
    }
    var documents = new TreeMap<String, Document>();
    var descriptions = FieldDescriptions.load();
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
                byte[] body = Json.bytes(OpenApi.version3(documented, serverVersion, descriptions));
                documents.put(path, new Document(body, Hashes.sha512(body)));
              }
            });
    written = new Written(kinds, documents);
    return documents;
  }

  private static ObjectNode index(SortedMap<String, Document> documents) {
    ObjectNode index = Json.MAPPER.createObjectNode();
    ObjectNode paths = index.putObject("paths");
    documents.forEach(
        (path, document) ->
            paths.putObject(path).put("serverRelativeURL", location(path, document)));
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
