package io.coxswain.apiserver;

import io.coxswain.apiserver.discovery.Discovery;
import io.coxswain.apiserver.discovery.ForeignApi;
import io.coxswain.apiserver.discovery.OpenApiDocuments;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Clock;
import java.util.List;
import java.util.function.Function;

/** Everything that is served besides resources: discovery, OpenAPI, health, metrics, OpenID. */
final class Documents {
  private final KindRegistry kinds;
  private final Discovery discovery;
  private final OpenApiDocuments openApi;
  private final HealthChecks health;
  private final PathIndex index;
  private final OpenIdDocuments openId;
  private final ServerMetrics metrics;

  Documents(
      Clock clock,
      KindRegistry kinds,
      HealthChecks health,
      OpenIdDocuments openId,
      ServerMetrics metrics,
      Function<Snapshot, List<ForeignApi>> foreign) {
    this.kinds = kinds;
    this.discovery = new Discovery(kinds, foreign);
    this.openApi = new OpenApiDocuments(clock, kinds, ServerVersion.VERSION, foreign);
    this.health = health;
    this.index = new PathIndex(kinds, health);
    this.openId = openId;
    this.metrics = metrics;
  }

  ApiResponse respond(ApiRequest request, Snapshot snapshot) {
    if (!request.method().equals("GET") && isGetOnly(request.path())) {
      return discovery
          .answer(request, snapshot)
          .filter(response -> response.status() == 404)
          .orElseGet(() -> Responses.refusal(StatusException.methodNotAllowed()));
    }
    return discovery
        .answer(request, snapshot)
        .or(() -> openApi.answer(request, snapshot))
        .or(() -> health.respond(request))
        .or(() -> ServerVersion.respond(request))
        .or(() -> index.respond(request, snapshot))
        .or(() -> openId.answer(request))
        .or(() -> metrics.answer(request))
        .orElseGet(() -> notFound(request.path()));
  }

  /** Upstream's router knows these documents, and responds below them as below an API group. */
  static ApiResponse notFound(String path) {
    boolean routed = path.startsWith("/version/") || OpenIdDocuments.isBelow(path);
    return routed ? Responses.refusal(StatusException.noSuchResource()) : Responses.pageNotFound();
  }

  /** Documents that upstream's router registers for GET only; all others respond to any method. */
  private boolean isGetOnly(String path) {
    String[] parts = path.split("/");
    return switch (parts.length > 1 ? parts[1] : "") {
      case "version" -> parts.length == 2;
      case "api" -> parts.length <= 3;
      case "apis" -> parts.length == 4 && kinds.isBuiltInGroup(parts[2]);
      case "openid", ".well-known" -> OpenIdDocuments.isPath(path);
      default -> false;
    };
  }
}
