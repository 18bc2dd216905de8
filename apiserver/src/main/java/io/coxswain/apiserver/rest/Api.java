package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.review.Reviews;
import io.coxswain.apiserver.auth.token.AccountTokens;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.AuditAnnotations;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.UnwritableException;
import io.coxswain.apiserver.watch.WatchHub;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles resource requests: finds the kind, checks that the request is possible, and passes it to
 * the handler of the object, of the subresource, or of a kind that is not stored.
 */
public final class Api {
  private static final Logger log = LoggerFactory.getLogger(Api.class);

  private final Clock clock;
  private final Store store;
  private final KindRegistry kinds;
  private final RequestHandler objects;
  private final Map<String, RequestHandler> unstoredKinds;
  private final Subresources subresources;

  public Api(
      Env env,
      Store store,
      WatchHub hub,
      KindRegistry kinds,
      AdmissionChain chain,
      Authorizer authorizer,
      Reviews reviews,
      AccountTokens tokens,
      ApiServerOptions options,
      Runnable register) {
    this.clock = env.clock();
    this.store = store;
    this.kinds = kinds;
    var handlers = new Handlers(env, store, hub, kinds, chain, authorizer, options);
    this.objects = handlers.objects(register);
    this.unstoredKinds = handlers.unstoredKinds(reviews, options);
    this.subresources = handlers.subresources(tokens, options);
  }

  /**
   * The response to a request for a cluster-scoped kind inside a namespace, which is not a path of
   * the API. Must be called before authorization: a permission in the namespace must never decide
   * about a cluster-scoped object. Empty for any other request.
   */
  public Optional<HandlerResponse> outOfScope(RequestInfo info, ApiRequest request) {
    if (info.namespace().isEmpty()) {
      return Optional.empty();
    }
    return kinds
        .find(store.head(), info.group(), info.version(), info.resource())
        .filter(kind -> !kind.type().namespaced())
        .map(kind -> new HandlerResponse.Whole(unknown(info, request)));
  }

  /**
   * Handles a resource request; rejections are responses too.
   *
   * @param annotations of the audit events of the request
   */
  public HandlerResponse handle(
      RequestInfo info, ApiRequest request, User user, AuditAnnotations annotations) {
    List<String> warnings = List.of();
    try {
      Body.checkSize(request);
      if (!info.subresource().equals("proxy")) {
        Timeouts.check(info, request); // the query of a proxied request is meant for its backend
      }
      Optional<ServedKind> kind =
          kinds.find(store.head(), info.group(), info.version(), info.resource());
      if (kind.isEmpty() || !isPath(kind.get(), info) || !isRoute(kind.get(), info, request)) {
        return new HandlerResponse.Whole(unknown(info, request));
      }
      checkName(info.name());
      var target = Target.of(info, kind.get(), request, user, clock, annotations);
      warnings = target.warnings();
      // Upstream's router, which custom resources do not pass, has no route for HEAD.
      if (request.method().equals("HEAD")
          && !kind.get().facts().custom()
          && !info.subresource().equals("proxy")) {
        throw StatusException.methodNotAllowed();
      }
      boolean object = info.subresource().isEmpty() || info.subresource().equals("status");
      return object || target.part().isPresent() ? object(target) : subresources.handle(target);
    } catch (StatusException e) {
      return new HandlerResponse.Whole(Responses.encoded(request, Responses.refusal(e, warnings)));
    } catch (UnwritableException e) {
      return new HandlerResponse.Whole(
          Responses.encoded(
              request,
              Responses.refusal(
                  StatusException.unclassified(String.valueOf(e.getMessage())), warnings)));
    } catch (CancelledException e) {
      throw e;
    } catch (CancellationException e) {
      throw new CancelledException();
    } catch (RuntimeException e) {
      log.error("request failed, verb={}", info.verb(), e);
      return new HandlerResponse.Whole(
          Responses.encoded(
              request,
              Responses.refusal(StatusException.internal(String.valueOf(e.getMessage())))));
    }
  }

  /** A name must be a valid path segment. */
  private static void checkName(String name) {
    String problem =
        switch (name) {
          case ".", ".." -> "may not be '" + name + "'";
          default ->
              name.contains("/")
                  ? "may not contain '/'"
                  : name.contains("%") ? "may not contain '%'" : "";
        };
    if (!problem.isEmpty()) {
      throw StatusException.badRequest("Name parameter invalid: \"" + name + "\": " + problem);
    }
  }

  /**
   * Whether the path exists for the kind. Checks the scope again, because a CRD may have been
   * replaced by one of the other scope since {@link #outOfScope}.
   */
  private static boolean isPath(ServedKind kind, RequestInfo info) {
    if (!kind.type().namespaced()) {
      return info.namespace().isEmpty();
    }
    if (!info.namespace().isEmpty()) {
      return true;
    }
    boolean acrossNamespaces = List.of("list", "watch").contains(info.verb());
    return kind.facts().custom() ? acrossNamespaces : info.name().isEmpty() && kind.allows("list");
  }

  /** Whether upstream's router, which custom resources bypass, has a route for the path. */
  private static boolean isRoute(ServedKind kind, RequestInfo info, ApiRequest request) {
    if (kind.facts().custom()) {
      return true;
    }
    if (info.deeper() && !info.subresource().equals("proxy")) {
      return false;
    }
    if (info.verb().equals("proxy")) {
      return false;
    }
    boolean known =
        info.subresource().isEmpty()
            || info.subresource().equals("status")
            || kind.subresource(info.subresource()).isPresent()
            || kind.strategy().part(info.subresource()).isPresent();
    if (!known) {
      return false;
    }
    boolean object = !info.name().isEmpty() && info.subresource().isEmpty();
    if (object && !kind.allows("get") && !kind.allows("delete")) {
      return false;
    }
    return !RequestInfo.isWatchPath(request)
        || (kind.allows("watch") && info.subresource().isEmpty());
  }

  private io.coxswain.env.ApiResponse unknown(RequestInfo info, ApiRequest request) {
    return kinds.isBuiltInGroup(info.group())
        ? Responses.encoded(request, Responses.refusal(StatusException.noSuchResource()))
        : Responses.pageNotFound();
  }

  private HandlerResponse object(Target target) {
    checkVerb(target);
    // Whether one object can be represented as a list is not decided before it is found.
    if (!target.info().verb().equals("get") || !Representation.isListRequested(target)) {
      var _ = Representation.of(target);
    }
    if (!target.kind().deprecation().isEmpty()) {
      target.warnings().add(target.kind().deprecation());
    }
    if (target.info().verb().equals("patch")) {
      PatchHandler.checkType(target);
    }
    WriteOptions.check(target);
    return unstoredKinds.getOrDefault(target.kind().collection(), objects).handle(target);
  }

  private static void checkVerb(Target target) {
    String verb = target.info().verb();
    boolean status = target.subresource().equals("status");
    if (status && !target.kind().hasStatus()) {
      throw target.kind().facts().custom()
          ? StatusException.notFound(target.kind().type(), target.info().name())
          : StatusException.noSuchResource();
    }
    boolean part = status || target.part().isPresent();
    boolean allowed =
        part ? List.of("get", "update", "patch").contains(verb) : target.kind().allows(verb);
    boolean shaped =
        switch (verb) {
          case "create" ->
              target.info().name().isEmpty()
                  && (!target.kind().type().namespaced() || !target.info().namespace().isEmpty());
          case "deletecollection" ->
              !target.kind().type().namespaced() || !target.info().namespace().isEmpty();
          case "update", "patch" -> !target.info().name().isEmpty();
          default -> true;
        };
    if (verb.equals("watch") && !List.of("GET", "HEAD").contains(target.request().method())) {
      throw StatusException.methodNotAllowed();
    }
    if (!allowed && target.kind().facts().custom()) {
      throw StatusException.methodNotSupported(target.kind().type(), verb);
    }
    boolean nameless = List.of("update", "patch").contains(verb) && target.info().name().isEmpty();
    if (nameless && target.kind().facts().custom()) {
      throw StatusException.badRequest("name must be provided");
    }
    if (!allowed || !shaped) {
      throw StatusException.methodNotAllowed();
    }
  }
}
