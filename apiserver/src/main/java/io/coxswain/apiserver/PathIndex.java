package io.coxswain.apiserver;

import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The sorted list of all paths of the server except those of objects, served as {@code /}. */
final class PathIndex {
  private static final List<String> FIXED =
      List.of(
          "/.well-known/openid-configuration",
          "/api",
          "/apis",
          "/apis/",
          "/metrics",
          "/openapi/v2",
          "/openapi/v3",
          "/openapi/v3/",
          "/openid/v1/jwks",
          "/version");

  private final KindRegistry kinds;
  private final HealthChecks health;

  PathIndex(KindRegistry kinds, HealthChecks health) {
    this.kinds = kinds;
    this.health = health;
  }

  Optional<ApiResponse> respond(ApiRequest request, Snapshot snapshot) {
    return List.of("/", "/index.html").contains(request.path())
        ? Optional.of(Responses.json(200, json(paths(snapshot))))
        : Optional.empty();
  }

  private SortedSet<String> paths(Snapshot snapshot) {
    var paths = new TreeSet<>(FIXED);
    paths.addAll(health.paths());
    for (ServedKind kind : kinds.all(snapshot)) {
      ResourceType type = kind.type();
      if (type.group().isEmpty()) {
        paths.add("/api/" + type.version());
      } else {
        paths.add("/apis/" + type.group());
        paths.add("/apis/" + type.group() + "/" + type.version());
      }
    }
    return paths;
  }

  /** Indented like upstream's, regardless of the Accept header. No path needs an escape. */
  private static byte[] json(SortedSet<String> paths) {
    return paths.stream()
        .map(path -> "    \"" + path + "\"")
        .collect(Collectors.joining(",\n", "{\n  \"paths\": [\n", "\n  ]\n}"))
        .getBytes(StandardCharsets.UTF_8);
  }
}
