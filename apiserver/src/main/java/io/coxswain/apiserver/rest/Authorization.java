package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.Decision;
import io.coxswain.apiserver.auth.Forbidden;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.AuditAnnotations;
import io.coxswain.env.ApiRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Authorizes requests. */
public final class Authorization {
  private Authorization() {}

  /**
   * Denies a request that its user is not allowed to make. Notes the decision for the audit log.
   */
  public static void check(
      RequestInfo info,
      ApiRequest request,
      User user,
      Authorizer authorizer,
      AuditAnnotations annotations) {
    AuthorizationAttributes access = access(info, info.verb(), request, user);
    Decision decision = user.isMaster() ? Decision.ALLOWED : authorizer.decide(access);
    annotations.add("authorization.k8s.io/decision", decision.allowed() ? "allow" : "forbid");
    annotations.add("authorization.k8s.io/reason", decision.reason());
    if (!decision.allowed()) {
      throw Forbidden.of(access, decision.reason());
    }
  }

  /**
   * Denies an apply or update that would create an object if the user may not create. Upstream
   * checks this just before validating admission, so an invalid object is reported first.
   */
  static void checkCreate(Target target, Authorizer authorizer) {
    boolean asked = target.info().verb().equals("create");
    if (!asked && !target.user().isMaster()) {
      check(access(target.info(), "create", target.request(), target.user()), authorizer);
    }
  }

  /**
   * Rejects a connection by a WebSocket, which browsers can only open with GET, of a user who may
   * get but not create the subresource.
   */
  static void checkConnect(Target target, Authorizer authorizer) {
    if (target.info().verb().equals("create") || target.user().isMaster()) {
      return;
    }
    Decision decision =
        authorizer.decide(access(target.info(), "create", target.request(), target.user()));
    if (!decision.allowed()) {
      throw StatusException.forbidden(
          target.kind().type(), target.info().name(), decision.reason());
    }
  }

  private static void check(AuthorizationAttributes access, Authorizer authorizer) {
    Decision decision = authorizer.decide(access);
    if (!decision.allowed()) {
      throw Forbidden.of(access, decision.reason());
    }
  }

  private static AuthorizationAttributes access(
      RequestInfo info, String verb, ApiRequest request, User user) {
    if (!info.isResource()) {
      return AuthorizationAttributes.path(
          user, request.method().toLowerCase(Locale.ROOT), request.path());
    }
    boolean namespace = info.resource().equals("namespaces") && info.group().isEmpty();
    SortedMap<String, String> fields = requiredFields(info, request);
    String name = info.name();
    if (name.isEmpty() && List.of("list", "watch").contains(info.verb())) {
      // A list or watch that selects a single name is authorized for that object.
      name = fields.getOrDefault("metadata.name", "");
    }
    return AuthorizationAttributes.resource(
            user,
            verb,
            info.group(),
            info.resource(),
            namespace ? info.name() : info.namespace(),
            name)
        .withSubresource(info.subresource().split("/", 2)[0])
        .withFields(fields);
  }

  /** The values that a field selector requires; only equalities are considered. */
  private static SortedMap<String, String> requiredFields(RequestInfo info, ApiRequest request) {
    String selector = request.query("fieldSelector");
    if (selector == null || !List.of("list", "watch", "deletecollection").contains(info.verb())) {
      return Collections.emptySortedMap();
    }
    var required = new TreeMap<String, String>();
    for (String term : selector.split(",")) {
      String[] sides = term.split("==?", 2);
      if (sides.length == 2 && !sides[0].endsWith("!")) {
        required.putIfAbsent(sides[0], sides[1]);
      }
    }
    return required;
  }
}
