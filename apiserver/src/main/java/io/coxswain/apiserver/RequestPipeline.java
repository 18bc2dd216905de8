package io.coxswain.apiserver;

import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.aggregation.Aggregation;
import io.coxswain.apiserver.audit.AuditLog;
import io.coxswain.apiserver.audit.AuditTrail;
import io.coxswain.apiserver.audit.AuditedProxy;
import io.coxswain.apiserver.audit.AuditedWatch;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.Impersonation;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.token.Authenticator;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.flow.FlowControl;
import io.coxswain.apiserver.flow.FlowTicket;
import io.coxswain.apiserver.kinds.AuditAnnotations;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.apiserver.rest.Api;
import io.coxswain.apiserver.rest.Authorization;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.ProxiedRequest;
import io.coxswain.apiserver.rest.ProxyAccounting;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Backup;
import io.coxswain.apiserver.store.Store;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a request: parse the path, authenticate, check the scope, authorize, dispatch.
 * Thread-safe; a request is handled by the task that sends it.
 */
final class RequestPipeline {
  private static final Logger log = LoggerFactory.getLogger(RequestPipeline.class);

  private static final String DEBUG = "/debug/api_priority_and_fairness/";

  private final Authenticator authenticator;
  private final Authorizer authorizer;
  private final Api api;
  private final KindRegistry kinds;
  private final Store store;
  private final Documents documents;
  private final ServerMetrics metrics;
  private final Secrets secrets;
  private final @Nullable FlowControl flow;
  private final Aggregation aggregation;
  private final @Nullable AuditLog audit;

  RequestPipeline(
      Authenticator authenticator,
      Authorizer authorizer,
      Api api,
      KindRegistry kinds,
      Store store,
      Documents documents,
      ServerMetrics metrics,
      Secrets secrets,
      @Nullable FlowControl flow,
      Aggregation aggregation,
      @Nullable AuditLog audit) {
    this.audit = audit;
    this.aggregation = aggregation;
    this.authenticator = authenticator;
    this.authorizer = authorizer;
    this.api = api;
    this.kinds = kinds;
    this.store = store;
    this.documents = documents;
    this.metrics = metrics;
    this.secrets = secrets;
    this.flow = flow;
  }

  /**
   * Handles one request.
   *
   * @param caller the authenticated user, unless the request carries a token
   * @param ticket holds the seats of the request; null if the request needs none
   */
  HandlerResponse handle(ApiRequest sent, User caller, @Nullable FlowTicket ticket) {
    Optional<String> problem = RequestInfo.problem(sent);
    if (problem.isPresent()) {
      return new HandlerResponse.Whole(undetermined(sent, problem.get()));
    }
    ApiRequest request = withoutTrailingSlashes(sent);
    var info = RequestInfo.of(request);
    return metrics.measure(info, request, () -> recovered(info, request, caller, ticket));
  }

  /** Upstream's parser of paths fails before anything else is known about the request. */
  private static ApiResponse undetermined(ApiRequest request, String problem) {
    String query =
        request.query().stream()
            .map(parameter -> parameter.name() + "=" + parameter.value())
            .collect(Collectors.joining("&"));
    String url = request.path() + (query.isEmpty() ? "" : "?" + query);
    String text =
        "Internal Server Error: "
            + GoQuote.of(url)
            + ": failed to create RequestInfo: "
            + problem
            + ", "
            + url
            + "\n";
    var plain = Responses.unsniffed(Responses.text(500, escaped(text)));
    var headers = new TreeMap<>(plain.headers());
    headers.remove("cache-control");
    return new ApiResponse(plain.status(), headers, plain.body());
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Upstream ignores more than one slash at the end of a path of the API. */
  private static ApiRequest withoutTrailingSlashes(ApiRequest request) {
    String path = request.path();
    boolean trailing = path.endsWith("//");
    if (!trailing
        || !(path.startsWith("/api/") || path.startsWith("/apis/"))
        || RequestInfo.of(request).proxyPath(request) != null) {
      return request;
    }
    int end = path.length();
    while (end > 1 && path.charAt(end - 2) == '/') {
      end--;
    }
    return new ApiRequest(
        request.method(),
        path.substring(0, end),
        request.query(),
        request.headers(),
        request.body());
  }

  /** A stack overflow fails only its request; other errors propagate. */
  private HandlerResponse recovered(
      RequestInfo info, ApiRequest request, User caller, @Nullable FlowTicket ticket) {
    try {
      HandlerResponse answer = answer(info, request, caller, ticket);
      if (flow != null && ticket != null && answer instanceof HandlerResponse.Watch) {
        flow.watching(ticket, info);
      }
      return answer;
    } catch (StackOverflowError | LinkageError e) {
      log.error(
          "request aborted by an error: error={} verb={}", e.getClass().getName(), info.verb());
      return new HandlerResponse.Whole(
          Responses.text(
              500, "This request caused apiserver to panic. Look in the logs for details.\n"));
    }
  }

  private HandlerResponse answer(
      RequestInfo info, ApiRequest request, User caller, @Nullable FlowTicket ticket) {
    if (audit == null) {
      return answer(info, request, caller, ticket, null);
    }
    User known;
    try {
      known = authenticator.of(request, caller);
    } catch (StatusException e) {
      known = User.ANONYMOUS;
    }
    AuditTrail trail =
        audit.begin(info, request, known, ticket == null ? null : ticket.peer()).orElse(null);
    if (trail == null) {
      return answer(info, request, caller, ticket, null);
    }
    if (!trail.received()) {
      String text =
          "Internal Server Error: "
              + GoQuote.of(escaped(request.path()))
              + ": failed to store audit event\n";
      return new HandlerResponse.Whole(Responses.unsniffed(Responses.text(500, text)));
    }
    return recorded(trail, answer(info, request, caller, ticket, trail));
  }

  private static HandlerResponse recorded(AuditTrail trail, HandlerResponse answer) {
    switch (answer) {
      case HandlerResponse.Whole(ApiResponse response) -> trail.completed(response);
      case HandlerResponse.Watch(ApiWatch watch) -> {
        trail.started(watch.status());
        return new HandlerResponse.Watch(new AuditedWatch(watch, trail));
      }
      case HandlerResponse.Stream(ApiStream stream) -> {
        trail.started(stream.status());
        trail.completed(stream.status());
      }
      case HandlerResponse.Session _ -> {
        trail.started(101);
        trail.completed(101);
      }
      case HandlerResponse.Proxy(ProxiedRequest proxied, ProxyAccounting accounting) -> {
        return new HandlerResponse.Proxy(
            proxied, ProxyAccounting.both(accounting, new AuditedProxy(trail)));
      }
    }
    return answer;
  }

  private HandlerResponse answer(
      RequestInfo info,
      ApiRequest request,
      User caller,
      @Nullable FlowTicket ticket,
      @Nullable AuditTrail trail) {
    AuditAnnotations annotations = trail == null ? new AuditAnnotations() : trail.annotations();
    User user;
    try {
      User authenticated = authenticator.of(request, caller);
      user = Impersonation.of(request, authenticated, authorizer);
      if (trail != null && !user.equals(authenticated)) {
        trail.impersonates(user);
      }
      if (flow != null && ticket != null) {
        Optional<ApiResponse> rejection = flow.admit(ticket, info, request, user);
        if (rejection.isPresent()) {
          return new HandlerResponse.Whole(rejection.get());
        }
      }
      Optional<HandlerResponse> foreign = aggregation.respond(request, user, store.head());
      if (foreign.isPresent()) {
        Authorization.check(info, request, user, authorizer, annotations);
        return foreign.get();
      }
      Optional<HandlerResponse> outOfScope = api.outOfScope(info, request);
      if (outOfScope.isPresent()) {
        return outOfScope.get();
      }
      Authorization.check(info, request, user, authorizer, annotations);
    } catch (StatusException e) {
      ApiResponse refusal = Responses.encoded(request, Responses.refusal(e));
      return new HandlerResponse.Whole(
          refusal.status() == 401 ? refusal : Responses.unsniffed(refusal));
    }
    boolean custom =
        info.isResource()
            && request.path().startsWith("/apis/")
            && kinds
                .find(store.head(), info.group(), info.version(), info.resource())
                .filter(kind -> kind.facts().custom())
                .isPresent();
    boolean emptySegments =
        request.path().contains("//") && !request.path().startsWith("/openapi/");
    if (emptySegments && !custom && info.proxyPath(request) == null) {
      return new HandlerResponse.Whole(emptySegment(request.path(), kinds));
    }
    if (info.isResource()) {
      return api.handle(info, request, user, annotations);
    }
    if (request.method().equals("POST") && request.path().equals("/snapshot")) {
      return backup();
    }
    if (flow != null && request.path().equals(DEBUG + "dump_priority_levels")) {
      return new HandlerResponse.Whole(Responses.text(200, flow.describeLevels()));
    }
    return new HandlerResponse.Whole(documents.respond(request, store.head()));
  }

  /** A backup of all objects and keys; authorized as a POST to {@code /snapshot}. */
  private HandlerResponse backup() {
    try {
      return new HandlerResponse.Stream(Backup.stream(store, secrets.all()));
    } catch (IOException e) {
      return new HandlerResponse.Whole(
          Responses.refusal(StatusException.internal(String.valueOf(e.getMessage()))));
    }
  }

  /** A path with an empty segment is not cleaned up: it names nothing. */
  private static ApiResponse emptySegment(String path, KindRegistry kinds) {
    String[] parts = path.split("/", 4);
    boolean routed =
        path.startsWith("/api/")
            || (path.startsWith("/apis/") && !parts[2].isEmpty() && kinds.isBuiltInGroup(parts[2]));
    return routed ? Responses.refusal(StatusException.noSuchResource()) : Documents.notFound(path);
  }
}
