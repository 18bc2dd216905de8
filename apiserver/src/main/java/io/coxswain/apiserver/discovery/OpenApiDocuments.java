package io.coxswain.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Subresource;
import io.coxswain.apiserver.openapi.DocumentedKind;
import io.coxswain.apiserver.openapi.FieldDescriptions;
import io.coxswain.apiserver.openapi.Gnostic;
import io.coxswain.apiserver.openapi.OpenApi;
import io.coxswain.apiserver.rest.Accept;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Handles the requests below {@code /openapi}; documents are cached until the kinds change. */
public final class OpenApiDocuments {
  private static final Set<String> CONNECTIONS = Set.of("attach", "exec", "portforward", "proxy");
  private static final String ROOT = "/openapi/v3";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final List<String> BOTH = List.of("Accept-Encoding", "Accept");
  private static final List<String> VERSION_3 =
      List.of(
          "application/json",
          "application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
          "application/com.github.proto-openapi.spec.v3@v1.0+protobuf",
          "application/*",
          "*/*");

  private final Clock clock;
  private final KindRegistry registry;
  private final String serverVersion;
  private final Function<Snapshot, List<ForeignApi>> foreign;
  private volatile Listed listed = new Listed(Collections.emptySortedMap(), Instant.EPOCH);
  private volatile @Nullable Written written;
  private volatile @Nullable Whole whole;

  /**
   * @param foreign the group versions that other servers serve
   */
  public OpenApiDocuments(
      Clock clock,
      KindRegistry registry,
      String serverVersion,
      Function<Snapshot, List<ForeignApi>> foreign) {
    this.foreign = foreign;
    this.clock = clock;
    this.registry = registry;
    this.serverVersion = serverVersion;
  }

  /** The documents of version 3 for one list of kinds, by path below the root. */
  private record Written(
      List<ServedKind> kinds, SortedMap<String, Document> documents, Instant since) {}

  /** The documents of other servers, by path below the root, and since when they are these. */
  private record Listed(SortedMap<String, String> locations, Instant since) {}

  /** One document and its hash. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Document(byte[] body, String hash) {}

  /**
   * The document of version 2 for one list of kinds; old versions of kubectl request it each time.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Whole(
      List<ServedKind> kinds, byte[] json, byte[] protobuf, String hash, Instant since) {}

  /** The response, if the path belongs to OpenAPI. */
  public Optional<ApiResponse> answer(ApiRequest request, Snapshot snapshot) {
    String path = request.path();
    if (path.equals("/openapi/v2")) {
      return Optional.of(version2(request, snapshot));
    }
    if (path.equals(ROOT) || path.equals(ROOT + "/")) {
      // Upstream sets no type here, so the standard library of Go guesses one.
      Written current = written(snapshot);
      Listed others = listed(snapshot);
      var headers = new TreeMap<String, List<String>>();
      return Optional.of(
          conditional(
              request,
              Responses.of(200, TEXT, Json.bytes(index(current.documents, others)), List.of()),
              headers,
              others.since.isAfter(current.since) ? others.since : current.since));
    }
    if (!path.startsWith(ROOT + "/")) {
      return Optional.empty();
    }
    String name = path.substring(ROOT.length() + 1);
    Written current = written(snapshot);
    Document document = current.documents.get(name);
    return Optional.of(
        document == null ? empty(404) : version3(request, name, document, current.since));
  }

  private static ApiResponse empty(int status) {
    var headers = new TreeMap<String, List<String>>();
    headers.put("cache-control", List.of("no-cache, private"));
    return new ApiResponse(status, headers, new byte[0]);
  }

  /**
   * A request with the hash of the document may be cached indefinitely; another hash is redirected
   * to it.
   */
  private ApiResponse version3(ApiRequest request, String name, Document document, Instant since) {
    String accept = request.header("accept");
    if (accept != null
        && !accept.isBlank()
        && Accept.parse(accept).stream().noneMatch(c -> VERSION_3.contains(c.type()))) {
      return notAcceptable();
    }
    String hash = request.query("hash");
    String tag = "\"" + document.hash + "\"";
    ApiResponse plain = Responses.of(200, "application/json", document.body, List.of());
    var headers = new TreeMap<String, List<String>>();
    headers.put("etag", List.of(tag));
    headers.put("vary", List.of("Accept"));
    if (hash != null && !hash.isEmpty()) {
      if (!hash.equals(document.hash)) {
        var redirected = new TreeMap<>(plain.headers());
        redirected.putAll(headers);
        redirected.put("location", List.of(location(name, document)));
        return new ApiResponse(301, redirected, new byte[0]);
      }
      headers.put("cache-control", List.of("public, immutable"));
      headers.put(
          "expires",
          List.of(
              DateTimeFormatter.RFC_1123_DATE_TIME.format(
                  clock.now().atOffset(ZoneOffset.UTC).plusYears(1))));
    }
    return conditional(request, plain, headers, since);
  }

  /**
   * The response, or 304 if the client has the document already. Times of HTTP have whole seconds:
   * a document that may change again within its second carries the second before, so that the
   * client fetches it once more.
   */
  private ApiResponse conditional(
      ApiRequest request,
      ApiResponse plain,
      SortedMap<String, List<String>> validators,
      Instant since) {
    String asked = request.header("if-none-match");
    List<String> tags = validators.getOrDefault("etag", List.of());
    boolean known =
        asked == null
            ? isUnchanged(request.header("if-modified-since"), since)
            : asked.equals("*") || isAmong(tags, asked);
    var headers = new TreeMap<>(plain.headers());
    headers.putAll(validators);
    if (known) {
      headers.remove("content-type");
      return new ApiResponse(304, headers, new byte[0]);
    }
    boolean isFinal = clock.now().truncatedTo(ChronoUnit.SECONDS).isAfter(since);
    Instant time = isFinal ? since : since.minusSeconds(1);
    headers.put(
        "last-modified",
        List.of(DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC))));
    return new ApiResponse(plain.status(), headers, plain.body());
  }

  private static boolean isAmong(List<String> tags, String asked) {
    return !tags.isEmpty() && List.of(asked.split("\\s*,\\s*", -1)).containsAll(tags);
  }

  private static boolean isUnchanged(@Nullable String time, Instant since) {
    if (time == null) {
      return false;
    }
    try {
      Instant seen = DateTimeFormatter.RFC_1123_DATE_TIME.parse(time, Instant::from);
      return !since.truncatedTo(ChronoUnit.SECONDS).isAfter(seen);
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static String location(String name, Document document) {
    return ROOT + "/" + name + "?hash=" + document.hash;
  }

  private ApiResponse version2(ApiRequest request, Snapshot snapshot) {
    String accept = request.header("accept");
    for (String clause :
        accept == null || accept.isBlank() ? new String[] {"*/*"} : accept.split(",")) {
      String type = clause.split(";", 2)[0].strip();
      if (type.equals(Gnostic.MEDIA_TYPE)) {
        return version2(request, Gnostic.ANSWERED, whole(snapshot).protobuf, whole(snapshot));
      }
      if (type.equals("application/json") || type.equals("application/*") || type.equals("*/*")) {
        return version2(request, "application/json", whole(snapshot).json, whole(snapshot));
      }
    }
    var refusal = new TreeMap<>(notAcceptable().headers());
    refusal.put("vary", BOTH);
    return new ApiResponse(406, refusal, new byte[0]);
  }

  private ApiResponse version2(ApiRequest request, String type, byte[] body, Whole whole) {
    var headers = new TreeMap<String, List<String>>();
    headers.put("etag", List.of("\"" + whole.hash + "\""));
    headers.put("vary", BOTH);
    return conditional(request, Responses.of(200, type, body, List.of()), headers, whole.since);
  }

  /** Upstream sends no body with this status here. */
  private static ApiResponse notAcceptable() {
    var headers = new TreeMap<String, List<String>>();
    headers.put("cache-control", List.of("no-cache, private"));
    headers.put("vary", List.of("Accept"));
    return new ApiResponse(406, headers, new byte[0]);
  }

  private Whole whole(Snapshot snapshot) {
    List<ServedKind> kinds = registry.all(snapshot);
    Whole known = whole;
    if (known == null || !known.kinds.equals(kinds)) {
      var documented = kinds.stream().map(OpenApiDocuments::documented).toList();
      ObjectNode document = OpenApi.version2(documented, serverVersion, FieldDescriptions.load());
      byte[] json = Json.bytes(document);
      known = new Whole(kinds, json, Gnostic.bytes(document), Hashes.sha512(json), clock.now());
      whole = known;
    }
    return known;
  }

  private Written written(Snapshot snapshot) {
    List<ServedKind> kinds = registry.all(snapshot);
    Written known = written;
    if (known != null && known.kinds.equals(kinds)) {
      return known;
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
    known = new Written(kinds, documents, clock.now());
    written = known;
    return known;
  }

  private Listed listed(Snapshot snapshot) {
    var locations = new TreeMap<String, String>();
    for (ForeignApi api : foreign.apply(snapshot)) {
      if (!api.openApi().isEmpty()) {
        locations.put("apis/" + api.group() + "/" + api.version(), api.openApi());
      }
    }
    Listed known = listed;
    if (!known.locations.equals(locations)) {
      known = new Listed(locations, clock.now());
      listed = known;
    }
    return known;
  }

  private static ObjectNode index(SortedMap<String, Document> documents, Listed others) {
    var locations = new TreeMap<>(others.locations);
    documents.forEach((path, document) -> locations.put(path, location(path, document)));
    ObjectNode index = Json.MAPPER.createObjectNode();
    ObjectNode paths = index.putObject("paths");
    locations.forEach((path, url) -> paths.putObject(path).put("serverRelativeURL", url));
    return index;
  }

  private static DocumentedKind documented(ServedKind kind) {
    var itself =
        kind.facts().subresources().stream()
            .filter(s -> s.kind().equals(kind.type().kind()) && s.verbs().contains("update"))
            .map(Subresource::name)
            .toList();
    var connections = new TreeMap<String, String>();
    for (Subresource subresource : kind.facts().subresources()) {
      if (CONNECTIONS.contains(subresource.name()) && subresource.kind().endsWith("Options")) {
        connections.put(subresource.name(), subresource.kind());
      }
    }
    return new DocumentedKind(
        kind.type(),
        kind.schema().orElse(Schema.ANYTHING),
        kind.facts().custom(),
        new TreeSet<>(kind.facts().verbs()),
        itself,
        connections);
  }
}
