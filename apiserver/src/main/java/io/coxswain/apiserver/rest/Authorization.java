package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.auth.Access;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.Decision;
import io.coxswain.apiserver.auth.Forbidden;
import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import java.util.List;
import java.util.Locale;

/** Asks whether a request may be made. */
public final class Authorization {
  private Authorization() {}

  /** Refuses a request that its user may not make. */
  public static void check(RequestInfo info, ApiRequest request, User user, Authorizer authorizer) {
    if (!user.isMaster()) {
      check(access(info, info.verb(), request, user), authorizer);
    }
  }

  /**
   * Refuses an apply or an update that would create, of a user who may not create. Upstream asks
   * just before validating admission, so whoever sends nonsense is told that first.
   */
  static void checkCreate(Target target, Authorizer authorizer) {
    boolean asked = target.info().verb().equals("create");
    if (!asked && !target.user().isMaster()) {
      check(access(target.info(), "create", target.request(), target.user()), authorizer);
    }
  }

  private static void check(Access access, Authorizer authorizer) {
    Decision decision = authorizer.decide(access);
    if (!decision.allowed()) {
      throw Forbidden.of(access, decision.reason());
    }
  }

  private static Access access(RequestInfo info, String verb, ApiRequest request, User user) {
    if (!info.isResource()) {
      return Access.path(user, request.method().toLowerCase(Locale.ROOT), request.path());
    }
    boolean namespace = info.resource().equals("namespaces") && info.group().isEmpty();
    return Access.resource(
            user,
            verb,
            info.group(),
            info.resource(),
            namespace ? info.name() : info.namespace(),
            name(info, request))
        .withSubresource(info.subresource().split("/", 2)[0]);
  }

  /** A list or watch that selects a single name is about that object. */
  private static String name(RequestInfo info, ApiRequest request) {
    boolean many = List.of("list", "watch").contains(info.verb());
    String selector = request.query("fieldSelector");
    if (!many || !info.name().isEmpty() || selector == null) {
      return info.name();
    }
    for (String term : selector.split(",")) {
      String[] sides = term.split("==?", 2);
      if (sides.length == 2 && sides[0].equals("metadata.name")) {
        return sides[1];
      }
    }
    return "";
  }
}
